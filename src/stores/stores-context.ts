import { useStore } from 'zustand';
import { createRequiredContext } from '#src/lib/required-context.ts';
import type { PaceState, PaceStore } from './pace-store.ts';
import type { SessionState, SessionStore } from './session-store.ts';
import type { SettingsState, SettingsStore } from './settings-store.ts';
import type { ToastState, ToastStore } from './toast-store.ts';

export interface Stores {
  readonly session: SessionStore;
  readonly settings: SettingsStore;
  readonly toasts: ToastStore;
  readonly pace: PaceStore;
}

export const [StoresProvider, useStores] = createRequiredContext<Stores>('Stores');

export const useSession = <T>(select: (state: SessionState) => T): T => useStore(useStores().session, select);
export const useSettings = <T>(select: (state: SettingsState) => T): T => useStore(useStores().settings, select);
export const usePace = <T>(select: (state: PaceState) => T): T => useStore(useStores().pace, select);
export const useToasts = <T>(select: (state: ToastState) => T): T => useStore(useStores().toasts, select);

import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Toast {
  readonly id: number;
  readonly text: string;
}

export interface ToastState {
  readonly toast: Toast | null;
  /** Shows one sentence; a newer one takes its place. */
  show(text: string): void;
  dismiss(id: number): void;
}

export type ToastStore = StoreApi<ToastState>;

export const createToastStore = (): ToastStore =>
  createStore<ToastState>()((set) => ({
    toast: null,
    show: (text) => set(({ toast }) => ({ toast: { id: (toast?.id ?? 0) + 1, text } })),
    dismiss: (id) => set(({ toast }) => (toast?.id === id ? { toast: null } : {})),
  }));

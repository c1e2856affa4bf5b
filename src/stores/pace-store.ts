import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Settings } from './settings-store.ts';

/** How this television draws what moves, by its first moves; null until they were watched. */
export type Pace = 'quick' | 'slow';

export interface PaceState {
  readonly pace: Pace | null;
}

export type PaceStore = StoreApi<PaceState>;

export const createPaceStore = (): PaceStore => createStore<PaceState>()(() => ({ pace: null }));

/** Whether movements become cuts: as the viewer set it up, and while they did not, on a slow set. */
export const hasCuts = ({ reduceMotion }: Pick<Settings, 'reduceMotion'>, pace: Pace | null): boolean =>
  reduceMotion ?? pace === 'slow';

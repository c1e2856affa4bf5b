import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Settings } from './settings-store.ts';

/** How smoothly this television animates, measured on its first moves; null before that. */
export type Pace = 'quick' | 'slow';

export interface PaceState {
  readonly pace: Pace | null;
}

export type PaceStore = StoreApi<PaceState>;

export const createPaceStore = (): PaceStore => createStore<PaceState>()(() => ({ pace: null }));

/** Whether animations are replaced by cuts: by the viewer's setting, else on a slow set. */
export const hasCuts = ({ reduceMotion }: Pick<Settings, 'reduceMotion'>, pace: Pace | null): boolean =>
  reduceMotion ?? pace === 'slow';

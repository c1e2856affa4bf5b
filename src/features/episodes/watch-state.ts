import type { Episode } from '#contract/catalogue.ts';

export type WatchState =
  | { readonly kind: 'new' }
  | { readonly kind: 'begun'; readonly part: number; readonly leftSeconds: number }
  | { readonly kind: 'finished' };

/** The profile's progress in an episode. */
export function watchState({ playback_offset: at, running_time: length }: Episode): WatchState {
  if (!at || (at.offset === 0 && !at.is_finished)) return { kind: 'new' };
  if (at.is_finished) return { kind: 'finished' };
  return { kind: 'begun', part: length > 0 ? at.offset / length : 0, leftSeconds: Math.max(0, length - at.offset) };
}

import type { ErrorCode } from '#contract/errors.ts';
import type { Stream } from '#contract/playback.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { AdEnding } from './ad-player.ts';
import { createPlaybackMeasuring, type PlaybackMeasures } from './chronicle-measures.ts';
import type { PlayedVariant } from './engine.ts';
import type { PlayReport } from './play-tracker.ts';
import type { PlaybackErrorCategory, PlaybackErrorKind } from './playback-error.ts';
import type { PlaybackState } from './playback-state.ts';

/** Something that happened to a playback. Never an address or a token: it may be shown and sent on. */
export type ChronicleEvent =
  | { readonly type: 'phase'; readonly phase: string }
  | { readonly type: 'video'; readonly playLogId: string; readonly startAtSeconds: number }
  | { readonly type: 'stream'; readonly protocol: Stream['protocol'] }
  | ({ readonly type: 'variant' } & PlayedVariant)
  | { readonly type: 'state'; readonly state: PlaybackState; readonly positionSeconds: number }
  | { readonly type: 'seek'; readonly fromSeconds: number; readonly toSeconds: number }
  | { readonly type: 'ad-break'; readonly adBreakId: string }
  | { readonly type: 'ad'; readonly ending: AdEnding }
  | { readonly type: 'network'; readonly isGone: boolean }
  | { readonly type: 'frames'; readonly dropped: number; readonly total: number }
  | { readonly type: 'quality'; readonly height: number | null }
  | { readonly type: 'visibility'; readonly isVisible: boolean }
  | { readonly type: 'report'; readonly report: PlayReport; readonly answer: 'accepted' | 'unanswered' | ErrorCode }
  | {
      readonly type: 'playback-error';
      readonly kind: PlaybackErrorKind;
      readonly category: PlaybackErrorCategory;
      readonly code: number;
    };

/** `atMs` counts from the start of the chronicle. */
export type ChronicleEntry = ChronicleEvent & { readonly atMs: number };

export interface Chronicle {
  /** Instant of the start, in ms since 1970. */
  readonly startedAt: number;
  add(event: ChronicleEvent): void;
  /** How good it was so far. */
  measures(): PlaybackMeasures;
  /** Oldest first. */
  entries(): readonly ChronicleEntry[];
}

/** Entries kept: an hour of ordinary watching makes about 150; the oldest go first. */
const CAPACITY = 500;

/** A typed, timed record of one playback: on a television without tools, this is the tool. */
export function createChronicle(clock: Clock, capacity: number = CAPACITY): Chronicle {
  const startMs = clock.now();
  const kept: ChronicleEntry[] = [];
  const measuring = createPlaybackMeasuring();
  const elapsedMs = () => Math.round(clock.now() - startMs);
  return {
    startedAt: clock.instant(),
    add(event) {
      const entry = { ...event, atMs: elapsedMs() };
      kept.push(entry);
      measuring.follow(entry);
      if (kept.length > capacity) kept.shift();
    },
    measures: () => measuring.measures(elapsedMs()),
    entries: () => kept.slice(),
  };
}

import type { Clock } from '#src/lib/clock.ts';
import type { ChronicleEntry, ChronicleEvent } from './chronicle-entry.ts';
import { createPlaybackMeasuring, type PlaybackMeasures } from './chronicle-measures.ts';
import type { PlaybackQuality } from './playback-quality.ts';

export interface Chronicle {
  /** Instant of the start, in ms since 1970. */
  readonly startedAt: number;
  add(event: ChronicleEvent): void;
  /** The quality so far. */
  measures(): PlaybackMeasures;
  /** The quality so far, for operators. */
  quality(): PlaybackQuality;
  /** Oldest first. */
  entries(): readonly ChronicleEntry[];
}

/** Limit of entries: an hour of normal playback has about 150. The oldest are dropped. */
const CAPACITY = 500;

/** A typed, timed record of one playback, for diagnosis on televisions without developer tools. */
export function createChronicle(clock: Clock, capacity: number = CAPACITY): Chronicle {
  const startMs = clock.now();
  const entries: ChronicleEntry[] = [];
  const measuring = createPlaybackMeasuring();
  const elapsedMs = () => Math.round(clock.now() - startMs);
  return {
    startedAt: clock.instant(),
    add(event) {
      const entry = { ...event, atMs: elapsedMs() };
      entries.push(entry);
      measuring.follow(entry);
      if (entries.length > capacity) entries.shift();
    },
    measures: () => measuring.measures(elapsedMs()),
    quality: () => measuring.quality(elapsedMs()),
    entries: () => entries.slice(),
  };
}

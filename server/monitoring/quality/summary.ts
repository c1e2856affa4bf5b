import type { PlaybackQuality } from '#contract/console/overview.ts';
import type { PlatformName } from '#contract/platforms.ts';
import { percentileOf } from './histogram.ts';
import { meanParts } from './start-parts.ts';

/** Sums of playbacks, from one hour and group or from many. */
export interface QualitySums {
  cnt_playback: number;
  cnt_failed: number;
  startup_counts: readonly number[];
  rebuffer_ms: number;
  play_ms: number;
  cnt_dropped: number;
  cnt_decoded: number;
  /** Playbacks that told the parts of their start, and the sums of these parts in ms. */
  cnt_parted: number;
  start_sums: readonly number[];
  cnt_prepared: number;
}

export type EngineSums = QualitySums & { platform: PlatformName; engine: string };

const shareOf = (part: number, all: number) => (all === 0 ? null : Math.round((part / all) * 1e5) / 1e5);

export const qualityOf = (sums: QualitySums): PlaybackQuality => ({
  cnt_playback: sums.cnt_playback,
  cnt_failed: sums.cnt_failed,
  startup_p50_ms: percentileOf(sums.startup_counts, 0.5),
  startup_p95_ms: percentileOf(sums.startup_counts, 0.95),
  rebuffer_ratio: shareOf(sums.rebuffer_ms, sums.rebuffer_ms + sums.play_ms),
  dropped_ratio: shareOf(sums.cnt_dropped, sums.cnt_decoded),
  start: meanParts(sums.start_sums, sums.cnt_parted),
  prepared_ratio: shareOf(sums.cnt_prepared, sums.cnt_parted),
});

export const NO_SUMS: QualitySums = {
  cnt_playback: 0,
  cnt_failed: 0,
  startup_counts: [],
  rebuffer_ms: 0,
  play_ms: 0,
  cnt_dropped: 0,
  cnt_decoded: 0,
  cnt_parted: 0,
  start_sums: [],
  cnt_prepared: 0,
};

/** Adds lists item by item; a shorter one counts as zeros at its end. */
function addEach(one: readonly number[], other: readonly number[]): number[] {
  const [long, short] = one.length < other.length ? [other, one] : [one, other];
  return long.map((value, index) => value + (short[index] ?? 0));
}

export function addSums(one: QualitySums, other: QualitySums): QualitySums {
  return {
    cnt_playback: one.cnt_playback + other.cnt_playback,
    cnt_failed: one.cnt_failed + other.cnt_failed,
    startup_counts: addEach(one.startup_counts, other.startup_counts),
    rebuffer_ms: one.rebuffer_ms + other.rebuffer_ms,
    play_ms: one.play_ms + other.play_ms,
    cnt_dropped: one.cnt_dropped + other.cnt_dropped,
    cnt_decoded: one.cnt_decoded + other.cnt_decoded,
    cnt_parted: one.cnt_parted + other.cnt_parted,
    start_sums: addEach(one.start_sums, other.start_sums),
    cnt_prepared: one.cnt_prepared + other.cnt_prepared,
  };
}

export interface Failure {
  code: string;
  engine: string;
  cnt: number;
}

export interface HourFailure extends Failure {
  /** The episode that failed most often with it. */
  episode_id: number;
}

export interface LastHour {
  quality: PlaybackQuality;
  /** The most frequent first. */
  failures: readonly HourFailure[];
}

/** Figures that a worker counts each minute for the console and for Prometheus. */
export interface LiveSummary extends LastHour {
  cnt_start: number;
  play_seconds: number;
  cnt_sign_up: number;
  cnt_order: number;
  /** Defects of the app that crashed it. */
  cnt_crashed: number;
  by_platform: readonly { platform: PlatformName; quality: PlaybackQuality }[];
  /** Those with the most playbacks. */
  by_engine: readonly { platform: PlatformName; engine: string; quality: PlaybackQuality }[];
  cnt_playing: Readonly<Record<PlatformName, number>>;
  /** The most played episodes. */
  playing: readonly { episode_id: number; platform: PlatformName; cnt: number }[];
}

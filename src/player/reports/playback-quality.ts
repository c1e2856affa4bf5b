import type { ChronicleEntry } from './chronicle-entry.ts';
import type { StartParts } from './start-parts.ts';
import type { PlaybackError } from '#src/player/playback-error.ts';

/** Figures of a playback for operators: nothing about the viewer or the episode. */
export interface PlaybackQuality {
  /** See `PlaybackMeasures.firstFrameMs`. */
  readonly startupMs: number | null;
  readonly start: StartParts | null;
  readonly rebufferMs: number;
  readonly cntRebuffer: number;
  readonly cntDropped: number;
  readonly cntDecoded: number;
  /** Bits per second of the renditions, weighted by playing time; 0 when nothing played. */
  readonly averageBitrate: number;
  /** Changes of the rendition after the start and without a load. */
  readonly cntSwitch: number;
}

export interface RenditionMeasuring {
  follow(entry: ChronicleEntry): void;
  /** @param endMs end of the last state, relative to the start like the entries */
  measures(endMs: number): Pick<PlaybackQuality, 'averageBitrate' | 'cntSwitch'>;
}

/** Measures the renditions incrementally, because a long chronicle drops its first entries. */
export function createRenditionMeasuring(): RenditionMeasuring {
  let kilobits: number | null = null;
  let isPlaying = false;
  let isLoading = true;
  let sinceMs = 0;
  let playedMs = 0;
  let kilobitMs = 0;
  let cntSwitch = 0;

  /** Adds the time since the last change of state or rendition. */
  const settle = (atMs: number) => {
    if (isPlaying && kilobits !== null) {
      playedMs += atMs - sinceMs;
      kilobitMs += kilobits * (atMs - sinceMs);
    }
    sinceMs = atMs;
  };

  return {
    follow(entry) {
      if (entry.type === 'state') {
        settle(entry.atMs);
        isPlaying = entry.state === 'playing';
        if (entry.state === 'idle' || entry.state === 'loading' || entry.state === 'failed') isLoading = true;
        else isLoading = false;
      }
      if (entry.type === 'variant') {
        settle(entry.atMs);
        if (!isLoading && kilobits !== null && kilobits !== entry.kilobits) cntSwitch += 1;
        kilobits = entry.kilobits;
      }
    },
    measures(endMs) {
      settle(endMs);
      return { averageBitrate: playedMs === 0 ? 0 : Math.round((kilobitMs / playedMs) * 1_000), cntSwitch };
    },
  };
}

/** The code of a failure that the viewer sees: `SHAKA_1001`, or `APP_TIMEOUT` where Shaka has none. */
export const failureCodeOf = ({ category, code, kind }: Pick<PlaybackError, 'category' | 'code' | 'kind'>): string =>
  category === 'app' || code < 1_000 ? `APP_${kind.toUpperCase().replace(/-/g, '_')}` : `SHAKA_${code}`;

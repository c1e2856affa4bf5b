import type { ErrorCode } from '#contract/errors.ts';
import type { Clock } from '#src/lib/clock.ts';

/** What is told to the server, in the specification's words; both times in whole seconds. */
export interface PlayReport {
  readonly totalPlayTime: number;
  readonly playEndOffset: number;
  readonly isPlayerExit: boolean;
}

export interface PlayTrackerOptions {
  readonly clock: Clock;
  /** Where playback stands, in seconds. */
  readonly position: () => number;
  readonly report: (report: PlayReport) => Promise<unknown>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly onKick: () => void;
  readonly onRevalidate: () => void;
  readonly logError: (error: unknown) => void;
}

export interface PlayTracker {
  play(): void;
  pause(): void;
  detach(): Promise<void>;
}

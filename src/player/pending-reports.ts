import type { ErrorCode } from '#contract/errors.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { PlayReport } from './play-tracker.ts';

/** The part of a television's storage that the queue needs; synchronous, because a page may be frozen at any moment. */
export interface ReportStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** A report that the server has not accepted yet. */
export interface PendingReport extends PlayReport {
  readonly playLogId: string;
  /** Whose token may send it. */
  readonly profileId: number;
  /** When it was written, in ms since 1970. */
  readonly writtenAt: number;
}

export interface PendingReports {
  /** Keeps the newest report of a play log, in place of its earlier one. */
  keep(playLogId: string, profileId: number, report: PlayReport): void;
  drop(playLogId: string): void;
  /** Sends what an earlier page left behind for this profile: once, oldest first. Never rejects. */
  sendAll(profileId: number): Promise<void>;
  list(): readonly PendingReport[];
}

export interface PendingReportsOptions {
  readonly storage: ReportStorage;
  readonly clock: Clock;
  readonly report: (playLogId: string, report: PlayReport) => Promise<unknown>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly logError: (error: unknown) => void;
}

export function createPendingReports(_options: PendingReportsOptions): PendingReports {
  throw new Error('not built yet');
}

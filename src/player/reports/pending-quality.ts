import type { ErrorCode } from '#contract/errors.ts';
import type { QualityReport } from '#contract/quality.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { ReportStorage } from './pending-reports.ts';
import { isWorthSendingAgain } from './report-error.ts';

/** The quality of a playback that the server does not have yet. */
export interface PendingQuality {
  readonly playLogId: string;
  /** When it was written, in ms since 1970. */
  readonly writtenAt: number;
  /** The viewer has left the player. */
  readonly isDone: boolean;
  readonly report: QualityReport;
}

const STORAGE_KEY = 'pendingQuality';

/** Limit of entries: evenings without a network. */
const CAPACITY = 10;

/** The server refuses older ones (server/quality). */
const LIFETIME_MS = 7 * 24 * 3_600_000;

/** An open player writes every 30 seconds, or a little later in a hidden tab; older entries are of a page that is gone. */
const STILL_OPEN_MS = 150_000;

/** @returns the entries on the disk, oldest first; empty when they are damaged */
export function readQualities(storage: ReportStorage): readonly PendingQuality[] {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPending) : [];
  } catch {
    return [];
  }
}

function isPending(value: unknown): value is PendingQuality {
  if (typeof value !== 'object' || value === null) return false;
  const { playLogId, writtenAt, report } = value as Partial<PendingQuality>;
  return typeof playLogId === 'string' && typeof writtenAt === 'number' && typeof report === 'object';
}

function write(storage: ReportStorage, entries: readonly PendingQuality[]): void {
  if (entries.length === 0) storage.remove(STORAGE_KEY);
  else storage.set(STORAGE_KEY, JSON.stringify(entries.slice(-CAPACITY)));
}

const without = (storage: ReportStorage, playLogId: string) =>
  readQualities(storage).filter((entry) => entry.playLogId !== playLogId);

/** Stores the quality of a playback so far, in place of an earlier one. @throws Error of a full storage */
export const saveQuality = (storage: ReportStorage, entry: PendingQuality): void =>
  write(storage, [...without(storage, entry.playLogId), entry]);

interface SendOptions {
  readonly storage: ReportStorage;
  readonly clock: Pick<Clock, 'instant'>;
  readonly send: (playLogId: string, report: QualityReport) => Promise<unknown>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
}

/** The last run on each disk. */
const runs = new WeakMap<ReportStorage, Promise<void>>();

/**
 * Sends the stored qualities of playbacks that are over, also of pages that crashed or lost power. Stops at the first one
 * without an answer and keeps the rest. Never rejects. Runs on one disk follow each other, so that each quality is sent once.
 */
export function sendQualities(options: SendOptions): Promise<void> {
  const run = (runs.get(options.storage) ?? Promise.resolve()).then(() => sendAll(options));
  runs.set(options.storage, run);
  return run;
}

async function sendAll(options: SendOptions): Promise<void> {
  const { storage, clock, send, errorCodeOf } = options;
  const now = clock.instant();
  for (const { playLogId, writtenAt, isDone, report } of readQualities(storage)) {
    if (!isDone && Math.abs(now - writtenAt) <= STILL_OPEN_MS) continue;
    if (now - writtenAt < LIFETIME_MS) {
      const code = await send(playLogId, report).then(() => 'sent' as const, errorCodeOf);
      if (code !== 'sent' && isWorthSendingAgain(code)) return;
    }
    try {
      write(storage, without(storage, playLogId));
    } catch {
      // It is sent again at the next start, and the server takes it once.
    }
  }
}

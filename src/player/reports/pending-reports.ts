import type { ErrorCode } from '#contract/errors.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { createListeners } from '#src/lib/listeners.ts';
import type { PlayLogStore, PlayReport } from './play-tracker.ts';
import { isWorthSendingAgain } from './report-error.ts';

/** The storage that the queue needs; synchronous, because a page may be frozen at any moment. */
export interface ReportStorage {
  get(key: string): string | null;
  set(key: string, text: string): void;
  remove(key: string): void;
}

/** The last known state of a play log that the server has not closed yet. */
export interface PendingReport extends PlayReport {
  readonly playLogId: string;
  /** The profile whose token may send it. */
  readonly profileId: string;
  /** When it was written, in ms since 1970. */
  readonly writtenAt: number;
  /** The server has these values; only the final report is missing. */
  readonly isTold?: boolean;
}

export interface PendingReportsOptions {
  readonly storage: ReportStorage;
  readonly clock: Clock;
  /** Sends one report as the profile that watched; rejects without a code when that profile cannot send now. */
  readonly report: (playLogId: string, report: PlayReport, profileId: string) => Promise<unknown>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly logError: (error: unknown) => void;
}

/** Unsent watched time on disk, which survives the page. */
export interface PendingReports {
  /** Stores the reports of a play log that is being watched; while it is, `sendAll` leaves that play log to its tracker. */
  open(playLogId: string, profileId: string): PlayLogStore;
  /**
   * Sends the reports of earlier pages for this profile, each once, in watching order, and waits for the final reports of
   * this page that are on their way. Stops at the first without an answer and keeps the rest; drops reports that the
   * server refuses for good. Concurrent calls for one profile share one run. Never rejects.
   */
  sendAll(profileId: string): Promise<void>;
  /** Calls `listener` when a report stays on the disk because its call got no answer, so that the caller can retry. */
  subscribeUnanswered(listener: () => void): Stop;
  list(): readonly PendingReport[];
}

const STORAGE_KEY = 'pendingReports';

/** Limit of entries; a television leaves at most one per day. */
const CAPACITY = 20;

/** A play log lives 12 hours (contract.md, section 8): the server refuses older reports. */
const LIFETIME_MS = 12 * 60 * 60 * 1_000;

/**
 * An open player writes at least every minute, and a browser may throttle the timers of a hidden tab. A younger entry may
 * belong to another open tab.
 */
const STILL_OPEN_MS = 150_000;

export function createPendingReports(options: PendingReportsOptions): PendingReports {
  const { storage, clock, report, errorCodeOf, logError } = options;
  /** Play logs with an active tracker on this page. */
  const watched = new Set<string>();
  /** Of these, the final report is on its way. */
  const leaving = new Map<string, { profileId: string; settled: Promise<void>; settle: () => void }>();
  const sending = new Map<string, Promise<void>>();
  const unanswered = createListeners();
  /** The last logged failure; the same failure of a retry is not logged again. */
  let lastFailure = '';

  const list = (): PendingReport[] => {
    const oldestAt = clock.instant() - LIFETIME_MS;
    return readList(storage, logError).filter((entry) => entry.writtenAt > oldestAt);
  };

  const write = (entries: readonly PendingReport[]) => {
    try {
      if (entries.length === 0) storage.remove(STORAGE_KEY);
      else storage.set(STORAGE_KEY, JSON.stringify(entries.slice(-CAPACITY)));
    } catch (error) {
      // A full or forbidden storage must not stop playback; reports that reach the server still count.
      logError(error);
    }
  };

  const remove = (playLogId: string) => write(list().filter((entry) => entry.playLogId !== playLogId));

  const save = (entry: PendingReport) => {
    const entries = list();
    const index = entries.findIndex((other) => other.playLogId === entry.playLogId);
    entries.splice(index < 0 ? entries.length : index, 1, entry);
    write(entries);
  };

  /** Does nothing when the entry's page, which may be open, has written since. */
  const markTold = ({ playLogId, writtenAt }: PendingReport) =>
    write(
      list().map((entry) =>
        entry.playLogId === playLogId && entry.writtenAt === writtenAt ? { ...entry, isTold: true } : entry,
      ),
    );

  /** An entry from the future was written before the clock was set back; its page is gone. */
  const mayBeOpen = ({ writtenAt }: PendingReport) => Math.abs(clock.instant() - writtenAt) <= STILL_OPEN_MS;

  /** Sends one report, as final if requested; returns the server's code, `accepted`, or null without an answer. */
  const tell = async (entry: PendingReport, isPlayerExit: boolean): Promise<ErrorCode | 'accepted' | null> => {
    const { playLogId, profileId, totalPlayTime, playEndOffset } = entry;
    try {
      await report(playLogId, { totalPlayTime, playEndOffset, isPlayerExit }, profileId);
      return 'accepted';
    } catch (error) {
      const code = errorCodeOf(error);
      const failure = `${playLogId} ${code}`;
      if (failure !== lastFailure) logError(error);
      lastFailure = failure;
      return code;
    }
  };

  /** Whether the queue may continue after this answer. */
  const settle = (entry: PendingReport, isClosing: boolean, answer: ErrorCode | 'accepted' | null): boolean => {
    if (answer !== 'accepted' && isWorthSendingAgain(answer)) return false;
    // An accepted but open play log stays, to be closed by a later call.
    if (answer !== 'accepted' || isClosing) remove(entry.playLogId);
    else markTold(entry);
    return true;
  };

  const sendOne = async (entry: PendingReport): Promise<boolean> => {
    // The page is gone, so its play log can be closed, unless another tab may still be writing it.
    const isClosing = entry.isPlayerExit || !mayBeOpen(entry);
    if (entry.isTold && !isClosing) return true;
    const answer = await tell(entry, isClosing);
    // Another playback has superseded this one: the server accepts only the final report.
    if (answer === 'PLAYBACK_EXPIRED' && !isClosing) return settle(entry, true, await tell(entry, true));
    return settle(entry, isClosing, answer);
  };

  const sendInOrder = async (profileId: string) => {
    const tried = new Set<string>();
    // Looked up again after every answer: a tracker may have released its play log during the call.
    const next = () =>
      list().find(
        (entry) => entry.profileId === profileId && !watched.has(entry.playLogId) && !tried.has(entry.playLogId),
      );
    for (let entry = next(); entry; entry = next()) {
      tried.add(entry.playLogId);
      if (!(await sendOne(entry))) return unanswered.tell();
    }
  };

  return {
    open(playLogId, profileId) {
      watched.add(playLogId);
      const end = () => {
        watched.delete(playLogId);
        leaving.get(playLogId)?.settle();
        leaving.delete(playLogId);
      };
      return {
        save: (report) => save({ ...report, playLogId, profileId, writtenAt: clock.instant() }),
        leave() {
          let settle = () => undefined as void;
          const settled = new Promise<void>((resolve) => (settle = resolve));
          leaving.set(playLogId, { profileId, settled, settle });
        },
        drop() {
          end();
          remove(playLogId);
        },
        release() {
          end();
          if (list().some((entry) => entry.playLogId === playLogId)) unanswered.tell();
        },
      };
    },
    sendAll(profileId) {
      const left = [...leaving.values()].filter((entry) => entry.profileId === profileId);
      const sent = sending.get(profileId) ?? sendInOrder(profileId).then(() => void sending.delete(profileId));
      sending.set(profileId, sent);
      if (left.length === 0) return sent;
      return Promise.all([sent, ...left.map(({ settled }) => settled)]).then(() => undefined);
    },
    subscribeUnanswered: unanswered.subscribe,
    list,
  };
}

function readList(storage: ReportStorage, logError: (error: unknown) => void): PendingReport[] {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPendingReport) : [];
  } catch (error) {
    // A partial write or foreign text cannot be trusted.
    logError(error);
    return [];
  }
}

const isSeconds = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

function isPendingReport(value: unknown): value is PendingReport {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Partial<Record<keyof PendingReport, unknown>>;
  return (
    typeof entry.playLogId === 'string' &&
    entry.playLogId !== '' &&
    typeof entry.profileId === 'string' &&
    isSeconds(entry.totalPlayTime) &&
    isSeconds(entry.playEndOffset) &&
    typeof entry.isPlayerExit === 'boolean' &&
    typeof entry.writtenAt === 'number'
  );
}

import type { ErrorCode } from '#contract/errors.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { PlayLogStore, PlayReport } from './play-tracker.ts';
import { isWorthSendingAgain } from './report-error.ts';

/** The part of a television's storage that the queue needs; synchronous, because a page may be frozen at any moment. */
export interface ReportStorage {
  get(key: string): string | null;
  set(key: string, text: string): void;
  remove(key: string): void;
}

/** The last known state of a play log that the server has not closed yet. */
export interface PendingReport extends PlayReport {
  readonly playLogId: string;
  /** Whose token may send it. */
  readonly profileId: string;
  /** When it was written, in ms since 1970. */
  readonly writtenAt: number;
  /** The server has it as it stands; what is missing is the word that the play log was left. */
  readonly isTold?: boolean;
}

export interface PendingReportsOptions {
  readonly storage: ReportStorage;
  readonly clock: Clock;
  /** Sends one report as the profile that watched; rejects without a code when that one cannot send now. */
  readonly report: (playLogId: string, report: PlayReport, profileId: string) => Promise<unknown>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly logError: (error: unknown) => void;
}

/** Watched time that outlives the page: kept on disk until the server has it. */
export interface PendingReports {
  /** The place of a play log that is being watched; while it is, `sendAll` leaves that play log to its tracker. */
  open(playLogId: string, profileId: string): PlayLogStore;
  /**
   * Sends what earlier pages left behind for this profile: each once, in the order of watching. Stops at the first that
   * gets no answer and keeps the rest; drops what the server will never accept. A second call for the same profile while
   * one runs waits for that one. Never rejects.
   */
  sendAll(profileId: string): Promise<void>;
  list(): readonly PendingReport[];
}

const STORAGE_KEY = 'pendingReports';

/** A bound against a storage that only grows; a television leaves one entry a day at most. */
const CAPACITY = 20;

/** A play log lives 12 hours (contract.md, section 8): what is older cannot be accepted any more. */
const LIFETIME_MS = 12 * 60 * 60 * 1_000;

/**
 * An open player writes every minute at the latest, and a browser may slow the clock of a tab that nobody sees. What is
 * younger than this may belong to another tab that is still open.
 */
const STILL_OPEN_MS = 150_000;

export function createPendingReports(options: PendingReportsOptions): PendingReports {
  const { storage, clock, report, errorCodeOf, logError } = options;
  /** Play logs that a tracker of this page watches over. */
  const watched = new Set<string>();
  const sending = new Map<string, Promise<void>>();

  const list = (): PendingReport[] => {
    const oldestAt = clock.instant() - LIFETIME_MS;
    return readList(storage, logError).filter((entry) => entry.writtenAt > oldestAt);
  };

  const write = (entries: readonly PendingReport[]) => {
    try {
      if (entries.length === 0) storage.remove(STORAGE_KEY);
      else storage.set(STORAGE_KEY, JSON.stringify(entries.slice(-CAPACITY)));
    } catch (error) {
      // A full or forbidden storage must not stop the picture; the reports that reach the server still count.
      logError(error);
    }
  };

  const remove = (playLogId: string) => write(list().filter((entry) => entry.playLogId !== playLogId));

  const keep = (entry: PendingReport) => {
    const entries = list();
    const place = entries.findIndex((other) => other.playLogId === entry.playLogId);
    entries.splice(place < 0 ? entries.length : place, 1, entry);
    write(entries);
  };

  /** Unless its page, which may be open, has written since. */
  const markTold = ({ playLogId, writtenAt }: PendingReport) =>
    write(
      list().map((entry) =>
        entry.playLogId === playLogId && entry.writtenAt === writtenAt ? { ...entry, isTold: true } : entry,
      ),
    );

  /** A clock that was set back makes an entry of the future: that page is gone too. */
  const mayBeOpen = ({ writtenAt }: PendingReport) => Math.abs(clock.instant() - writtenAt) <= STILL_OPEN_MS;

  /** Sends one as it stands or as the last of its play log; answers the server's code, or what became of it. */
  const tell = async (entry: PendingReport, isPlayerExit: boolean): Promise<ErrorCode | 'accepted' | null> => {
    const { playLogId, profileId, totalPlayTime, playEndOffset } = entry;
    try {
      await report(playLogId, { totalPlayTime, playEndOffset, isPlayerExit }, profileId);
      return 'accepted';
    } catch (error) {
      logError(error);
      return errorCodeOf(error);
    }
  };

  /** Whether the queue may go on after this answer. */
  const settle = (entry: PendingReport, isClosing: boolean, answer: ErrorCode | 'accepted' | null): boolean => {
    if (answer !== 'accepted' && isWorthSendingAgain(answer)) return false;
    // What was accepted and is not closed yet stays, to be closed by a later call.
    if (answer !== 'accepted' || isClosing) remove(entry.playLogId);
    else markTold(entry);
    return true;
  };

  const sendOne = async (entry: PendingReport): Promise<boolean> => {
    // The page is gone, so its play log can be closed, unless another tab may still be writing it.
    const isClosing = entry.isPlayerExit || !mayBeOpen(entry);
    if (entry.isTold && !isClosing) return true;
    const answer = await tell(entry, isClosing);
    // Something else plays on this device by now: of a play log that gave way, the server takes the last report only.
    if (answer === 'PLAYBACK_EXPIRED' && !isClosing) return settle(entry, true, await tell(entry, true));
    return settle(entry, isClosing, answer);
  };

  const sendInOrder = async (profileId: string) => {
    const left = list().filter((entry) => entry.profileId === profileId && !watched.has(entry.playLogId));
    for (const entry of left) {
      if (!(await sendOne(entry))) return;
    }
  };

  return {
    open(playLogId, profileId) {
      watched.add(playLogId);
      return {
        keep: (kept) => keep({ ...kept, playLogId, profileId, writtenAt: clock.instant() }),
        drop() {
          watched.delete(playLogId);
          remove(playLogId);
        },
        release: () => void watched.delete(playLogId),
      };
    },
    sendAll(profileId) {
      const underWay = sending.get(profileId);
      if (underWay) return underWay;
      const sent = sendInOrder(profileId).then(() => void sending.delete(profileId));
      sending.set(profileId, sent);
      return sent;
    },
    list,
  };
}

function readList(storage: ReportStorage, logError: (error: unknown) => void): PendingReport[] {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPendingReport) : [];
  } catch (error) {
    // Half a write, or another program's text: nothing in it can be trusted.
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

import type { ErrorCode } from '#contract/errors.ts';
import type { Clock } from '#src/lib/clock.ts';
import { isWorthSendingAgain, verdictOf } from './report-error.ts';
import { createSecondCounter } from './second-counter.ts';

/*
 * The play tracker (service.md, section 4).
 *
 * event                      | playing                | paused                 | left
 * ---------------------------|------------------------|------------------------|---------------------------------------
 * play                       | nothing                | playing, counting      | nothing
 * pause                      | paused, count stands   | nothing                | nothing
 * 1 s of playing             | counter + 1            | no timer               | no timer
 * 60 s                       | report (1)             | report (1)             | no timer
 * detach                     | left, final report (2) | left, final report (2) | nothing
 * PLAYBACK_DEACTIVATED       | final blocked, onKick  | final blocked, onKick  | logged
 * PLAYBACK_EXPIRED,          | final blocked,         | final blocked,         | final blocked,
 *   TOTAL_PLAY_TIME_INVALID  |   onRevalidate         |   onRevalidate         |   onRevalidate
 * any other error, no answer | logged                 | logged                 | logged
 *
 * (1) Skipped when the counter or the offset equals the last accepted report, while another report is in flight, and
 *     once reporting is blocked. A play log starts with a counter of 0, so there is nothing to report without playback.
 * (2) Never skipped as unchanged, because `isPlayerExit` differs; skipped only when blocked. It waits for a report in
 *     flight, whose answer may block it.
 */

/** Time between reports, in ms (service.md, sections 4 and 9). */
const REPORT_EVERY_MS = 60_000;

/** Watched seconds between two writes to the storage: the maximum loss of a killed page. */
const SAVE_EVERY_SECONDS = 5;

/** A report in the specification's words; both times in whole seconds. */
export interface PlayReport {
  readonly totalPlayTime: number;
  readonly playEndOffset: number;
  readonly isPlayerExit: boolean;
}

/** Storage for what a killed page would lose. All calls are synchronous and do not throw. */
export interface PlayLogStore {
  save(report: PlayReport): void;
  /** The final report is saved and on its way, until `drop` or `release`. */
  leave(): void;
  /** The play log needs no further report. */
  drop(): void;
  /** The tracker is done; the next start sends what is stored. */
  release(): void;
}

export interface PlayTrackerOptions {
  readonly clock: Clock;
  /** Playback position in seconds. */
  readonly position: () => number;
  /** Sends a report; rejects with an error that `errorCodeOf` reads. */
  readonly report: (report: PlayReport) => Promise<unknown>;
  /** The server's code in such an error, or null when no answer came. */
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  /** The playback has ended because another device plays. */
  readonly onKick: (error: unknown) => void;
  /** The play log is invalid and a new one is needed. May be called after `detach`. */
  readonly onRevalidate: () => void;
  readonly logError: (error: unknown) => void;
  /** Watched time that the play log already has, in seconds. Default: 0. */
  readonly watchedSeconds?: number;
  readonly store?: PlayLogStore;
}

export interface PlayTracker {
  play(): void;
  pause(): void;
  /** Reports now, with the skip rules of the regular report, because there may be no later. */
  reportNow(): void;
  /** Writes the current state to the store, before the television may freeze the page. */
  persist(): void;
  /** Leaves; resolves when the final report was answered or needed none. Never rejects. */
  detach(): Promise<void>;
}

type TrackerState = 'playing' | 'paused' | 'left';

type TrackerEvent =
  | { readonly type: 'play' | 'pause' | 'second' | 'report-due' | 'detach' }
  | { readonly type: 'accepted'; readonly report: PlayReport }
  | { readonly type: 'refused'; readonly report: PlayReport; readonly error: unknown };

/** Counts the watched time of one play log and reports it, from creation until `detach`. */
export function createPlayTracker(options: PlayTrackerOptions): PlayTracker {
  const { clock, errorCodeOf, logError, store, watchedSeconds = 0 } = options;
  let state: TrackerState = 'paused';
  let isBlocked = false;
  let totalPlayTime = watchedSeconds;
  let playEndOffset = 0;
  let accepted: { totalPlayTime: number; playEndOffset: number | null } = {
    totalPlayTime: watchedSeconds,
    playEndOffset: null,
  };
  let underWay: Promise<void> | null = null;
  let leaving: Promise<void> = Promise.resolve();

  const counter = createSecondCounter(clock, () => handle({ type: 'second' }));
  const stopReporting = clock.every(REPORT_EVERY_MS, () => handle({ type: 'report-due' }));

  const present = (isPlayerExit: boolean): PlayReport => {
    const seconds = options.position();
    // A player that is being destroyed may have no position; the last one stays.
    if (Number.isFinite(seconds) && seconds >= 0) playEndOffset = Math.floor(seconds);
    return { totalPlayTime, playEndOffset, isPlayerExit };
  };

  const send = (report: PlayReport): Promise<void> => {
    const answered = new Promise((resolve) => resolve(options.report(report))).then(
      () => settle({ type: 'accepted', report }),
      (error: unknown) => settle({ type: 'refused', report, error }),
    );
    underWay = answered;
    return answered;
  };

  const settle = (answer: TrackerEvent) => {
    underWay = null;
    handle(answer);
  };

  const sendFinal = async (final: PlayReport): Promise<void> => {
    if (underWay) await underWay;
    if (!isBlocked) await send(final);
  };

  const block = () => {
    isBlocked = true;
    store?.drop();
  };

  const refuse = (error: unknown) => {
    const code = errorCodeOf(error);
    switch (verdictOf(code)) {
      case 'kick':
        if (state === 'left') return logError(error);
        block();
        return options.onKick(error);
      case 'revalidate':
        block();
        return options.onRevalidate();
      case 'log':
        return logError(error);
    }
  };

  function handle(event: TrackerEvent): void {
    switch (event.type) {
      case 'play':
        if (state !== 'paused') return;
        state = 'playing';
        return counter.start();
      case 'pause':
        if (state !== 'playing') return;
        counter.stop();
        state = 'paused';
        return persist();
      case 'second':
        totalPlayTime += 1;
        return totalPlayTime % SAVE_EVERY_SECONDS === 0 ? persist() : undefined;
      case 'report-due': {
        // Also while paused: other tabs must see that this page is alive.
        persist();
        if (isBlocked || underWay) return;
        counter.settle();
        const report = present(false);
        const isUnchanged =
          report.totalPlayTime === accepted.totalPlayTime || report.playEndOffset === accepted.playEndOffset;
        return isUnchanged ? undefined : void send(report);
      }
      case 'detach': {
        if (state === 'left') return;
        counter.stop();
        stopReporting();
        state = 'left';
        if (isBlocked) return store?.release();
        const final = present(true);
        store?.save(final);
        store?.leave();
        leaving = sendFinal(final);
        return;
      }
      case 'accepted':
        accepted = event.report;
        return event.report.isPlayerExit ? store?.drop() : undefined;
      case 'refused':
        refuse(event.error);
        if (!event.report.isPlayerExit || isBlocked) return;
        return isWorthSendingAgain(errorCodeOf(event.error)) ? store?.release() : store?.drop();
    }
  }

  function persist(): void {
    if (state !== 'left' && !isBlocked) store?.save(present(false));
  }

  return {
    play: () => handle({ type: 'play' }),
    pause: () => handle({ type: 'pause' }),
    reportNow: () => (state === 'left' ? undefined : handle({ type: 'report-due' })),
    persist,
    detach() {
      handle({ type: 'detach' });
      return leaving;
    },
  };
}

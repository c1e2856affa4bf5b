import type { Clock, Stop } from '#src/lib/clock.ts';
import type { PendingReports } from '#src/player/index.ts';
import type { SessionStore } from '#src/stores/session-store.ts';

/** First retry delay, in ms; it doubles up to the longest. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

export interface ReportSenderOptions {
  readonly clock: Clock;
  readonly session: SessionStore;
  readonly pendingReports: PendingReports;
  /** Called when every report sent by a try was answered. */
  readonly onSent: () => void;
}

export interface ReportSender {
  /** Sends the last profile's pending reports now, and resets the retry delay. */
  send(): void;
}

/**
 * Sends the pending reports on the disk, and retries with backoff while one gets no answer. The television's online
 * event alone is not enough: it may come before calls get through, or before the player's final report has failed.
 */
export function createReportSender({ clock, session, pendingReports, onSent }: ReportSenderOptions): ReportSender {
  let retryMs = FIRST_RETRY_MS;
  let stopTimer: Stop | null = null;

  const trySend = async () => {
    stopTimer?.();
    stopTimer = null;
    const profileId = session.getState().lastProfile?.profile.id;
    if (profileId === undefined || pendingReports.list().length === 0) return;
    await pendingReports.sendAll(profileId);
    if (!stopTimer) onSent();
  };

  pendingReports.subscribeUnanswered(() => {
    if (stopTimer) return;
    stopTimer = clock.after(retryMs, () => void trySend());
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  });

  return {
    send() {
      retryMs = FIRST_RETRY_MS;
      void trySend();
    },
  };
}

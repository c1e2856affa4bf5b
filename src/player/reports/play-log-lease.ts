import type { ErrorCode } from '#contract/errors.ts';
import type { MediaTicket } from '#contract/media-tickets.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { CurrentPlayLog } from './current-play-log.ts';
import { createMediaTicket } from '#src/player/media-ticket.ts';
import { createOfflinePlayLog, OfflineVideoOver } from '#src/player/offline/offline-play-log.ts';
import type { PendingReports } from './pending-reports.ts';
import { createPlayTracker, type PlayReport } from './play-tracker.ts';
import type { PlayedVideo } from '#src/player/ads/playback-ads.ts';
import { withTimeout } from '#src/player/playback-timeout.ts';
import { isWorthSendingAgain, verdictOf } from './report-error.ts';

/*
 * The right to play one video: its play log and its ticket, from the video call until the viewer leaves.
 *
 * cause of its end                                               | ending
 * ---------------------------------------------------------------|------------
 * the server reports another playing device                      | kicked
 * another window of this browser opened a play log               | superseded
 * the play log or its addresses are invalid for any other reason | revalidate
 * the right to a download ended                                  | expired
 */
export type LeaseEnding = 'kicked' | 'superseded' | 'revalidate' | 'expired';

/** Time for the server to explain refused media, in ms. */
const REFUSED_LIMIT_MS = 3_000;

export interface PlayLogLeaseOptions {
  readonly video: PlayedVideo;
  readonly profileId: string;
  readonly clock: Clock;
  /** Playback position in seconds. */
  readonly position: () => number;
  readonly pendingReports: Pick<PendingReports, 'open'>;
  readonly currentPlayLog: CurrentPlayLog;
  readonly report: (playLogId: string, report: PlayReport) => Promise<unknown>;
  readonly renewTicket: (playLogId: string) => Promise<MediaTicket>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly onRenewed: (ticket: MediaTicket) => void;
  /** Never called after `leave`; `error` is the server's error, or null. The lease must still be left. */
  readonly onEnd: (ending: LeaseEnding, error: unknown) => void;
  readonly logError: (error: unknown) => void;
}

export interface PlayLogLease {
  play(): void;
  pause(): void;
  /** Writes the watched time to the disk. */
  persist(): void;
  /** Reports before the next regular report. */
  reportNow(): void;
  /** The server refused media. */
  refused(): void;
  /** The server found no media, which an edge may also answer for an expired ticket. */
  missing(): void;
  /** Whether the ticket should be renewed before the next load. */
  isDue(): boolean;
  /** Never rejects. */
  freshen(): Promise<void>;
  /** Sends the final report, unless the server refused the play log; resolves when it is answered. Idempotent. */
  leave(): Promise<void>;
}

export function createPlayLogLease(options: PlayLogLeaseOptions): PlayLogLease {
  const { video, clock, currentPlayLog, errorCodeOf, logError, onEnd, renewTicket } = options;
  const { play_log_id: playLogId, offline } = video;
  let isLeft = false;
  let isAskingWhy = false;

  const end = (ending: LeaseEnding, error: unknown) => {
    if (!isLeft) onEnd(ending, error);
  };

  const onOver = (error: unknown) => {
    if (error !== null && verdictOf(errorCodeOf(error)) === 'kick') return end('kicked', error);
    // A new video here would supersede the other window's, which would supersede this one again, endlessly.
    end(!offline && currentPlayLog.isTakenFrom(playLogId) ? 'superseded' : 'revalidate', error);
  };

  const store = options.pendingReports.open(playLogId, options.profileId);
  const send = (report: PlayReport) => options.report(playLogId, report);
  const tracker = createPlayTracker({
    clock,
    position: options.position,
    errorCodeOf,
    onKick: (error) => end('kicked', error),
    onRevalidate: () => onOver(null),
    logError,
    ...(offline
      ? { ...createOfflinePlayLog(store, send), watchedSeconds: offline.watchedSeconds }
      : { store, report: send }),
  });
  const ticket =
    video.ticket && !offline
      ? createMediaTicket({
          clock,
          ticket: video.ticket,
          renew: () => renewTicket(playLogId),
          isFinal: (error) => !isWorthSendingAgain(errorCodeOf(error)),
          onRenewed: options.onRenewed,
          onOver,
          logError,
        })
      : null;
  const stopAtEnd = offline
    ? clock.after(Math.max(0, Date.parse(offline.expiresAt) - clock.instant()), () =>
        end('expired', new OfflineVideoOver()),
      )
    : null;
  if (!offline) currentPlayLog.claim(playLogId);

  /**
   * Media is refused when its play log has ended. Only the server knows whether another device took over: a new video call
   * would take the playback back without the viewer's request.
   */
  const askWhyRefused = async () => {
    if (isAskingWhy) return;
    isAskingWhy = true;
    const error = await withTimeout(clock, REFUSED_LIMIT_MS, 'ticket', renewTicket(playLogId)).then(
      () => null,
      (refusal: unknown) => refusal,
    );
    isAskingWhy = false;
    onOver(error);
  };

  return {
    play: tracker.play,
    pause: tracker.pause,
    persist: tracker.persist,
    reportNow: tracker.reportNow,
    refused() {
      if (ticket) ticket.refused();
      else if (offline) onOver(null);
      else void askWhyRefused();
    },
    missing: () => ticket?.missing(),
    isDue: () => ticket?.isDue() ?? false,
    freshen: () => ticket?.freshen() ?? Promise.resolve(),
    leave() {
      isLeft = true;
      ticket?.stop();
      stopAtEnd?.();
      currentPlayLog.release(playLogId);
      return tracker.detach();
    },
  };
}

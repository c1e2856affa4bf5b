import type { ErrorCode } from '#contract/errors.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { PlayedVideo } from './ads/playback-ads.ts';
import { withTimeout } from './playback-timeout.ts';
import { isTransient } from './reports/report-error.ts';
import { retrying } from './retrying.ts';

/** Maximum delay of the picture by the reports of earlier pages and the final report of an old play log, in ms. */
const REPORTS_FIRST_LIMIT_MS = 3_000;

export interface VideoCallRequest {
  /** The final report of the old play log, awaited up to a limit before the first attempt. */
  readonly after?: Promise<void>;
  /** Whether a call without a definite answer is retried with backoff. */
  readonly isRetried: boolean;
  readonly onRefused: (error: unknown) => void;
}

/** Requests the video, which opens a play log; a new request replaces the current one. */
export interface VideoCall {
  /** Never rejects; resolves when it is answered, refused, or stopped. */
  ask(request: VideoCallRequest): Promise<void>;
  /** Ends the request; a late answer goes to `onLate`. */
  stop(): void;
}

export function createVideoCall(options: {
  readonly clock: Clock;
  readonly request: () => Promise<PlayedVideo>;
  /** Sends the reports of earlier pages. */
  readonly sendPending: () => Promise<void>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly onVideo: (video: PlayedVideo) => void;
  /** A video that arrived too late; its play log is open. */
  readonly onLate: (video: PlayedVideo) => void;
  readonly logError: (error: unknown) => void;
}): VideoCall {
  const { clock, request, sendPending, errorCodeOf, onVideo, onLate, logError } = options;
  let stopCurrent: () => void = () => undefined;

  /** Resolves after the reports or the limit: then the picture has priority. */
  const reportsFirst = (sending: Promise<void>): Promise<void> =>
    withTimeout(clock, REPORTS_FIRST_LIMIT_MS, 'reports', sending).catch(logError);

  return {
    ask: ({ after, isRetried, onRefused }) =>
      new Promise((resolve) => {
        stopCurrent();
        let isStopped = false;
        let hasFailed = false;
        // Before the video call, because the resume offset in its answer depends on them.
        const sendReports = async () => {
          if (after) await reportsFirst(after);
          await reportsFirst(sendPending());
        };
        const attempt = async (): Promise<PlayedVideo | null> => {
          if (!hasFailed) await sendReports();
          return isStopped ? null : request();
        };
        const stop = retrying({
          clock,
          attempt,
          isTransient: (error) => isRetried && isTransient(errorCodeOf(error)),
          onAnswer(video) {
            if (video && isStopped) onLate(video);
            else if (video) onVideo(video);
            resolve();
          },
          onRefused(error) {
            onRefused(error);
            resolve();
          },
          onTransient(error) {
            // Logged once per request: an unreachable server fails the same way every few seconds.
            if (!hasFailed) logError(error);
            hasFailed = true;
          },
        });
        stopCurrent = () => {
          isStopped = true;
          stop();
          resolve();
        };
      }),
    stop: () => stopCurrent(),
  };
}

import type { MediaTicket } from '#contract/media-tickets.ts';
import type { Video } from '#contract/playback.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { withTimeout } from './playback-timeout.ts';

/*
 * Keeps the ticket of the media addresses fresh (contract.md, section 8).
 *
 * event                     | reaction
 * --------------------------|---------------------------------------------------------------------------------
 * half of its life is over  | renew
 * media was refused         | renew once; refused again soon after that: onOver
 * media was not found       | renew if due: an edge may answer 404 for an expired ticket
 * renewal without an answer | retry until there is one
 * renewal refused           | onOver: the play log has ended
 *
 * Lifetimes count from the receipt on a monotonic clock, because a television's date may be hours off. After a sleep the
 * elapsed time may be unknown; then the refusal of the first request triggers the renewal.
 */

/** A refusal this soon after one that renewed the ticket means that renewing does not help, in ms. */
const REFUSED_AGAIN_WITHIN_MS = 10_000;

/** Maximum time for an answer and between two tries, in ms; less for short-lived tickets. */
const ANSWER_LIMIT_MS = 8_000;
/** Minimum time between two renewals, in ms. */
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
const SHORTEST_PAUSE_MS = 250;

export interface MediaTicketOptions {
  readonly clock: Clock;
  /** The ticket that was just received in the video's addresses. */
  readonly ticket: MediaTicket;
  /** Requests the next ticket. */
  readonly renew: () => Promise<MediaTicket>;
  /** Whether the server's refusal is final for the play log. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onRenewed: (ticket: MediaTicket) => void;
  /** Called once; `error` is the server's refusal, or null when media stays refused. */
  readonly onOver: (error: unknown) => void;
  readonly logError: (error: unknown) => void;
}

export interface MediaTicketRenewal {
  refused(): void;
  missing(): void;
  /** Whether the next request may be refused: the page was hidden for long, or the last renewal got no answer. */
  isDue(): boolean;
  /** Renews if due; resolves when the renewal is answered or has failed. Never rejects. */
  freshen(): Promise<void>;
  stop(): void;
}

export function createMediaTicket(options: MediaTicketOptions): MediaTicketRenewal {
  const { clock, renew, isFinal, onRenewed, onOver, logError } = options;
  let lifeMs = 0;
  let receivedAtMs = 0;
  let refusedAtMs: number | null = null;
  /** Whether a ticket has arrived since the last refusal. */
  let isRenewedSince = false;
  let underWay: Promise<void> | null = null;
  let stopTimer: Stop | null = null;
  let isOver = false;

  const wait = (ms: number) => {
    stopTimer?.();
    stopTimer = clock.after(ms, () => {
      stopTimer = null;
      void freshen();
    });
  };

  const receive = ({ expires_in: expiresIn }: MediaTicket) => {
    lifeMs = expiresIn * 1000;
    receivedAtMs = clock.now();
    isRenewedSince = true;
    // The last tickets before the end of a play log live for less than a second.
    wait(Math.max(SHORTEST_WAIT_MS, lifeMs / 2));
  };

  const stop = () => {
    isOver = true;
    stopTimer?.();
    stopTimer = null;
  };

  const end = (error: unknown) => {
    if (isOver) return;
    stop();
    onOver(error);
  };

  const isDue = () => clock.now() - receivedAtMs >= lifeMs / 2;

  const ask = async (): Promise<void> => {
    const limitMs = Math.max(1_000, Math.min(ANSWER_LIMIT_MS, lifeMs / 4));
    try {
      const ticket = await withTimeout(clock, limitMs, 'ticket', renew());
      underWay = null;
      if (isOver) return;
      receive(ticket);
      onRenewed(ticket);
    } catch (error) {
      underWay = null;
      if (isOver) return;
      if (isFinal(error)) return end(error);
      logError(error);
      wait(Math.max(SHORTEST_PAUSE_MS, Math.min(LONGEST_PAUSE_MS, lifeMs / 8)));
    }
  };

  const renewNow = (): Promise<void> => {
    if (isOver) return Promise.resolve();
    underWay ??= ask();
    return underWay;
  };

  function freshen(): Promise<void> {
    return isDue() ? renewNow() : Promise.resolve();
  }

  receive(options.ticket);

  return {
    refused() {
      if (isOver) return;
      const nowMs = clock.now();
      const isAgain = refusedAtMs !== null && nowMs - refusedAtMs < Math.min(REFUSED_AGAIN_WITHIN_MS, lifeMs / 2);
      // Only a ticket that arrived since the last refusal can have been refused again.
      if (isAgain && isRenewedSince) return end(null);
      if (!isAgain) refusedAtMs = nowMs;
      isRenewedSince = false;
      void renewNow();
    },
    missing: () => void freshen(),
    isDue,
    freshen,
    stop,
  };
}

/** The same video with another ticket in its addresses. Addresses on the disk stay. */
export function withTicket<V extends Video>(video: V, ticket: MediaTicket): V {
  const old = video.ticket?.ticket;
  if (old === undefined) return video;
  const renewed = (url: string) => url.split(`/${old}/`).join(`/${ticket.ticket}/`);
  const change = <T extends { readonly url: string }>(part: T): T => ({ ...part, url: renewed(part.url) });
  return {
    ...video,
    ticket,
    streams: video.streams.map(change),
    subtitles: video.subtitles.map(change),
    ...(video.picture_subtitles && {
      picture_subtitles: video.picture_subtitles.map((one) => ({ ...change(one), sheets: one.sheets.map(renewed) })),
    }),
    ...(video.drawings && { drawings: video.drawings.map(change) }),
    thumbnails: video.thumbnails && change(video.thumbnails),
  };
}

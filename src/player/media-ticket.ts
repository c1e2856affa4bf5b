import type { MediaTicket } from '#contract/media-tickets.ts';
import type { Video } from '#contract/playback.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { within } from './playback-timeout.ts';

/*
 * Keeps the ticket of the media addresses fresh (contract.md, section 8).
 *
 * event                     | what happens
 * --------------------------|---------------------------------------------------------------------------------
 * half of its life is over  | renewed
 * media was refused         | renewed, once; refused again soon after that: onOver
 * media was not found       | renewed when it is due: an edge may answer 404 for a ticket that ended
 * renewal without an answer | tried again until there is one
 * renewal refused           | onOver: the play log is over
 *
 * Lifetimes count from the receipt on the clock that never goes back, because a television's date may be hours off. A
 * television that slept may not know how long: the refusal of its first request tells.
 */

/** A refusal this soon after one that renewed the ticket means that renewing does not help, in ms. */
const REFUSED_AGAIN_WITHIN_MS = 10_000;

/** The longest wait for an answer, and between two tries, in ms; a part of the ticket's life where that is shorter. */
const ANSWER_LIMIT_MS = 8_000;
/** Shortest time between two renewals, in ms. */
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
const SHORTEST_PAUSE_MS = 250;

export interface MediaTicketOptions {
  readonly clock: Clock;
  /** The ticket in the video's addresses, just received. */
  readonly ticket: MediaTicket;
  /** Asks the server for the next one. */
  readonly renew: () => Promise<MediaTicket>;
  /** Whether a refusal of the server is its last word about the play log. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onRenewed: (ticket: MediaTicket) => void;
  /** Called once; `error` is the server's refusal, or null when the media stays refused. */
  readonly onOver: (error: unknown) => void;
  readonly logError: (error: unknown) => void;
}

export interface MediaTicketKeeper {
  refused(): void;
  missing(): void;
  /** Whether the next request may be refused: the page was hidden for long, or the last renewal got no answer. */
  isDue(): boolean;
  /** Renews when it is due; resolves when that was answered, or not. Never rejects. */
  freshen(): Promise<void>;
  stop(): void;
}

export function createMediaTicket(options: MediaTicketOptions): MediaTicketKeeper {
  const { clock, renew, isFinal, onRenewed, onOver, logError } = options;
  let lifeMs = 0;
  let receivedAtMs = 0;
  let refusedAtMs: number | null = null;
  /** A ticket has come since the last refusal. */
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
      const ticket = await within(clock, limitMs, 'ticket', renew());
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
      // Only a ticket that came since the last refusal can be the wrong one.
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

/** The same video with another ticket in its addresses. What lies on the disk keeps its address. */
export function withTicket<V extends Video>(video: V, ticket: MediaTicket): V {
  const old = video.ticket?.ticket;
  if (old === undefined) return video;
  const change = <T extends { readonly url: string }>(part: T): T => ({
    ...part,
    url: part.url.split(`/${old}/`).join(`/${ticket.ticket}/`),
  });
  return {
    ...video,
    ticket,
    streams: video.streams.map(change),
    subtitles: video.subtitles.map(change),
    thumbnails: video.thumbnails && change(video.thumbnails),
  };
}

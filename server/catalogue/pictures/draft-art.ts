import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#server/lib/clock.ts';

/** Path of pictures of drafts below `/art/`; no path of the catalogue begins like this. */
export const DRAFT_PREFIX = '-';
/** An address is good for one to two of these, in ms; within one it stays the same, so that browsers load it once. */
const PERIOD_MS = 12 * 3600_000;

/** Signs addresses of pictures of drafts, for operators: without the signature nobody learns what comes. */
export interface DraftArt {
  /** @returns the path of the signed address below `/art/` */
  sign(path: string): string;
  /** @param ticket the part of the address between the prefix and the path */
  isSigned(ticket: string, path: string): boolean;
}

export function createDraftArt({ secret, clock }: { secret: string; clock: Clock }): DraftArt {
  const ticketOf = (path: string, endMs: number) =>
    `${endMs / PERIOD_MS}.${createHmac('sha256', secret).update(`draft-art\n${endMs}\n${path}`).digest('base64url')}`;
  return {
    sign(path) {
      const endMs = (Math.floor(clock.now().getTime() / PERIOD_MS) + 2) * PERIOD_MS;
      return `${DRAFT_PREFIX}/${ticketOf(path, endMs)}/${path}`;
    },
    isSigned(ticket, path) {
      const endMs = Number(/^\d{1,9}(?=\.)/.exec(ticket)?.[0]) * PERIOD_MS;
      if (!(endMs > clock.now().getTime())) return false;
      const [given, right] = [Buffer.from(ticket), Buffer.from(ticketOf(path, endMs))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

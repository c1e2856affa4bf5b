import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { shortenUuid } from '../lib/short-uuid.ts';
import { isTrailer, type MediaSigner } from './media-signer.ts';

/** An nginx in front of the media, with the configuration that `bora edge` prints. */
export interface MediaEdge {
  /** Start of its addresses, without a slash at the end. */
  url: string;
  /** Shared by this service and the edge; nobody else may know it. */
  secret: string;
  /** Host and port at which each edge is told which play logs have ended; none where edges ask every two seconds. */
  told: readonly string[];
}

/** Lifetime of an address at the edge, in seconds (contract.md, section 8). */
export const EDGE_TICKET_SECONDS = 180;

/** Separates the folder, which the signature covers, from the file. No name of the catalogue has this character. */
const MARK = '~';

/** Credential of the edge for this service. Derived, so that an attacker who intercepts it cannot sign addresses. */
export const edgeCredential = (secret: string): string =>
  createHmac('sha256', secret).update('bora edge').digest('base64url');

/**
 * Addresses for nginx's `secure_link`:
 *
 *     /media/<expires>.<account>.<play log>.<md5>/<folder>/~/<file>
 *
 * Downloads and prepared videos keep the addresses of `own`: this server serves them.
 */
export function createEdgeSigner({
  edge,
  own,
  clock,
}: {
  edge: MediaEdge;
  own: MediaSigner;
  clock: Clock;
}): MediaSigner {
  return {
    isRenewed: true,
    sign(grant) {
      const { folder, accountId, id, expiresAt, kind } = grant;
      if (kind || folder === '') return own.sign(grant);
      const now = clock.now().getTime();
      // Rounded up: an address must not end before its play log.
      const end = expiresAt.getTime();
      const expires = Math.ceil((isTrailer(grant) ? end : Math.min(end, now + EDGE_TICKET_SECONDS * 1000)) / 1000);
      const account = shortenUuid(accountId);
      // nginx knows MD5 alone. The secret comes last, which leaves an attacker nothing to extend.
      const signature = createHash('md5')
        .update(`${expires} ${account} ${id} ${folder} ${edge.secret}`)
        .digest('base64url');
      const ticket = `${expires}.${account}.${id}.${signature}`;
      return {
        ticket: {
          ticket,
          expires_at: new Date(expires * 1000).toISOString(),
          expires_in: Math.max(0, Math.floor(expires - now / 1000)),
        },
        licenseUrl: () => own.sign(grant).licenseUrl(),
        urlOf: (path) => `${edge.url}/media/${ticket}/${folder}/${MARK}/${path.slice(folder.length + 1)}`,
      };
    },
  };
}

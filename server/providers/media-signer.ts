import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MediaTicket } from '#contract/media-tickets.ts';
import type { Clock } from '../lib/clock.ts';
import { lengthenUuid, SHORT_UUID, shortenUuid } from '../lib/short-uuid.ts';

export type GrantKind = 'download' | 'prepared';

/** In tickets. */
const KIND_LETTERS: Readonly<Record<GrantKind, string>> = { download: 'd', prepared: 'p' };

/** The scope of an address: all files of one folder, until the play log or the download ends. */
export interface MediaGrant {
  folder: string;
  accountId: string;
  /** Id of a play log or of a download grant. */
  id: string;
  expiresAt: Date;
  /**
   * Default: what a play log opens. This server always serves the others itself, even behind a CDN: it checks whether a
   * download's grant is active, and counts the bytes of a prepared video. Only a download's ticket opens the clip as one file.
   */
  kind?: GrantKind | undefined;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Owner of the addresses of trailers. They belong to no account and no play log: every caller who may read the
 * title's answer gets them, and they end at their own time only.
 */
export const TRAILER_GRANT = { accountId: NOBODY, id: NOBODY } as const;

/** Whether an address belongs to a trailer. */
export const isTrailer = ({ id }: { id: string }): boolean => id === TRAILER_GRANT.id;

/** Name under which the keys of a protected clip are asked for, in its folder. */
export const LICENSE_FILE = 'license';

/** The addresses of one grant. */
export interface SignedAddresses {
  ticket: MediaTicket;
  /** Where players ask for the keys of a protected clip; always at this server. */
  licenseUrl(): string;
  /** @returns the address of a file in the folder, by its path in the catalogue. */
  urlOf(path: string): string;
}

/** Makes media addresses that open one grant only. Replace it with a CDN's signing. */
export interface MediaSigner {
  /** Whether tickets end before their play log does, so that the player must renew them. */
  readonly isRenewed: boolean;
  sign(grant: MediaGrant): SignedAddresses;
}

/** The scope of a ticket, as encoded in the ticket. */
export interface OpenedTicket {
  accountId: string;
  id: string;
  expiresAt: Date;
  kind: GrantKind | undefined;
}

const UUID = '[0-9a-f-]{36}';
/** The last letter of the signature has four bits: a ticket has one spelling. */
const TICKET = new RegExp(
  String.raw`^(\d{1,12})\.(${SHORT_UUID})\.(${UUID})\.(\d{1,2})([dp]?)\.([\w-]{42}[AEIMQUYcgkosw048])$`,
);

const kindOf = (letter: string): GrantKind | undefined =>
  letter === 'd' ? 'download' : letter === 'p' ? 'prepared' : undefined;

/** Maximum cached signatures; players request many files with one ticket. */
const MAXIMUM_REMEMBERED = 10_000;

const signatureOf = (secret: string, fields: readonly (string | number)[]) =>
  createHmac('sha256', secret).update(fields.join('\n')).digest();

export interface MediaSignerOptions {
  secret: string;
  publicUrl(): string;
  clock: Clock;
  /** Lifetime of a ticket, in seconds. Default: as long as its play log. */
  ticketSeconds?: number | undefined;
}

/**
 * Addresses that this server checks itself:
 *
 *     /media/<expires>.<account>.<play log>.<depth>.<hmac>/<folder>/<file>
 *     /media/<expires>.<account>.<download>.<depth>d.<hmac>/<folder>/<file>
 *     /media/<expires>.<account>.<number>.<depth>p.<hmac>/<folder>/<file>
 *
 * The ticket precedes the path, so that relative addresses inside a manifest include it. It covers the first `depth`
 * folders of the path, and nothing outside of them. The account has the form that it has in tokens, so that a load balancer
 * can send media and calls of an account to the same process.
 */
export function createMediaSigner({ secret, publicUrl, clock, ticketSeconds }: MediaSignerOptions): MediaSigner {
  return {
    isRenewed: ticketSeconds !== undefined,
    sign({ folder, accountId, id, expiresAt, kind }) {
      const now = clock.now().getTime();
      const end = expiresAt.getTime();
      const isShort = ticketSeconds !== undefined && !kind && !isTrailer({ id });
      // Rounded up: an address must not end before its play log.
      const expires = Math.ceil((isShort ? Math.min(end, now + ticketSeconds * 1000) : end) / 1000);
      const depth = folder === '' ? 0 : folder.split('/').length;
      const letter = kind ? KIND_LETTERS[kind] : '';
      const signature = signatureOf(secret, [expires, accountId, id, folder, letter]).toString('base64url');
      const ticket = `${expires}.${shortenUuid(accountId)}.${id}.${depth}${letter}.${signature}`;
      return {
        ticket: {
          ticket,
          expires_at: new Date(expires * 1000).toISOString(),
          expires_in: Math.max(0, Math.floor(expires - now / 1000)),
        },
        licenseUrl: () => `${publicUrl()}/media/${ticket}/${folder}/${LICENSE_FILE}`,
        urlOf: (path) => `${publicUrl()}/media/${ticket}/${path}`,
      };
    },
  };
}

/**
 * Checks tickets of `createMediaSigner`.
 *
 * @returns the scope of the ticket, if it opens `path` at `now`.
 */
export function createTicketCheck(
  secret: string,
): (ticket: string, path: string, now: Date) => OpenedTicket | 'forged' | 'expired' {
  /** By ticket. The signature covers the folder, so each ticket is valid for only one. */
  const remembered = new Map<string, { opened: OpenedTicket; prefix: string }>();

  const verify = (ticket: string, path: string): OpenedTicket | 'forged' => {
    const known = remembered.get(ticket);
    if (known) return path.startsWith(known.prefix) ? known.opened : 'forged';
    const [, expires = '', account = '', id = '', depthText = '', letter = '', signature = ''] =
      TICKET.exec(ticket) ?? [];
    const depth = Number(depthText);
    const parts = path.split('/');
    if (signature === '' || parts.length <= depth) return 'forged';
    const accountId = lengthenUuid(account);
    const folder = parts.slice(0, depth).join('/');
    const given = Buffer.from(signature, 'base64url');
    const expected = signatureOf(secret, [expires, accountId, id, folder, letter]);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
    const opened = { accountId, id, expiresAt: new Date(Number(expires) * 1000), kind: kindOf(letter) };
    remembered.set(ticket, { opened, prefix: folder === '' ? '' : `${folder}/` });
    const [oldest] = remembered.size > MAXIMUM_REMEMBERED ? remembered.keys() : [];
    if (oldest !== undefined) remembered.delete(oldest);
    return opened;
  };

  return (ticket, path, now) => {
    const opened = verify(ticket, path);
    if (opened === 'forged') return opened;
    return now >= opened.expiresAt ? 'expired' : opened;
  };
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an address opens: all files of one folder, for one play log, until it ends. */
export interface MediaGrant {
  folder: string;
  playLogId: string;
  expiresAt: Date;
}

/** Makes addresses of media that only work for who was given them. A CDN's own signing can stand here instead. */
export interface MediaSigner {
  /** @returns the address of a file of the folder, by its path in the catalogue. */
  sign(grant: MediaGrant): (path: string) => string;
}

export type MediaVerdict = { path: string; expiresAt: Date } | 'forged' | 'expired';

/** The part of the address that carries the right, and how many folders of the path it stands for. */
const TICKET = /^(\d{1,12})\.([0-9a-f-]{36})\.(\d{1,2})\.([\w-]{43})$/;

const signatureOf = (secret: string, fields: readonly (string | number)[]) =>
  createHmac('sha256', secret).update(fields.join('\n')).digest();

/**
 * Addresses that this server checks itself:
 *
 *     /media/<expires>.<play log>.<depth>.<hmac>/<folder>/<file>
 *
 * The right stands before the path, so that the relative addresses inside a manifest carry it along. It covers the first
 * `depth` folders of the path, and nothing outside of them.
 */
export function createMediaSigner(secret: string, publicUrl: () => string): MediaSigner {
  return {
    sign({ folder, playLogId, expiresAt }) {
      // Whole seconds, upwards: an address must not end before its play log.
      const expires = Math.ceil(expiresAt.getTime() / 1000);
      const depth = folder === '' ? 0 : folder.split('/').length;
      const signature = signatureOf(secret, [expires, playLogId, folder]).toString('base64url');
      const base = `${publicUrl()}/media/${expires}.${playLogId}.${depth}.${signature}`;
      return (path) => `${base}/${path}`;
    },
  };
}

/** Whether a ticket opens a path, at an instant. */
export function checkMedia(secret: string, ticket: string, path: string, now: Date): MediaVerdict {
  const [, expires = '', playLogId = '', depth = '', signature = ''] = TICKET.exec(ticket) ?? [];
  const parts = path.split('/');
  const folder = parts.slice(0, Number(depth)).join('/');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, [expires, playLogId, folder]);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  const expiresAt = new Date(Number(expires) * 1000);
  if (now >= expiresAt) return 'expired';
  return parts.length > Number(depth) ? { path, expiresAt } : 'forged';
}

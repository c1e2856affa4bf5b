import { hash } from 'node:crypto';
import type { Random } from '../lib/random.ts';
import { lengthenUuid, shortenUuid } from '../lib/short-uuid.ts';

/** The stored form of a token or code. A token has 256 random bits, so a fast hash is enough. */
export const hashToken = (token: string): string => hash('sha256', token);

/** The columns that find a token's row. */
export interface TokenKey {
  hash: string;
  accountId: string;
}

/** 16 bytes in base64url, and the secret, which contains no dot. */
const TOKEN = /^([\w-]{22})\.[\w-]{43}$/;

/**
 * Makes a token that contains its account, so that the lookup reaches the account's shard. Opaque to clients. The hash
 * covers the account too: a token with another account is unknown.
 */
export const makeToken = (accountId: string, random: Random): string => `${shortenUuid(accountId)}.${random.secret()}`;

/** @returns undefined for a malformed token, which nobody can have. */
export function tokenKeyOf(token: string): TokenKey | undefined {
  const account = TOKEN.exec(token)?.[1];
  return account === undefined ? undefined : { hash: hashToken(token), accountId: lengthenUuid(account) };
}

import { hash } from 'node:crypto';
import type { Random } from '../lib/random.ts';
import { lengthenUuid, shortenUuid } from '../lib/short-uuid.ts';

/** The stored form of a token or code. A token has 256 random bits, so a fast hash is enough. */
export const hashToken = (token: string): string => hash('sha256', token);

/** The columns that find a token's row. */
export interface TokenKey {
  hash: string;
  /** Null for tokens of earlier versions, which are found by their hash alone. */
  accountId: string | null;
}

/** 16 bytes in base64url, and the secret, which contains no dot. */
const WITH_ACCOUNT = /^([\w-]{22})\.[\w-]{43}$/;

/**
 * Makes a token that contains its account, so that the lookup reaches the account's shard. Opaque to clients. The hash
 * covers the account too: a token with another account is unknown.
 */
export const makeToken = (accountId: string, random: Random): string => `${shortenUuid(accountId)}.${random.secret()}`;

/** The account in a token; null for tokens of earlier versions. */
export function accountIdOf(token: string): string | null {
  const account = WITH_ACCOUNT.exec(token)?.[1];
  return account === undefined ? null : lengthenUuid(account);
}

export const tokenKeyOf = (token: string): TokenKey => ({ hash: hashToken(token), accountId: accountIdOf(token) });

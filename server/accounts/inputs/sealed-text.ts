import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '#server/lib/fail.ts';
import { fairQueue } from '#server/lib/queues.ts';
import type { Random } from '#server/lib/random.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Cost of a guess. There are 2.8e11 codes: with a fast hash, a graphics card finds the code of a stolen row within a minute;
 * with this one it needs more than a year, and a call needs 30 ms of a thread once per code and process.
 */
const COST = { N: 2 ** 14, r: 8, p: 1 };
/** Codes whose keys a process remembers: a call of a phone comes several times a second. */
const MOST_KEYS = 5_000;

/** From a code: the hash by which its row is found, and the key of its text. The database has only the hash. */
export interface CodeKeys {
  hash: string;
  key: Buffer;
}

const derive = promisify<string, string, number, typeof COST, Buffer>(scrypt);

/** Derivations at a time, of libuv's four threads: guesses from many addresses must not block file reads and sign-ins. */
export const DERIVED_AT_ONCE = 1;
/** Queue limit over all callers: a few seconds of work. */
const DERIVED_WAITING = 128;
/** `retry-after` of callers that a full queue refuses. */
const RETRY_AFTER_SECONDS = 3;

/**
 * Derives both from a code. A row's hash is as slow to guess as the key of its text.
 *
 * @returns takes the code, and the caller's address for a queue that is fair between addresses; throws TOO_MANY_REQUESTS
 * when too many wait.
 */
export function createCodeKeys(
  deriveBytes: (code: string) => Promise<Buffer> = (code) => derive(code, 'input of a television', 2 * KEY_BYTES, COST),
): (code: string, address: string) => Promise<CodeKeys> {
  const known = new LRUCache<string, CodeKeys>({ max: MOST_KEYS });
  const queue = fairQueue(
    { atOnce: DERIVED_AT_ONCE, waiters: DERIVED_WAITING },
    () => new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  );
  return async (code, address) => {
    const before = known.get(code);
    if (before) return before;
    const bytes = await queue.run(() => deriveBytes(code), address);
    const keys = { hash: bytes.subarray(0, KEY_BYTES).toString('base64url'), key: bytes.subarray(KEY_BYTES) };
    known.set(code, keys);
    return keys;
  };
}

/** The stored form of a text: it may be a password, so it is never stored in clear. */
export function sealText(key: Buffer, text: string, random: Random): string {
  const nonce = Buffer.from(random.secret(), 'base64url').subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws Error for a text that was sealed with another key. */
export function openText(key: Buffer, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

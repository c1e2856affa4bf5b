import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import type { Random } from '#server/lib/random.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The database stores only a hash of the code, so that its rows and backups cannot open the text. */
const keyOf = (code: string): Buffer => hash('sha256', `input text\n${code}`, 'buffer');

/** The stored form of a text: it may be a password, so it is never stored in clear. */
export function sealText(code: string, text: string, random: Random): string {
  const nonce = Buffer.from(random.secret(), 'base64url').subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(code), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws Error for a text that was sealed with another code. */
export function openText(code: string, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv(CIPHER, keyOf(code), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

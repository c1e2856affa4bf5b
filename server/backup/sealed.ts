import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { RefusedError } from '../lib/refused-error.ts';

/*
 * A sealed backup: this line, salt, nonce, the backup encrypted by AES-256-GCM, and its tag. The key is made of the secret by
 * scrypt.
 */

const LINE = Buffer.from('bora-sealed-backup 1\n');
const SALT = 16;
const NONCE = 12;
const TAG = 16;
const HEAD = LINE.length + SALT + NONCE;

const keyOf = (secret: string, salt: Buffer) => scryptSync(secret, salt, 32, { N: 2 ** 15, maxmem: 64 * 1024 * 1024 });

async function readPart(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether a file is a sealed backup, by its first line. */
export const isSealed = async (path: string): Promise<boolean> => LINE.equals(await readPart(path, 0, LINE.length));

/** Encrypts a backup into a new file that only its owner can read, and flushes it to disk. */
export async function seal(path: string, to: string, secret: string): Promise<void> {
  const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, salt), nonce);
  await pipeline(
    createReadStream(path),
    cipher,
    async function* (encrypted: AsyncIterable<Buffer>) {
      yield Buffer.concat([LINE, salt, nonce]);
      yield* encrypted;
      yield cipher.getAuthTag();
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

/**
 * Decrypts a sealed backup into a new file.
 *
 * @throws RefusedError for another secret, or a file that was changed or is incomplete; the new file is gone then.
 */
export async function unseal(path: string, to: string, secret: string): Promise<void> {
  const { size } = await stat(path);
  if (size <= HEAD + TAG) throw new RefusedError(`${path} is incomplete.`);
  const head = await readPart(path, LINE.length, SALT + NONCE);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, head.subarray(0, SALT)), head.subarray(SALT));
  decipher.setAuthTag(await readPart(path, size - TAG, TAG));
  try {
    await pipeline(
      createReadStream(path, { start: HEAD, end: size - TAG - 1 }),
      decipher,
      createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    await rm(to, { force: true });
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new RefusedError(`BACKUP_SECRET is not the one that sealed ${path}, or the file is damaged.`);
  }
}

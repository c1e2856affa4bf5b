import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seals keys before they go into the database, so that the database alone opens no clip. */
export interface KeySeal {
  /** @param about what the key is for; only the same text opens it again. */
  seal(key: string, about: string): string;
  /** @throws Error when the secret is another one, or the text was changed. */
  open(sealed: string, about: string): string;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_FILE = 'clip-key-secret';

/** @param findSecret called at the first use. */
export function createKeySeal(findSecret: () => string): KeySeal {
  let made: Buffer | undefined;
  const sealing = () => (made ??= Buffer.from(hkdfSync('sha256', findSecret(), '', 'bora clip keys', 32)));
  return {
    seal(key, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealing(), nonce).setAAD(Buffer.from(about));
      const text = Buffer.concat([cipher.update(key, 'hex'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64url');
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      const cipher = createDecipheriv(CIPHER, sealing(), bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(about));
      cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([cipher.update(text), cipher.final()]).toString('hex');
    },
  };
}

const readSecret = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** The secret of a data folder; undefined before one was made. */
export const findSecretIn = (dataDir: string): string | undefined => readSecret(join(dataDir, SECRET_FILE));

/** The secret of a data folder, made at the first use. Several processes get the same one. */
export function secretIn(dataDir: string): string {
  const path = join(dataDir, SECRET_FILE);
  const known = readSecret(path);
  if (known !== undefined) return known;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // A link, unlike a rename, never replaces the secret of another process.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8').trim();
}

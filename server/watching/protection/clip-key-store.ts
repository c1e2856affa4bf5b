import type { Connection } from '#server/db/open.ts';
import type { Random } from '#server/lib/random.ts';
import type { KeySeal } from './key-seal.ts';
import type { Protection, Scheme } from '#server/lib/protection.ts';

/** Keys of the protected clips that intake has made, sealed. */
export interface ClipKeys {
  /** Makes the key of a clip. */
  make(tx: Connection, clipId: string, scheme: Scheme): Promise<void>;
  /** @throws OtherSecretError */
  find(db: Connection, clipId: string): Promise<Protection | undefined>;
  /** @returns whether there is a key; @throws OtherSecretError when the secret does not open it. */
  tryOne(db: Connection): Promise<boolean>;
  remove(db: Connection, clipId: string): Promise<void>;
}

/** A key was sealed with another secret than the one that this process has. */
export class OtherSecretError extends Error {
  override readonly name = 'OtherSecretError';
}

/** 16 bytes in hexadecimal digits, for ids and keys. */
const sixteenBytes = (random: Random) => random.code('0123456789abcdef', 32);
const aboutOf = (clipId: string, keyId: string) => `${clipId} ${keyId}`;

export function createClipKeys(seal: KeySeal, random: Random): ClipKeys {
  return {
    async make(tx, clipId, scheme) {
      const keyId = sixteenBytes(random);
      const sealed_key = seal.seal(sixteenBytes(random), aboutOf(clipId, keyId));
      await tx.insertInto('clip_keys').values({ clip_id: clipId, key_id: keyId, scheme, sealed_key }).execute();
    },
    async find(db, clipId) {
      const row = await db.selectFrom('clip_keys').selectAll().where('clip_id', '=', clipId).executeTakeFirst();
      if (row === undefined) return undefined;
      try {
        const key = seal.open(row.sealed_key, aboutOf(clipId, row.key_id));
        return { scheme: row.scheme, keyId: row.key_id, key };
      } catch (error) {
        throw new OtherSecretError(
          `MEDIA_KEY_SECRET does not open the key of clip ${clipId}: it was sealed with another secret`,
          { cause: error },
        );
      }
    },
    async tryOne(db) {
      const row = await db.selectFrom('clip_keys').select('clip_id').limit(1).executeTakeFirst();
      return row !== undefined && (await this.find(db, row.clip_id)) !== undefined;
    },
    async remove(db, clipId) {
      await db.deleteFrom('clip_keys').where('clip_id', '=', clipId).execute();
    },
  };
}

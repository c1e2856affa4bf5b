import { LRUCache } from 'lru-cache';
import type { Connection } from '#server/db/open.ts';
import { batched } from '#server/lib/batched.ts';
import { listArtPaths } from './art-store.ts';
import { findVersion as readVersion } from '#server/catalogue/store.ts';
import type { FindVersion } from '#server/catalogue/version.ts';
import { createVersioned, type Versioned } from '#server/catalogue/versioned.ts';

/** The picture of a title's tile: a JPEG of 250 px height beside its wide picture, because Samsung accepts no WebP. */
export const tileOf = (wide: string): string => wide.replace(/[^/]+$/, 'tile.jpg');

/** The pictures of the catalogue. */
export interface Art {
  /** Whether the catalogue has a picture of this path, tiles of titles included. */
  has(path: string): Promise<boolean>;
  /** Whether the file of the picture exists; cached per version of the catalogue. */
  hasFile(path: string): Promise<boolean>;
}

/** Limits of cached paths, about 200 bytes each. */
const MOST_PATHS = 20_000;
const MOST_FILES = 5_000;
/** Statements in flight. */
const READS_AT_ONCE = 2;

interface Known extends Versioned {
  readonly paths: LRUCache<string, boolean>;
  readonly files: LRUCache<string, Promise<boolean>>;
}

/**
 * Looks paths up in the database and caches the last ones per version of the catalogue: every process drops a picture that
 * an import removed. Concurrent look-ups share a statement.
 */
export function createArt(options: {
  db: Connection;
  findVersion: FindVersion;
  /** Checks for a file in the catalogue's folder. */
  findFile(path: string): Promise<boolean>;
}): Art {
  const { db, findVersion, findFile } = options;

  const current = createVersioned<Known>({
    findVersion,
    read: async () => ({
      // If an import commits before a look-up, the stale version causes another one.
      version: await readVersion(db),
      paths: new LRUCache({ max: MOST_PATHS }),
      files: new LRUCache({ max: MOST_FILES }),
    }),
  });
  const find = batched(async (paths: string[]) => {
    const found = new Set(await listArtPaths(db, [...new Set(paths)]));
    return paths.map((path) => found.has(path));
  }, READS_AT_ONCE);

  /** Pictures of the catalogue version that was read last. */
  let last: Known | undefined;

  return {
    async has(path) {
      let known: Known;
      try {
        known = last = await current();
      } catch (error) {
        // Serve known pictures while the database does not answer.
        const isKnown = last?.paths.get(path);
        if (isKnown === undefined) throw error;
        return isKnown;
      }
      const cached = known.paths.get(path);
      if (cached !== undefined) return cached;
      const isFound = await find(path);
      known.paths.set(path, isFound);
      return isFound;
    },
    async hasFile(path) {
      const { files } = await current();
      const known = files.get(path) ?? findFile(path);
      files.set(path, known);
      return known;
    },
  };
}

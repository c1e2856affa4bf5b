import { LRUCache } from 'lru-cache';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { batched } from '#server/lib/batched.ts';
import { listArt } from './art-store.ts';
import { findVersion as readVersion } from '#server/catalogue/store.ts';
import type { FindVersion } from '#server/catalogue/version.ts';
import { createVersioned, type Versioned } from '#server/catalogue/versioned.ts';

/** The picture of a title's tile: a JPEG of 250 px height beside its wide picture, because Samsung accepts no WebP. */
export const tileOf = (wide: string): string => wide.replace(/[^/]+$/, 'tile.jpg');

const LARGE = '-2x';

/** The same picture with twice as many pixels a side, which only some pictures have: `poster-2x.webp`. */
export const largeOf = (path: string): string => path.replace(/(?=\.\w+$)/, LARGE);

/** The picture of a large one's path; undefined for another path. */
export const smallOf = (path: string): string | undefined =>
  path.endsWith(`${LARGE}.webp`) ? `${path.slice(0, -`${LARGE}.webp`.length)}.webp` : undefined;

/** The pictures of the catalogue. */
export interface Art {
  /**
   * Whether the catalogue has a picture of this path, tiles of titles included. Pictures of hidden titles and of episodes
   * that are not published are drafts: strangers must not learn from them what comes.
   */
  find(path: string): Promise<'public' | 'draft' | 'unknown'>;
  /** Whether the file of the picture exists; cached per version of the catalogue. */
  hasFile(path: string): Promise<boolean>;
}

/** Limits of cached paths, about 200 bytes each. */
const MOST_PATHS = 20_000;
const MOST_FILES = 5_000;
/** Statements in flight. */
const READS_AT_ONCE = 2;

type ArtState = Awaited<ReturnType<Art['find']>>;

interface Known extends Versioned {
  readonly paths: LRUCache<string, Exclude<ArtState, 'draft'>>;
  readonly files: LRUCache<string, Promise<boolean>>;
}

/**
 * Looks paths up in the database and caches the last ones per version of the catalogue: every process drops a picture that
 * an import removed. Concurrent look-ups share a statement.
 */
export function createArt(options: {
  db: Connection;
  clock: Clock;
  findVersion: FindVersion;
  /** Checks for a file in the catalogue's folder. */
  findFile(path: string): Promise<boolean>;
}): Art {
  const { db, clock, findVersion, findFile } = options;

  const current = createVersioned<Known>({
    findVersion,
    read: async () => ({
      // If an import commits before a look-up, the stale version causes another one.
      version: await readVersion(db),
      paths: new LRUCache({ max: MOST_PATHS }),
      files: new LRUCache({ max: MOST_FILES }),
    }),
  });
  const find = batched(async (paths: string[]): Promise<ArtState[]> => {
    const found = await listArt(db, [...new Set(paths)], clock.now());
    const states = new Map(
      found.map(({ path, is_public: isPublic }) => [path, isPublic ? 'public' : 'draft'] as const),
    );
    return paths.map((path) => states.get(path) ?? 'unknown');
  }, READS_AT_ONCE);

  /** Pictures of the catalogue version that was read last. */
  let last: Known | undefined;

  return {
    async find(path) {
      let known: Known;
      try {
        known = last = await current();
      } catch (error) {
        // Serve known pictures while the database does not answer.
        const state = last?.paths.get(path);
        if (state === undefined) throw error;
        return state;
      }
      const cached = known.paths.get(path);
      if (cached !== undefined) return cached;
      const state = await find(path);
      // A draft becomes public at its time, without another version.
      if (state !== 'draft') known.paths.set(path, state);
      return state;
    },
    async hasFile(path) {
      const { files } = await current();
      const known = files.get(path) ?? findFile(path);
      files.set(path, known);
      return known;
    },
  };
}

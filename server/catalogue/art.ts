import type { Connection } from '../db/open.ts';
import { readArtPaths } from './art-store.ts';
import { findVersion as readVersion } from './store.ts';
import type { FindVersion } from './version.ts';
import { createVersioned, type Versioned } from './versioned.ts';

/** The picture of a title's tile: a JPEG of 250 px height beside its wide picture, because Samsung accepts no WebP. */
export const tileOf = (wide: string): string => wide.replace(/[^/]+$/, 'tile.jpg');

/** The pictures of the catalogue. */
export interface Art {
  /** Whether the catalogue has a picture of this path, tiles of titles included. */
  has(path: string): Promise<boolean>;
  /** Whether the file of the picture exists; cached per version of the catalogue. */
  hasFile(path: string): Promise<boolean>;
}

interface Pictures extends Versioned {
  readonly paths: ReadonlySet<string>;
}

interface Files extends Versioned {
  readonly found: Map<string, Promise<boolean>>;
}

/**
 * Keeps the paths of all pictures in memory per version of the catalogue: a request for an unknown path costs one
 * look-up, and every process drops a picture that an import removed. 1.6 million paths (100,000 titles with twelve
 * episodes each) take about 130 MB.
 */
export function createArt(options: {
  db: Connection;
  findVersion: FindVersion;
  /** Checks for a file in the catalogue's folder. */
  findFile(path: string): Promise<boolean>;
}): Art {
  const { db, findVersion, findFile } = options;

  const pictures = createVersioned<Pictures>({
    findVersion,
    async read() {
      // The version is read first: if an import commits in between, the stale version causes another read.
      const version = await readVersion(db);
      const paths = new Set<string>();
      for await (const { path, isWide } of readArtPaths(db)) {
        paths.add(path);
        if (isWide) paths.add(tileOf(path));
      }
      return { version, paths };
    },
  });
  const files = createVersioned<Files>({
    findVersion,
    read: async () => ({ version: await readVersion(db), found: new Map() }),
  });

  /** The last set that was read. */
  let last: Pictures | undefined;

  return {
    async has(path) {
      try {
        last = await pictures();
      } catch (error) {
        // Serve pictures from the last set while the database does not answer.
        if (!last) throw error;
      }
      return last.paths.has(path);
    },
    async hasFile(path) {
      const { found } = await files();
      const known = found.get(path) ?? findFile(path);
      found.set(path, known);
      return known;
    },
  };
}

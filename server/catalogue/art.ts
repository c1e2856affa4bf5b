import type { Connection } from '../db/open.ts';
import { readArtPaths } from './art-store.ts';
import { findVersion as readVersion } from './store.ts';
import type { FindVersion } from './version.ts';
import { createVersioned, type Versioned } from './versioned.ts';

/** The picture of a title's tile: a JPEG 250 dots high beside its wide one, since Samsung takes no WebP. */
export const tileOf = (wide: string): string => wide.replace(/[^/]+$/, 'tile.jpg');

/** Which pictures belong to the catalogue. */
export interface Art {
  /** Whether the catalogue has a picture of this path, tiles of titles included. */
  has(path: string): Promise<boolean>;
  /** Whether the picture's file is there; the answer holds for one version of the catalogue. */
  hasFile(path: string): Promise<boolean>;
}

interface Pictures extends Versioned {
  readonly paths: ReadonlySet<string>;
}

interface Files extends Versioned {
  readonly found: Map<string, Promise<boolean>>;
}

/**
 * Keeps the paths of all pictures in memory, by version of the catalogue: whatever strangers ask for costs one look-up,
 * and a picture that an import removed is gone for every process. 1.6 million paths, those of 100,000 titles with twelve
 * episodes each, take about 130 MB.
 */
export function createArt(options: {
  db: Connection;
  findVersion: FindVersion;
  /** Looks for a file in the catalogue's folder. */
  findFile(path: string): Promise<boolean>;
}): Art {
  const { db, findVersion, findFile } = options;

  const pictures = createVersioned<Pictures>({
    findVersion,
    async read() {
      // Before the paths: if an import commits in between, the version is old and the paths are read again.
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

  /** The newest set that was read. */
  let last: Pictures | undefined;

  return {
    async has(path) {
      try {
        last = await pictures();
      } catch (error) {
        // Pictures go on while the database does not answer.
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

import type { Connection } from '../db/open.ts';
import type { CreateLoader } from '../db/loader.ts';
import { findVersion } from './store.ts';

/** Reads the version of the catalogue in the database. */
export type FindVersion = () => Promise<string>;

/** Concurrent calls share one statement. */
export function createFindVersion(db: Connection, createLoader: CreateLoader): FindVersion {
  const find = createLoader({
    keyOf: (name: 'version') => name,
    read: async () => [await findVersion(db)],
    accountOf: null,
  });
  return async () => (await find(['version']))[0]!;
}

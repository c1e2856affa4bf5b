import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import { firstOf } from '../lib/first-of.ts';
import { findVersion } from './store.ts';

/** Reads the version of the catalogue in the database. */
export type FindVersion = () => Promise<string> | string;

/** Concurrent calls share one statement. */
export function createFindVersion(db: Connection, reads: Reads): FindVersion {
  const find = reads({
    tables: ['settings'],
    cacheKeyOf: (name: 'version') => name,
    read: async () => [await findVersion(db)],
    accountOf: null,
  });
  return () => firstOf(find(['version']));
}

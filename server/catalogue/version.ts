import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import { findVersion } from './store.ts';

/** The version of the catalogue that the database has. */
export type FindVersion = () => Promise<string>;

/** Calls that ask at the same time share one statement. */
export function createFindVersion(db: Connection, reads: Reads): FindVersion {
  const find = reads({
    tables: ['settings'],
    nameOf: (name: 'version') => name,
    read: async () => [await findVersion(db)],
  });
  return async () => (await find(['version']))[0]!;
}

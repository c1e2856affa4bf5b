import type { Connection } from '../db/open.ts';
import { within } from '../lib/within.ts';
import { listMigrationNames } from './readiness-store.ts';

/** A database that says nothing for this long does not answer, in ms. */
const ANSWER_WITHIN_MS = 2000;

export interface Readiness {
  isReady: boolean;
  database: 'answers' | 'no answer';
  /** Migrations of this version that the database has not gone through. */
  missing: string[];
}

/** Whether calls can be served: the database answers, and has the tables that this version needs. */
export function createReadiness(db: Connection, needed: readonly string[]): () => Promise<Readiness> {
  return async () => {
    try {
      const known = new Set(await within(ANSWER_WITHIN_MS, listMigrationNames(db)));
      const missing = needed.filter((name) => !known.has(name));
      return { isReady: missing.length === 0, database: 'answers', missing };
    } catch {
      return { isReady: false, database: 'no answer', missing: [] };
    }
  };
}

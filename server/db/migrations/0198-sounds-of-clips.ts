import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Language, role and label of each sound. Null for clips whose record does not say. */
export const soundsOfClips: Migration = {
  up: (db) => run(db, [`alter table clips add column if not exists audio jsonb`]),
};

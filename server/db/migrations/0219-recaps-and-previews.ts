import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The recap and the preview of a clip, which viewers may skip like its opening. */
export const recapsAndPreviews: Migration = {
  up: (db) =>
    run(db, [`alter table clips add column if not exists recap jsonb, add column if not exists preview jsonb`]),
};

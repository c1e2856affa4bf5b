import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The marks that the names of a clip's chapters say. */
export const chapters: Migration = {
  up: (db) =>
    run(db, [
      `alter table found_marks add column if not exists chapters jsonb`,
      // The previous version does not write these two: null means false.
      `alter table found_marks add column if not exists is_recap_decided boolean`,
      `alter table found_marks add column if not exists is_preview_decided boolean`,
    ]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Metadata files beside videos in the inbox. */
export const metadataBeside: Migration = {
  up: (db) =>
    run(db, [
      `alter table inbox_files add column if not exists beside jsonb`,
      `alter table inbox_files drop constraint if exists inbox_files_kind_check`,
      `alter table inbox_files add constraint inbox_files_kind_check
        check (kind in ('video', 'subtitle', 'picture', 'metadata'))`,
    ]),
};

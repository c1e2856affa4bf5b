import type { Migration } from 'kysely';
import { run } from './run.ts';

/** How the wait for the first picture divides (monitoring/quality/start-parts.ts), and what was loaded before it. */
export const startParts: Migration = {
  up: (db) =>
    run(db, [
      `alter table playback_quality add column if not exists start_parts integer[]`,
      `alter table playback_quality add column if not exists is_prepared boolean`,
      `alter table quality_hours add column if not exists cnt_parted integer not null default 0`,
      `alter table quality_hours add column if not exists cnt_prepared integer not null default 0`,
      `alter table quality_hours add column if not exists start_sums double precision[]`,
    ]),
};

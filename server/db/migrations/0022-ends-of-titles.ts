import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The instant from which viewers no longer see a title or an episode; null for never. */
export const endsOfTitles: Migration = {
  up: (db) =>
    run(db, [
      `alter table items add column if not exists ends_at timestamptz`,
      `alter table episodes add column if not exists ends_at timestamptz`,
    ]),
};

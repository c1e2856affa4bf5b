import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The browser that has opened a one-time link, and when an event of an advertisement counts. */
export const linksAndCounts: Migration = {
  up: (db) =>
    run(db, [
      `alter table staff add column if not exists link_browser_hash text`,
      `alter table staff add column if not exists link_opened_at timestamptz`,
      // The previous version does not write the column: its events count at once.
      `alter table ad_events add column if not exists counts_from timestamptz default now()`,
    ]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

/** By which rows viewers come to titles: of each playback, and in sums by day in Korea that name no account. */
export const rowsOfProposals: Migration = {
  up: (db) =>
    run(db, [
      `alter table play_logs add column if not exists opened_from text`,
      `create table if not exists proposal_days (
        day text not null,
        opened_from text not null,
        cnt_account integer not null,
        cnt_opened integer not null,
        cnt_watched integer not null,
        primary key (day, opened_from)
      )`,
    ]),
};

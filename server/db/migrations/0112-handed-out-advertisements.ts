import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Stores the advertisement that a play log got in each break, and counts each event once per break. */
export const handedOutAdvertisements: Migration = {
  up: (db) =>
    run(db, [
      `create table ad_servings (
        account_id uuid not null references accounts (id) on delete cascade,
        play_log_id uuid not null,
        ad_break_id text not null,
        ad_id integer not null,
        handed_out_at timestamptz not null,
        primary key (account_id, play_log_id, ad_break_id)
      )`,
      `create index ad_servings_by_date on ad_servings (handed_out_at)`,
      // Older events have no known break. They stay, and the new unique rule does not apply to them.
      `alter table ad_events add column ad_break_id text not null default ''`,
      `alter table ad_events alter column ad_break_id drop default`,
      `alter table ad_events drop constraint ad_events_pkey`,
      `alter table ad_events add primary key (account_id, play_log_id, ad_break_id, ad_id, event, position)`,
      `create unique index ad_events_once on ad_events (account_id, play_log_id, ad_break_id, ad_id, event)
        where ad_break_id <> ''`,
    ]),
};

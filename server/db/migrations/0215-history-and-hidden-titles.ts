import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Titles that profiles have hidden, and episodes that they removed from their history, with the forgotten offset. */
export const historyAndHiddenTitles: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists hidden_items (
        account_id uuid not null,
        profile_id uuid not null,
        item_id integer not null,
        hidden_at timestamptz not null,
        primary key (account_id, profile_id, item_id),
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create table if not exists history_removals (
        account_id uuid not null,
        profile_id uuid not null,
        episode_id integer not null,
        item_id integer not null,
        removed_at timestamptz not null,
        "offset" integer,
        is_finished boolean,
        updated_at timestamptz,
        primary key (account_id, profile_id, episode_id),
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
    ]),
};

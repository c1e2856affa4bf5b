import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Stores grants to download an episode as a file, so that the right can end before the address expires. */
export const downloadGrants: Migration = {
  up: (db) =>
    run(db, [
      `create table download_grants (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        profile_id uuid not null,
        device_session_id uuid not null,
        episode_id integer not null,
        item_id integer not null,
        opened_at timestamptz not null,
        expires_at timestamptz not null,
        ended_at timestamptz,
        primary key (account_id, id)
      )`,
      `create index download_grants_of_account on download_grants (account_id, opened_at)`,
      `create index download_grants_by_end on download_grants (expires_at)`,
    ]),
};

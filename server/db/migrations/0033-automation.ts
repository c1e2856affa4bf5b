import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Tokens by which programs call the console's API, and the addresses that are told what happens. */
export const automation: Migration = {
  up: (db) =>
    run(db, [
      // A token ends with the member who made it.
      `create table if not exists api_tokens (
        id uuid primary key,
        staff_id uuid not null references staff (id) on delete cascade,
        name text not null,
        scopes text[] not null,
        token_hash text not null unique,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        last_used_at timestamptz,
        revoked_at timestamptz
      )`,
      `create index if not exists api_tokens_by_end on api_tokens (expires_at)`,
      `create index if not exists api_tokens_of_staff on api_tokens (staff_id)`,
      `create table if not exists webhooks (
        id uuid primary key,
        url text not null,
        secret text not null,
        events text[] not null,
        is_paused boolean not null,
        created_at timestamptz not null
      )`,
      // A webhook of the environment has no row: its messages name it by a constant.
      `create table if not exists webhook_messages (
        webhook_id uuid not null,
        id text not null,
        event text not null,
        body text not null,
        created_at timestamptz not null,
        tries integer not null,
        next_try_at timestamptz,
        ended_at timestamptz,
        is_taken boolean not null,
        problem text,
        primary key (webhook_id, id)
      )`,
      `create index if not exists webhook_messages_by_age on webhook_messages (created_at)`,
      `create index if not exists webhook_messages_waiting on webhook_messages (webhook_id, created_at) where ended_at is null`,
    ]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

/** State that all server processes share: generated secrets, counters of limits, jobs and mails. */
export const settings: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists settings (
        name text primary key,
        value text not null
      )`,
      // Free space on each page lets updates of these rows avoid index writes (HOT updates).
      `create table if not exists rate_limits (
        key text primary key,
        count integer not null,
        resets_at timestamptz not null
      ) with (fillfactor = 80)`,
      `create index if not exists rate_limits_by_end on rate_limits (resets_at)`,
      `create table if not exists jobs (
        name text primary key,
        every_seconds integer not null,
        owner text,
        leased_until timestamptz,
        next_run_at timestamptz not null,
        last_run_at timestamptz,
        last_duration_ms integer,
        last_error text,
        failures integer default 0 not null
      )`,
      // Mails may contain codes or links, so a mail is deleted as soon as SMTP has accepted it.
      `create table if not exists outbox (
        id uuid primary key,
        kind text not null,
        recipient text not null,
        content jsonb,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        attempts integer default 0 not null,
        next_attempt_at timestamptz not null,
        sent_at timestamptz
      ) with (fillfactor = 80)`,
      `create index if not exists outbox_due on outbox (kind, next_attempt_at) where sent_at is null`,
      `create index if not exists outbox_of_recipient on outbox (recipient, sent_at) where sent_at is not null`,
    ]),
};

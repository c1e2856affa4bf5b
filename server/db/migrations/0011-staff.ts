import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Operators of the console and what they changed. They are no accounts: no table of viewers refers to them. */
export const staff: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists staff (
        id uuid primary key,
        email text not null unique,
        role text not null check (role in ('owner', 'editor', 'support')),
        is_demo boolean not null,
        password_hash text,
        totp_secret text,
        totp_last_step integer,
        recovery_hashes text[] not null,
        link_hash text unique,
        link_totp_secret text,
        link_expires_at timestamptz,
        created_at timestamptz not null
      )`,
      `create table if not exists staff_sessions (
        id uuid primary key,
        staff_id uuid not null references staff (id) on delete cascade,
        token_hash text not null unique,
        browser text not null,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null
      )`,
      `create index if not exists staff_sessions_by_end on staff_sessions (expires_at)`,
      `create index if not exists staff_sessions_of_staff on staff_sessions (staff_id)`,
      // Without a foreign key: an entry outlives the member of staff who made it.
      `create table if not exists audit_log (
        id uuid primary key,
        at timestamptz not null,
        actor_id uuid,
        actor text not null,
        action text not null,
        subject_kind text,
        subject_id text,
        before jsonb not null,
        after jsonb not null,
        request_id text
      )`,
      `create index if not exists audit_log_by_time on audit_log (at, id)`,
      `create index if not exists audit_log_of_action on audit_log (action, at)`,
      `create index if not exists audit_log_of_actor on audit_log (actor, at)`,
      `create index if not exists audit_log_of_subject on audit_log (subject_kind, subject_id, at)`,
    ]),
};

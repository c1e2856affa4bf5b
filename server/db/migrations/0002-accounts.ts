import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Accounts with their profiles, devices and tokens. `account_id` leads every key, so that accounts can be spread. */
export const accounts: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists accounts (
        id uuid primary key,
        email text not null,
        password_hash text not null,
        is_email_confirmed boolean not null,
        plan text not null check (plan in ('free', 'basic', 'premium')),
        membership_expires_at timestamptz,
        created_at timestamptz not null,
        left_at timestamptz,
        identity_proved_at timestamptz
      )`,
      `create index if not exists accounts_by_age on accounts (created_at)`,
      `create index if not exists accounts_by_membership_end on accounts (membership_expires_at, id)`,
      // Unique in a table of its own: accounts are spread by id, and a unique key of another column would need all
      // machines. No foreign key, because the account may be on another machine.
      `create table if not exists account_emails (
        email text primary key,
        account_id uuid not null
      )`,
      `create table if not exists profiles (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        name text not null check (char_length(name) between 1 and 20),
        default_image_id integer not null,
        max_rating text not null check (max_rating in ('all', '7', '12', '15', '19')),
        pin_hash text,
        is_owner boolean not null,
        created_at timestamptz not null,
        daily_minutes integer,
        bedtime_from text,
        bedtime_to text,
        bedtime_lifted_until timestamptz,
        primary key (account_id, id)
      )`,
      `create table if not exists device_sessions (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        platform text not null check (platform in ('tizen', 'webos', 'web')),
        model text,
        name text,
        created_at timestamptz not null,
        last_seen_at timestamptz not null,
        revoked_at timestamptz,
        primary key (account_id, id)
      )`,
      `create index if not exists device_sessions_revoked on device_sessions (revoked_at) where revoked_at is not null`,
      `create index if not exists device_sessions_seen on device_sessions (last_seen_at)`,
      `create table if not exists tokens (
        hash text not null,
        account_id uuid not null,
        device_session_id uuid not null,
        profile_id uuid,
        created_at timestamptz not null,
        primary key (account_id, hash),
        foreign key (account_id, device_session_id) references device_sessions (account_id, id) on delete cascade,
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create index if not exists tokens_by_hash on tokens (hash)`,
      `create index if not exists tokens_of_profile on tokens (account_id, profile_id)`,
      `create index if not exists tokens_of_session on tokens (account_id, device_session_id, created_at)`,
      `create table if not exists identity_checks (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        status text not null check (status in ('pending', 'proved', 'minor', 'cancelled')),
        created_at timestamptz not null,
        expires_at timestamptz not null,
        primary key (account_id, id)
      )`,
      `create index if not exists identity_checks_by_age on identity_checks (expires_at)`,
      // Found by other secrets than accounts: the next tables stay on one machine, without foreign keys to what is
      // spread. All of their rows end within a day.
      `create table if not exists device_authorizations (
        device_code_hash text primary key,
        user_code text not null unique,
        platform text not null check (platform in ('tizen', 'webos', 'web')),
        model text,
        name text,
        state text not null check (state in ('pending', 'approved', 'denied', 'used')),
        account_id uuid,
        poll_interval integer not null,
        polled_at timestamptz,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        device_session_id uuid,
        handed_over_at timestamptz,
        requested_from text
      ) with (fillfactor = 80)`,
      `create index if not exists device_authorizations_by_end on device_authorizations (expires_at)`,
      `create index if not exists device_authorizations_of_account on device_authorizations (account_id) where account_id is not null`,
      `create table if not exists email_codes (
        email text not null,
        code_hash text not null,
        tries integer not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        is_for_owner boolean not null,
        primary key (email, is_for_owner)
      ) with (fillfactor = 80)`,
      `create index if not exists email_codes_by_end on email_codes (expires_at)`,
      `create table if not exists password_resets (
        account_id uuid not null,
        id uuid not null,
        token_hash text not null unique,
        code_hash text not null unique,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        used_at timestamptz,
        primary key (account_id, id)
      )`,
      `create index if not exists password_resets_by_end on password_resets (expires_at)`,
      `create table if not exists inputs (
        code_hash text primary key,
        owner_hash text,
        field_number integer not null,
        field_name text not null,
        kind text not null,
        done_label text not null,
        max_length integer not null,
        sealed_text text not null,
        revision integer not null,
        writers jsonb not null,
        cnt_done integer not null,
        problem text,
        is_joined boolean not null,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`,
      `create index if not exists inputs_by_age on inputs (expires_at)`,
    ]),
};

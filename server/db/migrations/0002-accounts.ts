import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Accounts with their profiles, devices and tokens. `account_id` leads every key, so that accounts can be spread. */
export const accounts: Migration = {
  up: (db) =>
    run(db, [
      `create table accounts (
        id uuid primary key,
        email text not null unique,
        password_hash text not null,
        is_email_confirmed boolean not null,
        plan text not null check (plan in ('free', 'basic', 'premium')),
        membership_expires_at timestamptz,
        created_at timestamptz not null
      )`,
      `create table profiles (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        name text not null check (char_length(name) between 1 and 20),
        default_image_id integer not null,
        max_rating text not null check (max_rating in ('all', '7', '12', '15', '19')),
        pin_hash text,
        is_owner boolean not null,
        created_at timestamptz not null,
        primary key (account_id, id)
      )`,
      `create table device_sessions (
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
      `create table tokens (
        hash text primary key,
        account_id uuid not null,
        device_session_id uuid not null,
        profile_id uuid,
        created_at timestamptz not null,
        foreign key (account_id, device_session_id) references device_sessions (account_id, id) on delete cascade,
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create index tokens_of_session on tokens (account_id, device_session_id, created_at)`,
      `create index tokens_of_profile on tokens (account_id, profile_id)`,
    ]),
};

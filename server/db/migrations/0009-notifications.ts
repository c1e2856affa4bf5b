import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Notifications of profiles, the kinds that a profile turned off, and how far each event has been fanned out. */
export const notifications: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists notifications (
        account_id uuid not null,
        profile_id uuid not null,
        id uuid not null,
        kind text not null check (kind in ('new_episode', 'rental_ending', 'membership_ending', 'request', 'delay')),
        thing text not null,
        item_id integer,
        episode_id integer,
        text text not null,
        created_at timestamptz not null,
        read_at timestamptz,
        primary key (account_id, profile_id, id),
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create index if not exists notifications_by_age on notifications (created_at)`,
      `create index if not exists notifications_by_profile on notifications (account_id, profile_id, created_at, id)`,
      `create unique index if not exists notifications_once on notifications (account_id, profile_id, kind, thing)`,
      `create table if not exists muted_notifications (
        account_id uuid not null,
        profile_id uuid not null,
        kind text not null,
        primary key (account_id, profile_id, kind),
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create table if not exists notification_fan_outs (
        kind text not null check (kind in ('new_episode', 'request', 'delay')),
        thing text not null,
        item_id integer not null,
        episode_id integer,
        text text not null,
        at timestamptz not null,
        found_at timestamptz not null,
        last_account_id uuid,
        cnt_account integer default 0 not null,
        done_at timestamptz,
        primary key (kind, thing)
      )`,
    ]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Daily minutes and bedtimes of profiles, and what limited profiles have watched. */
export const watchTime: Migration = {
  up: (db) =>
    run(db, [
      `alter table profiles add column if not exists daily_minutes integer,
        add column if not exists bedtime_from text, add column if not exists bedtime_to text,
        add column if not exists bedtime_lifted_until timestamptz`,
      // Without foreign keys: their checks would lock the account's row in the statement of the reports.
      `create table if not exists watch_times (
        account_id uuid not null,
        profile_id uuid not null,
        day text not null,
        seconds integer not null,
        extra_seconds integer not null default 0,
        primary key (account_id, profile_id, day)
      )`,
      `create index if not exists watch_times_by_day on watch_times (day)`,
      `alter table play_logs drop constraint if exists play_logs_state_check`,
      `alter table play_logs add constraint play_logs_state_check
        check (state in ('active', 'superseded', 'left', 'deactivated', 'expired', 'over'))`,
    ]),
};

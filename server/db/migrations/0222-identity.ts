import type { Migration } from 'kysely';
import { run } from './run.ts';

/** When an adult of an account proved their age, and the proofs under way. Nothing about the person is stored. */
export const identity: Migration = {
  up: (db) =>
    run(db, [
      `alter table accounts add column if not exists identity_proved_at timestamptz`,
      `create table if not exists identity_checks (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        status text not null check (status in ('pending', 'proved', 'minor', 'cancelled')),
        created_at timestamptz not null,
        expires_at timestamptz not null,
        primary key (account_id, id)
      )`,
      `create index if not exists identity_checks_by_age on identity_checks (expires_at)`,
    ]),
};

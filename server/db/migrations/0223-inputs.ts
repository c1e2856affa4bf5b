import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Text fields of televisions that phones type into. The text is sealed with the code, which is stored as a hash. */
export const inputs: Migration = {
  up: (db) =>
    run(db, [
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

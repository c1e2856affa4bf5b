import type { Migration } from 'kysely';
import { run } from './run.ts';

/** One row for each video that an operator has added: where it goes, who works on it, and how far that is. */
export const mediaJobs: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists media_jobs (
        id uuid primary key,
        source text not null,
        source_bytes bigint not null,
        target jsonb not null,
        pictures jsonb not null,
        state text not null check (state in ('waiting', 'running', 'failed', 'cancelled', 'done')),
        step text,
        fraction double precision not null,
        speed double precision,
        tries integer not null,
        next_try_at timestamptz not null,
        owner text,
        host text,
        leased_until timestamptz,
        notices text[] not null,
        last_error text,
        log_tail text,
        created_at timestamptz not null,
        started_at timestamptz,
        ended_at timestamptz
      )`,
      `create index if not exists media_jobs_by_age on media_jobs (created_at, id)`,
      `create index if not exists media_jobs_unfinished on media_jobs (state) where state in ('waiting', 'running')`,
    ]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Files that wait for an operator: uploads, and videos of the watched folder. Jobs know the names that operators gave. */
export const inboxFiles: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists inbox_files (
        id uuid primary key,
        origin text not null check (origin in ('upload', 'watched')),
        kind text not null check (kind in ('video', 'subtitle', 'picture')),
        path text not null,
        location text unique,
        bytes bigint not null,
        modified_at timestamptz,
        state text not null check (state in ('receiving', 'received', 'ready', 'refused', 'started', 'dismissed')),
        problem jsonb,
        findings jsonb,
        job_id uuid,
        uploaded_by text,
        created_at timestamptz not null,
        changed_at timestamptz not null
      )`,
      `create index if not exists inbox_files_by_state on inbox_files (state, created_at)`,
      `alter table media_jobs add column if not exists name text`,
    ]),
};

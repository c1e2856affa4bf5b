import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Files that wait for an operator, the videos that are being taken in, and what was found in them. */
export const intake: Migration = {
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
        notices jsonb not null,
        last_error jsonb,
        log_tail text,
        created_at timestamptz not null,
        started_at timestamptz,
        ended_at timestamptz,
        name text
      )`,
      `create index if not exists media_jobs_by_age on media_jobs (created_at, id)`,
      `create index if not exists media_jobs_of_advertisements on media_jobs (replace(id::text, '-', '')) where (target ->> 'use') = 'advertisement'`,
      `create index if not exists media_jobs_unfinished on media_jobs (state) where state in ('waiting', 'running')`,
      `create table if not exists found_marks (
        clip_id text primary key references clips (id) on delete cascade,
        fingerprint text not null,
        intro jsonb,
        outro jsonb,
        is_intro_decided boolean not null,
        is_outro_decided boolean not null
      )`,
      // Sealed with a secret that is not in the database. Made with the job, before the clip is in the catalogue, and
      // kept as long as the clip's files.
      `create table if not exists clip_keys (
        clip_id text primary key,
        key_id text not null,
        scheme text not null,
        sealed_key text not null
      )`,
    ]),
};

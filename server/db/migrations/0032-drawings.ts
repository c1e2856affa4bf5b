import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Signs and songs that exist drawn into the pictures of a clip, and what of a title's scripts is drawn. */
export const drawings: Migration = {
  up: (db) =>
    run(db, [
      'alter table clips add column if not exists drawings jsonb',
      `create table if not exists drawing_styles (
        title_id integer not null references items (id) on delete cascade,
        style text not null,
        kind text not null check (kind in ('text', 'drawn', 'out')),
        is_chosen boolean not null,
        confidence double precision not null,
        cnt_event integer not null,
        first_seconds double precision not null,
        sample text not null,
        primary key (title_id, style)
      )`,
    ]),
};

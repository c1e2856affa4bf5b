import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * What an operator decided about the release of a title or an episode. Not columns of `items` and `episodes`: a decision
 * outlives imports, also one that leaves the title out for a while.
 */
export const publications: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists publications (
        kind text not null check (kind in ('title', 'episode')),
        id integer not null,
        is_hidden boolean not null,
        starts_at timestamptz,
        notice text,
        changed_at timestamptz not null,
        primary key (kind, id)
      )`,
      `create index if not exists publications_by_start on publications (starts_at) where starts_at is not null`,
      `create index if not exists episodes_by_clip on episodes (clip_id)`,
    ]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Lists of the console page without reading the whole catalogue. */
export const listsOfTheConsole: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists prepared_operated (
        item_id integer primary key,
        names text not null,
        first_at timestamptz,
        ends_at timestamptz
      )`,
      `alter table clips add column if not exists added_at timestamptz default now() not null`,
      `create index if not exists clips_by_age on clips (added_at desc, id)`,
      // For beginnings of ids, in every collation.
      `create index if not exists clips_by_part_of_id on clips (id text_pattern_ops)`,
      `create index if not exists title_sums_by_starts
        on title_sums (span, cnt_start desc, play_seconds desc, item_id desc)`,
      `create index if not exists title_sums_by_minutes on title_sums (span, play_seconds desc, item_id desc)`,
      // Backwards for those that fall.
      `create index if not exists title_sums_by_change
        on title_sums (span, (cnt_start - cnt_start_before) desc, item_id desc)`,
      `create index if not exists title_sums_never
        on title_sums (span, cnt_start_before desc, item_id desc) where cnt_start = 0`,
    ]),
};

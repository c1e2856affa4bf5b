import { sql } from 'kysely';
import { MOST_COUNTED_CLIPS } from '#contract/console/clips.ts';
import { isPartial, namedClips, withWordFirst } from '#server/db/named-clips.ts';
import type { Connection } from '#server/db/open.ts';

/** Lists the choices of a form's fields. */
export async function listChoices(
  db: Connection,
): Promise<{ themes: { id: number; title: string }[]; genres: string[]; tags: string[] }> {
  const themes = await db.selectFrom('themes').select(['id', 'title']).orderBy('position').orderBy('id').execute();
  const { rows } = await sql<{ genres: string[] | null; tags: string[] | null }>`
    select (select array_agg(distinct genre order by genre) from items, unnest(items.genres) as genre) as genres,
      (select array_agg(distinct tag order by tag) from items, unnest(items.tags) as tag) as tags`.execute(db);
  return { themes, genres: rows[0]?.genres ?? [], tags: rows[0]?.tags ?? [] };
}

export interface ClipUse {
  id: string;
  duration: number;
  /** Names of what uses it, at most three. */
  used_by: string[];
}

/** A page of clips, the newest first. */
export async function listClipUses(
  db: Connection,
  { keyword, limit, offset }: { keyword: string; limit: number; offset: number },
): Promise<{ count: number; results: ClipUse[]; is_partial: boolean }> {
  const isAll = keyword === '';
  const found = isAll
    ? sql`found as not materialized (select id, duration, added_at from clips)`
    : sql`${namedClips(keyword)}, found as materialized (
        select id, duration, added_at from clips where id in (select id from named)
      )`;
  const users = sql`(
    select episodes.clip_id, items.name || ' ' || episodes.episode_num as name, episodes.id as place
    from episodes join items on items.id = episodes.item_id
    union all select trailer, name || ' 예고편', 0 from items where trailer is not null
    union all select clip_id, '광고 ' || title, 0 from advertisements
  )`;
  // A catalogue has hundreds of thousands of clips, so `used_by` is read for the clips of this page only.
  const { rows } = await sql<{ [K in keyof ClipUse]: ClipUse[K] | null } & { cnt: number; is_partial: boolean }>`
    with ${found}
    select counted.cnt, ${isAll ? sql`false` : isPartial} as is_partial, shown.id, shown.duration,
      array(select name from ${users} as users where clip_id = shown.id
        order by ${withWordFirst(keyword)}, place limit 3) as used_by
    from (
      select count(*)::int as cnt from (select from found limit ${sql.lit(MOST_COUNTED_CLIPS)}) as few
    ) as counted
    left join (select * from found order by added_at desc, id limit ${limit} offset ${offset}) as shown on true
    order by shown.added_at desc, shown.id`.execute(db);
  const results = rows.flatMap(({ id, duration, used_by }) =>
    id === null || duration === null || used_by === null ? [] : [{ id, duration, used_by }],
  );
  return { count: rows[0]!.cnt, results, is_partial: rows[0]!.is_partial };
}

export async function countEpisodesOfClip(db: Connection, clipId: string): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    select count(*)::int as cnt from episodes where clip_id = ${clipId}`.execute(db);
  return rows[0]!.cnt;
}

/** Removes a title with its episodes, products and decisions. */
export async function removeTitleRows(tx: Connection, id: number): Promise<void> {
  await sql`delete from publications where (kind = 'title' and id = ${id})
    or (kind = 'episode' and id in (select episodes.id from episodes where item_id = ${id}))`.execute(tx);
  await tx.deleteFrom('items').where('id', '=', id).execute();
}

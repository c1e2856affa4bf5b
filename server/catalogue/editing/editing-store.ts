import { sql } from 'kysely';
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

/** A page of clips, those that nothing uses first. */
export async function listClipUses(
  db: Connection,
  { keyword, limit, offset }: { keyword: string; limit: number; offset: number },
): Promise<{ count: number; results: ClipUse[] }> {
  const wanted = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
  const users = sql`(
    select episodes.clip_id, items.name || ' ' || episodes.episode_num as name, episodes.id as place
    from episodes join items on items.id = episodes.item_id
    union all select trailer, name || ' 예고편', 0 from items where trailer is not null
    union all select clip_id, '광고 ' || title, 0 from advertisements
  )`;
  const isFound =
    keyword === ''
      ? sql`true`
      : sql`id in (
          select id from clips where id ilike ${wanted}
          union all select clip_id from ${users} as users where name ilike ${wanted}
          union all select replace(id::text, '-', '') from media_jobs where coalesce(name, source) ilike ${wanted}
          union all select clip_id from media_contents where source ilike ${wanted}
        )`;
  // A catalogue has hundreds of thousands of clips, so `used_by` is read for the clips of this page only. `materialized` runs
  // the search by name once, although three parts read its result; without a keyword those parts use the index.
  const { rows } = await sql<{ [K in keyof ClipUse]: ClipUse[K] | null } & { cnt: number }>`
    with found as ${keyword === '' ? sql`not materialized` : sql`materialized`} (
      select id, duration from clips where ${isFound}
    )
    select counted.cnt, shown.id, shown.duration,
      array(select name from ${users} as users where clip_id = shown.id order by place limit 3) as used_by
    from (select count(*)::int as cnt from found) as counted
    left join (
      select * from (
        (select id, duration, false as is_used from found
        where not exists (select from episodes where clip_id = found.id)
          and not exists (select from items where trailer = found.id)
          and not exists (select from advertisements where clip_id = found.id)
        order by id limit ${limit + offset})
        union all
        (select id, duration, true from found cross join lateral (
          select from episodes where clip_id = found.id
          union all select from items where trailer = found.id
          union all select from advertisements where clip_id = found.id
          limit 1
        ) as used order by id limit ${limit + offset})
      ) as parts order by is_used, id limit ${limit} offset ${offset}
    ) as shown on true
    order by shown.is_used, shown.id`.execute(db);
  const results = rows.flatMap(({ id, duration, used_by }) =>
    id === null || duration === null || used_by === null ? [] : [{ id, duration, used_by }],
  );
  return { count: rows[0]!.cnt, results };
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

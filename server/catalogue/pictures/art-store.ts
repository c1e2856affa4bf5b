import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import { isOut, releasedEpisodes } from '#server/db/released-episodes.ts';

/** Titles that operators do not hide. */
const shownItems = sql`(
  select items.* from items where not exists (
    select 1 from publications where publications.kind = 'title' and publications.id = items.id and is_hidden
  )
)`;

/** Whether one of these titles or episodes, a theme or a profile shows the picture `wanted`, a title's tile included. */
const isUsedBy = (items: RawBuilder<unknown>, isEpisodeUse: RawBuilder<unknown>) => sql`(
  exists (select 1 from ${items} as items where poster = wanted)
  or exists (select 1 from ${items} as items where wide = wanted)
  or exists (select 1 from ${items} as items where backdrop = wanted)
  or exists (select 1 from ${items} as items where regexp_replace(wide, '[^/]+$', 'tile.jpg') = wanted)
  or ${isEpisodeUse}
  or exists (select 1 from themes where image = wanted)
  or exists (select 1 from profile_images where profile_images.path = wanted)
)`;

const isUsed = isUsedBy(sql`items`, sql`exists (select 1 from episodes where thumbnail = wanted)`);

/** Those of the paths that are pictures of the catalogue, tiles of titles and pictures of drafts included. */
export async function listArtPaths(db: Connection, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select wanted as path from unnest(${[...paths]}::text[]) as given (wanted) where ${isUsed}`.execute(db);
  return rows.map(({ path }) => path);
}

/** The same paths, and which of them belong to something that viewers may see. */
export async function listArt(
  db: Connection,
  paths: readonly string[],
  now: Date,
): Promise<{ path: string; is_public: boolean }[]> {
  const isPublic = isUsedBy(
    shownItems,
    sql`exists (select 1 from ${releasedEpisodes} as released where thumbnail = wanted and ${isOut('released', now)})`,
  );
  const { rows } = await sql<{ path: string; is_public: boolean }>`
    select wanted as path, ${isPublic} as is_public
    from unnest(${[...paths]}::text[]) as given (wanted) where ${isUsed}`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/** Those of the paths that are pictures of the catalogue, tiles of titles included. */
export async function listArtPaths(db: Connection, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select wanted as path from unnest(${[...paths]}::text[]) as given (wanted)
    where exists (select 1 from items where poster = wanted)
      or exists (select 1 from items where wide = wanted)
      or exists (select 1 from items where backdrop = wanted)
      or exists (select 1 from items where regexp_replace(wide, '[^/]+$', 'tile.jpg') = wanted)
      or exists (select 1 from episodes where thumbnail = wanted)
      or exists (select 1 from themes where image = wanted)
      or exists (select 1 from profile_images where profile_images.path = wanted)`.execute(db);
  return rows.map(({ path }) => path);
}

import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';

/** Those of the paths that are pictures of the catalogue, tiles of titles included. */
export async function listArtPaths(db: Connection, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from unnest(${[...paths]}::text[]) as given (path)
    where exists (select 1 from items where poster = path)
      or exists (select 1 from items where wide = path)
      or exists (select 1 from items where backdrop = path)
      or exists (select 1 from items where regexp_replace(wide, '[^/]+$', 'tile.jpg') = path)
      or exists (select 1 from episodes where thumbnail = path)
      or exists (select 1 from themes where image = path)
      or exists (select 1 from profile_images where image = path)`.execute(db);
  return rows.map(({ path }) => path);
}

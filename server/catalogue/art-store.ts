import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';

/** Rows per query: the pictures of a large catalogue must not block the event loop at once. */
const ROWS_AT_ONCE = 10_000;

/** A picture of the catalogue; paths may repeat. */
export interface ArtPath {
  path: string;
  isWide: boolean;
}

const plain = (path: string): ArtPath => ({ path, isWide: false });

export async function* readArtPaths(db: Connection): AsyncGenerator<ArtPath> {
  const { rows } = await sql<{ path: string }>`
    select image as path from themes union all select path from profile_images`.execute(db);
  for (const { path } of rows) yield plain(path);
  for (let after = -1; ;) {
    const titles = await db
      .selectFrom('items')
      .select(['id', 'poster', 'wide', 'backdrop'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { poster, wide, backdrop } of titles)
      yield* [plain(poster), { path: wide, isWide: true }, plain(backdrop)];
    if (titles.length < ROWS_AT_ONCE) break;
    after = titles.at(-1)!.id;
  }
  for (let after = -1; ;) {
    const episodes = await db
      .selectFrom('episodes')
      .select(['id', 'thumbnail'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { thumbnail } of episodes) yield plain(thumbnail);
    if (episodes.length < ROWS_AT_ONCE) break;
    after = episodes.at(-1)!.id;
  }
}

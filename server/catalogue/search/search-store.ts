import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { Searchable } from './title-index.ts';

const list = async (db: Connection, which: RawBuilder<unknown>): Promise<Searchable[]> => {
  const { rows } = await sql<Searchable>`
    select items.id, items.position, items.content_rating, items.name, items.names, items.aliases, items.genres, items.tags,
      items."cast", items.director, items.production, titles.audio_tracks, titles.subtitle_tracks
    from prepared_titles as titles join items on items.id = titles.item_id
    where ${which}`.execute(db);
  return rows;
};

/** Those of some titles that operators do not hide. */
export const listSearchable = (db: Connection, ids: readonly number[]): Promise<Searchable[]> =>
  list(db, sql`titles.item_id = any(${[...ids]}::int[])`);

/** A part of all titles, by ascending id. */
export const listSearchableAfter = (db: Connection, after: number, limit: number): Promise<Searchable[]> =>
  list(db, sql`titles.item_id > ${after} order by titles.item_id limit ${limit}`);

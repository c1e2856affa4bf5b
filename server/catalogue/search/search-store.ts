import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import { releasedEpisodes } from '#server/db/released-episodes.ts';
import type { Searchable } from './titles.ts';

/** @param country undefined where the service is in one country. */
const list = async (db: Connection, country: string | undefined, which: RawBuilder<unknown>): Promise<Searchable[]> => {
  const { rows } = await sql<Searchable>`
    select items.id, items.position,
      coalesce(titles.country_ratings ->> ${country ?? null}::text, items.content_rating) as content_rating, items.name, items.names, items.aliases, items.genres, items.tags,
      items."cast", items.director, items.production, titles.audio_tracks, titles.subtitle_tracks, titles.is_listed,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', episodes.id, 'subject', episodes.subject) order by episodes."order")
        from episodes where episodes.item_id = items.id and episodes.subject <> ''
      ), '[]') as episodes
    from prepared_titles as titles join items on items.id = titles.item_id
    where ${country === undefined ? sql`true` : sql`(titles.countries is null or titles.countries @> ${[country]}::text[])`}
      and ${which}`.execute(db);
  return rows;
};

/** Those of some titles that operators do not hide. */
export const listSearchable = (
  db: Connection,
  country: string | undefined,
  ids: readonly number[],
): Promise<Searchable[]> => list(db, country, sql`titles.item_id = any(${[...ids]}::int[])`);

/** A part of all titles, by ascending id. */
export const listSearchableAfter = (
  db: Connection,
  country: string | undefined,
  after: number,
  limit: number,
): Promise<Searchable[]> => list(db, country, sql`titles.item_id > ${after} order by titles.item_id limit ${limit}`);

/** An episode as the search shows it. */
export interface FoundEpisode {
  id: number;
  item_id: number;
  item_name: string;
  episode_num: string;
  subject: string;
}

/** Those of some episodes that are out, in their order. */
export async function listFoundEpisodes(
  db: Connection,
  ids: readonly number[],
  now: Date,
  limit: number,
): Promise<FoundEpisode[]> {
  const { rows } = await sql<FoundEpisode>`
    select released.id, released.item_id, items.name as item_name, released.episode_num, released.subject
    from unnest(${[...ids]}::int[]) with ordinality as wanted (id, place)
    join ${releasedEpisodes} as released on released.id = wanted.id
    join items on items.id = released.item_id
    where released.published_at <= ${now} order by wanted.place limit ${limit}`.execute(db);
  return rows;
}

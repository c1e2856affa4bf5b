import { sql, type RawBuilder } from 'kysely';
import { likeText } from './like.ts';

/** Titles in which a word is looked for among episodes: a word that is in more says too little. */
const MOST_TITLES = 100;

/** Names with the word come first among what plays a clip: they say why it was found. */
export const withWordFirst = (keyword: string): RawBuilder<unknown> =>
  sql`(name not ilike ${`%${likeText(keyword.normalize('NFC').trim())}%`})`;

/** Whether more titles have the word than were looked at. */
export const isPartial = sql<boolean>`(select count(*) > ${sql.lit(MOST_TITLES)} from titles)`;

/**
 * Parts of a `with`: the rows `titles`, the newest titles whose episodes may have the word in their names, and the ids `named` of the
 * clips whose id begins with the word, or whose file, title with episode, or advertisement has it.
 */
export function namedClips(keyword: string): RawBuilder<unknown> {
  const word = keyword.normalize('NFC').trim();
  const wanted = `%${likeText(word)}%`;
  const begins = (text: string) => sql`id like ${`${likeText(text)}%`}`;
  // A word may have the end of a title's name and the beginning of an episode's.
  const ends = [...word.matchAll(/ /g)].map(({ index }) => `%${likeText(word.slice(0, index))}`);
  return sql`titles as materialized (
    select id, name from items where name ilike any(${[wanted, ...ends]}::text[])
    order by id desc limit ${sql.lit(MOST_TITLES + 1)}
  ), named as materialized (
    select id from clips where ${begins(word)} or ${begins(word.toLowerCase())}
    union select episodes.clip_id
    from (select * from titles order by id desc limit ${sql.lit(MOST_TITLES)}) as titles
    join episodes on episodes.item_id = titles.id where titles.name || ' ' || episodes.episode_num ilike ${wanted}
    union select trailer from items where trailer is not null and name || ' 예고편' ilike ${wanted}
    union select clip_id from advertisements where '광고 ' || title ilike ${wanted}
    union select replace(id::text, '-', '') from media_jobs where coalesce(name, source) ilike ${wanted}
    union select clip_id from media_contents where source ilike ${wanted}
  )`;
}

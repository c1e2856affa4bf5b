import { sql } from 'kysely';
import { prepareAll } from '#server/catalogue/prepare.ts';
import { createTransact, type Connection } from '#server/db/open.ts';
import { systemClock } from '#server/lib/clock.ts';

/** First id of generated titles. */
export const FIRST_ID = 1_000_000;

/**
 * Adds generated titles with ten episodes each. Names, tags, directors and casts are made from syllables and numbers, so that
 * some features are rare and some are common, as in a real catalogue.
 */
export async function addTitles(db: Connection, titles: number): Promise<void> {
  const syllables =
    '가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호구누두루무부수우';
  // Each word has two or three syllables that its number chooses.
  const word = (number: string) =>
    `substr('${syllables}', 1 + (${number}) % 48, 1) || substr('${syllables}', 1 + ((${number}) / 48) % 48, 1)
      || substr('${syllables}', 1 + ((${number}) * 7 / 11) % 48, 1)`;
  await sql`insert into items (id, name, synopsis, genres, tags, medium, content_rating, air_year, air_quarter, weekday,
      is_ended, director, production, "cast", series_id, series_order, color, poster, wide, backdrop, trailer, position)
    select ${sql.lit(FIRST_ID)} + n,
      ${sql.raw(word('n * 37'))} || ' ' || ${sql.raw(word('n * 101 + 5'))} || case n % 3 when 0 then ' ' || (n % 9 + 1) || '기' else '' end,
      items.synopsis, items.genres,
      array['태그' || n % 300, '태그' || (n * 7) % 2000, '태그' || (n * 13) % 5000], items.medium, items.content_rating,
      1990 + n % 36, items.air_quarter, case when n % 20 = 0 then n % 7 end, n % 20 <> 0,
      '감독 ' || n % 8000, '제작사 ' || n % 400,
      array[${sql.raw(word('n * 3'))} || ' (' || ${sql.raw(word('n * 17'))} || ' 역)', ${sql.raw(word('n * 19'))}],
      null, null, items.color, 'p/' || n || '/poster.webp', 'p/' || n || '/wide.webp', 'p/' || n || '/backdrop.webp',
      null, 10000 + n
    from generate_series(1, ${sql.lit(titles)}) as n
    join (select *, row_number() over (order by id) - 1 as place, count(*) over () as cnt from items) as items
      on items.place = n % items.cnt`.execute(db);
  await sql`insert into episodes (id, item_id, "order", episode_num, subject, synopsis, clip_id, running_time, thumbnail,
      access, published_at, audio_tracks, subtitle_tracks)
    select ${sql.lit(FIRST_ID)} + n * 10 + e, ${sql.lit(FIRST_ID)} + n, e, e || '화', '제목 ' || e, episodes.synopsis,
      episodes.clip_id, episodes.running_time, 'p/' || n || '/' || e || '.webp', 'membership',
      now() - make_interval(days => n % 3000, hours => 240 - e * 24), episodes.audio_tracks, episodes.subtitle_tracks
    from generate_series(1, ${sql.lit(titles)}) as n, generate_series(1, 10) as e,
      (select * from episodes where id = 10101) as episodes`.execute(db);
  await sql`insert into item_themes (theme_id, item_id, position)
    select themes.id, ${sql.lit(FIRST_ID)} + n, 10000 + n
    from generate_series(1, ${sql.lit(titles)}, 50) as n join themes on themes.id = 1 + (n / 50) % 12`.execute(db);
  await sql`analyze`.execute(db);
  await sql`update settings set value = (value::bigint + 1)::text where name = 'catalogue-version'`.execute(db);
  await prepareAll(createTransact(db), () => systemClock.now());
  await sql`vacuum analyze`.execute(db);
}

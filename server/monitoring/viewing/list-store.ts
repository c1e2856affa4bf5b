import { sql, type RawBuilder } from 'kysely';
import type { OpenedRow } from '#contract/console/overview.ts';
import { viewingDevices, viewingPlans, type ViewedTitleQuery, type ViewingGroup } from '#contract/console/viewing.ts';
import type { OpeningRow } from '#contract/playback.ts';
import { likeText } from '#server/db/like.ts';
import type { Connection } from '#server/db/open.ts';

export interface TitleSums {
  item_id: number;
  name: string;
  poster: string;
  cnt_viewer: number;
  cnt_start: number;
  cnt_start_before: number;
  cnt_view: number;
  cnt_finished: number;
  play_seconds: number;
}

/** Starts and minutes of everybody, or of a device or a plan. */
function columnsOf(group: ViewingGroup | undefined): { starts: RawBuilder<number>; seconds: RawBuilder<number> } {
  if (group === undefined) return { starts: sql`cnt_start`, seconds: sql`play_seconds` };
  const device = (viewingDevices as readonly string[]).indexOf(group);
  const place = sql.lit((device === -1 ? (viewingPlans as readonly string[]).indexOf(group) : device) + 1);
  const of = device === -1 ? 'plan' : 'device';
  // A title that nobody began has no parts, and a new kind of device none on earlier days.
  const partOf = (kind: string) => sql<number>`coalesce(${sql.ref(`${of}_${kind}`)}[${place}], 0)`;
  return { starts: partOf('starts'), seconds: partOf('seconds') };
}

type Asked = Pick<ViewedTitleQuery, 'span' | 'order' | 'group' | 'keyword'>;

/** Titles by their sums. Without a group or a word, an index has each order, so that only the page is read. */
export async function listTitleSums(
  db: Connection,
  { span, order, group, keyword = '' }: Asked,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: TitleSums[] }> {
  const { starts, seconds } = columnsOf(group);
  const change = sql`(cnt_start - cnt_start_before)`;
  const [isShown, sorted] = {
    starts: [sql`${starts} > 0`, sql`starts desc, seconds desc, item_id desc`],
    minutes: [sql`${seconds} > 0`, sql`seconds desc, item_id desc`],
    rising: [sql`${change} > 0`, sql`change desc, item_id desc`],
    falling: [sql`${change} < 0`, sql`change, item_id`],
    never: [sql`${starts} = 0`, sql`cnt_start_before desc, item_id desc`],
  }[order] as [RawBuilder<boolean>, RawBuilder<unknown>];
  const isNamed =
    keyword === ''
      ? sql``
      : sql`and exists (select 1 from items where id = title_sums.item_id and name ilike ${`%${likeText(keyword)}%`})`;
  const { rows } = await sql<{ cnt: number } & { [K in keyof TitleSums]: TitleSums[K] | null }>`
    with found as ${group === undefined && keyword === '' ? sql`not materialized` : sql`materialized`} (
      select item_id, cnt_viewer, ${starts} as starts, cnt_start_before, cnt_view, cnt_finished, ${seconds} as seconds,
        ${change} as change
      from title_sums where span = ${span} and ${isShown} ${isNamed}
    )
    select counted.cnt, item_id, items.name, items.poster, cnt_viewer, starts::int as cnt_start, cnt_start_before,
      cnt_view, cnt_finished, seconds::float8 as play_seconds
    from (select count(*)::int as cnt from found) as counted
    left join (select * from found order by ${sorted} limit ${limit} offset ${offset}) as page on true
    left join items on items.id = page.item_id
    order by ${sorted}`.execute(db);
  return {
    count: rows[0]!.cnt,
    // The catalogue may have lost a title since it was counted.
    rows: rows.flatMap(({ cnt: _, ...row }) => (row.name === null ? [] : [row as TitleSums])),
  };
}

export interface DayRow {
  day: string;
  cnt_start: number;
  cnt_view: number;
  cnt_finished: number;
  play_seconds: number;
  device_starts: number[];
  device_seconds: number[];
  plan_starts: number[];
  plan_seconds: number[];
  hour_starts: number[];
}

/** The days of a title from a day on, the oldest first. @param itemId 0 for the whole service */
export const listDays = (db: Connection, itemId: number, from: string): Promise<DayRow[]> =>
  db
    .selectFrom('title_days')
    .select([
      ...(['day', 'cnt_start', 'cnt_view', 'cnt_finished', 'device_starts', 'device_seconds'] as const),
      ...(['plan_starts', 'plan_seconds', 'hour_starts'] as const),
    ])
    .select(sql<number>`play_seconds::float8`.as('play_seconds'))
    .where('item_id', '=', itemId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute();

export const findTitleName = (
  db: Connection,
  id: number,
): Promise<{ id: number; name: string; poster: string } | undefined> =>
  db.selectFrom('items').select(['id', 'name', 'poster']).where('id', '=', id).executeTakeFirst();

export interface EpisodeSums {
  id: number;
  order: number;
  episode_num: string;
  subject: string;
  cnt_start: number;
  cnt_view: number;
  cnt_finished: number;
  play_seconds: number;
  left_counts: number[];
}

/** The episodes of a title, with their sums from a day on. */
export async function listEpisodeSums(db: Connection, itemId: number, from: string): Promise<EpisodeSums[]> {
  const left = Array.from({ length: 10 }, (_, tenth) => sql`sum(left_counts[${sql.lit(tenth + 1)}])::int`);
  const { rows } = await sql<EpisodeSums>`
    select episodes.id, episodes."order", episode_num, subject, coalesce(cnt_start, 0) as cnt_start,
      coalesce(cnt_view, 0) as cnt_view, coalesce(cnt_finished, 0) as cnt_finished,
      coalesce(play_seconds, 0) as play_seconds, coalesce(left_counts, '{0,0,0,0,0,0,0,0,0,0}') as left_counts
    from episodes left join (
      select episode_id, sum(cnt_start)::int as cnt_start, sum(cnt_view)::int as cnt_view,
        sum(cnt_finished)::int as cnt_finished, sum(play_seconds)::float8 as play_seconds, array[${sql.join(left)}] as left_counts
      from episode_days where item_id = ${itemId} and day >= ${from} group by episode_id
    ) as sums on sums.episode_id = episodes.id
    where episodes.item_id = ${itemId} order by episodes."order"`.execute(db);
  return rows;
}

export interface MonthRow {
  item_id: number;
  name: string | null;
  production: string | null;
  cnt_start: number;
  cnt_view: number;
  cnt_finished: number;
  play_seconds: number;
}

/** Sums of a month by title, the most watched first; also of titles that the catalogue has no more. */
export async function listMonth(db: Connection, month: string): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select sums.*, items.name, items.production from (
      select item_id, sum(cnt_start)::int as cnt_start, sum(cnt_view)::int as cnt_view,
        sum(cnt_finished)::int as cnt_finished, sum(play_seconds)::float8 as play_seconds
      from title_days where day >= ${`${month}-01`} and day <= ${`${month}-31`} and item_id > 0 group by item_id
    ) as sums left join items on items.id = sums.item_id
    order by play_seconds desc, item_id`.execute(db);
  return rows;
}

/** Words of enough accounts. */
export async function listMissedWords(
  db: Connection,
  { from, least, limit, offset }: { from: string; least: number; limit: number; offset: number },
): Promise<{ count: number; results: { words: string; cnt_account: number }[] }> {
  const { rows } = await sql<{ words: string; cnt_account: number; cnt: number }>`
    select words, sum(cnt_account)::int as cnt_account, (count(*) over ())::int as cnt from missed_searches
    where day >= ${from} group by words having max(cnt_account) >= ${least}
    order by cnt_account desc, words limit ${limit} offset ${offset}`.execute(db);
  return { count: rows[0]?.cnt ?? 0, results: rows.map(({ cnt: _, ...row }) => row) };
}

/** Groups of accounts, by the hash of the account with the day and the words. */
export const MISSED_GROUPS = 256;

/**
 * Counts words of a day for a group of accounts, once. Leaves out new words when the day has very many different ones:
 * strangers may invent them.
 */
export async function countMissed(
  db: Connection,
  { day, words, group }: { day: string; words: string; group: number },
  mostADay: number,
): Promise<void> {
  const place = sql`${group + 1}::int`;
  await sql`
    insert into missed_searches as known (day, words, cnt_account, seen)
    select ${day}, ${words}, 1, overlay(repeat('0', ${sql.lit(MISSED_GROUPS)}) placing '1' from ${place})
    where exists (select 1 from missed_searches where day = ${day} and words = ${words})
      or (select count(*) from missed_searches where day = ${day}) < ${mostADay}
    on conflict (day, words) do update set
      cnt_account = known.cnt_account + 1, seen = overlay(known.seen placing '1' from ${place})
      where substr(known.seen, ${place}, 1) = '0'`.execute(db);
}

export const listCohortMonths = (
  db: Connection,
  from: string,
): Promise<{ joined: string; month: string; cnt_account: number; cnt_watched: number }[]> =>
  db
    .selectFrom('cohort_months')
    .selectAll()
    .where('joined', '>=', from)
    .orderBy('joined', 'desc')
    .orderBy('month')
    .execute();

/** Counts the page of a title that a viewer opened from a row. */
export async function countPage(db: Connection, day: string, row: OpeningRow): Promise<void> {
  await db
    .insertInto('proposal_days')
    .values({ day, opened_from: row, cnt_account: 0, cnt_page: 1, cnt_opened: 0, cnt_watched: 0 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'opened_from']).doUpdateSet({ cnt_page: sql`proposal_days.cnt_page + 1` }),
    )
    .execute();
}

/** Sums of the rows in which viewers chose titles, from a day on. */
export async function listRowSums(db: Connection, from: string, least: number): Promise<OpenedRow[]> {
  const { rows } = await sql<OpenedRow>`
    select opened_from as row, sum(cnt_page)::int as cnt_page, sum(cnt_opened)::int as cnt_opened, sum(cnt_watched)::int as cnt_watched
    from proposal_days where day >= ${from} group by opened_from having max(cnt_account) >= ${least}
    order by cnt_opened desc, opened_from`.execute(db);
  return rows;
}

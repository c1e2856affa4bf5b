import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { AdvertisementQuery } from '#contract/console/advertisements.ts';
import { MOST_COUNTED_CLIPS } from '#contract/console/clips.ts';
import { isPartial, namedClips, withWordFirst } from '../db/named-clips.ts';
import type { Connection } from '../db/open.ts';
import { isOut, releasedEpisodes } from '../db/released-episodes.ts';
import type { AdFiguresTable, AdvertisementRow, AdvertisementsTable, ClipRow } from '../db/tables.ts';

export type Counts = Omit<AdFiguresTable, 'day' | 'ad_id'>;

export interface OperatedRow extends AdvertisementRow, Counts {
  duration: number;
  /** Name of the uploaded file of its clip. */
  clip_name: string | null;
}

export interface AdvertisementFilter {
  id?: number | undefined;
  keyword?: string | undefined;
  state?: AdvertisementQuery['state'];
  now: Date;
}

const COUNTS = ['cnt_impression', 'cnt_start', 'cnt_complete', 'cnt_skip', 'cnt_error'] as const;

const sumsOf = (one: string) =>
  sql.join(COUNTS.map((name) => sql`coalesce(${sql.ref(`${one}.${name}`)}, 0)::int as ${sql.ref(name)}`));

/**
 * A clip that was made for an advertisement has the id of its job, which knows the name of the file. The partial index
 * `media_jobs_of_advertisements` has only these jobs.
 */
const isMaker = sql`makers.target->>'use' = 'advertisement' and replace(makers.id::text, '-', '') = clips.id`;
const makersOfClips = sql`left join media_jobs as makers on ${isMaker}`;

const IN_STATE: Record<NonNullable<AdvertisementFilter['state']>, (now: Date) => RawBuilder<unknown>> = {
  running: (now) => sql`(starts_at is null or starts_at <= ${now}) and (ends_at is null or ends_at > ${now})`,
  scheduled: (now) => sql`starts_at > ${now} and (ends_at is null or ends_at > ${now})`,
  ended: (now) => sql`ends_at <= ${now}`,
};

const conditionOf = ({ id, keyword = '', state, now }: AdvertisementFilter) => {
  const wanted = keyword.normalize('NFC').trim().toLowerCase();
  return sql.join(
    [
      sql`true`,
      ...(id === undefined ? [] : [sql`ads.id = ${id}`]),
      ...(wanted === ''
        ? []
        : [
            sql`(position(${wanted} in lower(ads.title)) > 0 or ads.id::text = ${wanted} or lower(clip_id) = ${wanted})`,
          ]),
      ...(state === undefined ? [] : [sql`(${IN_STATE[state](now)})`]),
    ],
    sql` and `,
  );
};

const COLUMNS: Record<AdvertisementQuery['sorting'], RawBuilder<unknown>> = {
  id: sql`ads.id`,
  title: sql`ads.title`,
  weight: sql`ads.weight`,
  starts_at: sql`coalesce(ads.starts_at, '-infinity'::timestamptz)`,
  impressions: sql`coalesce(sums.cnt_impression, 0)`,
  completion: sql`coalesce(sums.cnt_complete::float8 / nullif(sums.cnt_impression, 0), -1)`,
};

/** Advertisements with the sums of their figures. */
export async function listOperated(
  db: Connection,
  filter: AdvertisementFilter,
  { sorting, direction, limit, offset }: Pick<AdvertisementQuery, 'sorting' | 'direction' | 'limit' | 'offset'>,
): Promise<OperatedRow[]> {
  const order = direction === 'down' ? sql`desc` : sql`asc`;
  const { rows } = await sql<OperatedRow>`
    select ads.*, clips.duration, makers.name as clip_name, ${sumsOf('sums')}
    from advertisements as ads join clips on clips.id = ads.clip_id ${makersOfClips}
    left join lateral (
      select ${sql.join(COUNTS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from ad_figures where ad_id = ads.id
    ) as sums on true
    where ${conditionOf(filter)}
    order by ${COLUMNS[sorting]} ${order}, ads.id ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countOperated(db: Connection, filter: AdvertisementFilter): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    select count(*)::int as cnt from advertisements as ads where ${conditionOf(filter)}`.execute(db);
  return rows[0]!.cnt;
}

/** Sum of the weights of those that run. */
export async function sumRunningWeights(db: Connection, now: Date): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(weight), 0)::int as sum from advertisements where ${IN_STATE.running(now)}`.execute(db);
  return rows[0]!.sum;
}

/** The figures by day in Korea, from a day on, the oldest first; days without an event are left out. */
export const listDays = (db: Connection, id: number, since: string): Promise<(Counts & { day: string })[]> =>
  db
    .selectFrom('ad_figures')
    .select(['day', ...COUNTS])
    .where('ad_id', '=', id)
    .where('day', '>=', since)
    .orderBy('day')
    .execute();

/** The next free id. Ids are never used again: figures of removed advertisements keep them. */
export async function findNextId(tx: Connection): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select 1 + greatest(
      (select coalesce(max(id), 0) from advertisements),
      (select coalesce(max(ad_id), 0) from ad_figures)
    ) as id`.execute(tx);
  return rows[0]!.id;
}

export async function insertAdvertisement(tx: Connection, row: Insertable<AdvertisementsTable>): Promise<void> {
  await tx.insertInto('advertisements').values(row).execute();
}

export async function updateAdvertisement(
  tx: Connection,
  { id, ...changes }: Insertable<AdvertisementsTable>,
): Promise<void> {
  await tx.updateTable('advertisements').set(changes).where('id', '=', id).execute();
}

export const findClipRow = (db: Connection, id: string): Promise<ClipRow | undefined> =>
  db.selectFrom('clips').selectAll().where('id', '=', id).executeTakeFirst();

/** A clip, and what plays it. */
export interface UsedClip extends Pick<ClipRow, 'id' | 'duration'> {
  /** Name of the uploaded file that the clip was made of for an advertisement. */
  name: string | null;
  /** Names of advertisements, titles with the episodes, and trailers that play the clip. */
  used_by: string[];
  /** An episode that viewers see plays it. */
  is_out: boolean;
}

const namesOf = (keyword: string) => sql`array(
  select '광고 ' || title from advertisements where clip_id = page.id order by id limit 3
) || array(
  select name from (
    select name || ' 예고편' as name from items where trailer = page.id
    union select items.name || ' ' || episode_num from episodes join items on items.id = item_id where clip_id = page.id
  ) as users order by ${withWordFirst(keyword)}, name limit 3
) as used_by`;

/**
 * Clips that were made for advertisements first, then others that advertisements play, then all by id; and how many there are. Each
 * part stops at the end of the page: a catalogue has hundreds of thousands of clips.
 */
export async function listClips(
  db: Connection,
  keyword: string,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<{ count: number; rows: UsedClip[]; is_partial: boolean }> {
  const isAll = keyword.trim() === '';
  const [named, isFound] = isAll
    ? [sql``, sql`true`]
    : [sql`${namedClips(keyword)},`, sql`clips.id in (select id from named)`];
  const inAdvertisements = sql`id in (select clip_id from advertisements)`;
  const part = (rank: number, name: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    (select id, ${name} as name, duration, ${sql.lit(rank)} as rank from found where ${condition}
    order by 2, id limit ${limit + offset})`;
  const { rows } = await sql<{ count: number; is_partial: boolean } & (UsedClip | { id: null })>`
    with ${named} found as ${isAll ? sql`not materialized` : sql`materialized`} (
      select clips.id, clips.duration, makers.name, makers.id as job_id from clips ${makersOfClips} where ${isFound}
    )
    select counted.count, ${isAll ? sql`false` : isPartial} as is_partial, page.id, page.name, page.duration,
      ${namesOf(keyword)}, exists (
        select 1 from ${releasedEpisodes} as released where clip_id = page.id and ${isOut('released', now)}
      ) as is_out
    from (
      select count(*)::int as count from (
        select from ${isAll ? sql`clips` : sql`found`} limit ${sql.lit(MOST_COUNTED_CLIPS)}
      ) as few
    ) as counted
    left join (
      select * from (
        ${part(0, sql`name`, sql`job_id is not null`)}
        union all ${part(1, sql`null`, sql`job_id is null and ${inAdvertisements}`)}
        union all ${part(2, sql`null`, sql`job_id is null and not (${inAdvertisements})`)}
      ) as parts order by rank, name, id limit ${limit} offset ${offset}
    ) as page on true
    order by page.rank, page.name, page.id`.execute(db);
  const { count, is_partial } = rows[0]!;
  return { count, is_partial, rows: rows.flatMap((row) => (row.id === null ? [] : [row])) };
}

/** Whether viewers see an episode whose clip lies in the folder: an address of the folder opens it too. */
export async function isOutUnder(db: Connection, folder: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from clips join ${releasedEpisodes} as released on clip_id = clips.id
    where starts_with(clips.streams -> 0 ->> 'path', ${`${folder}/`}) and ${isOut('released', now)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

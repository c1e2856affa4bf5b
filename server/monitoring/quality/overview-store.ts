import { sql, type RawBuilder } from 'kysely';
import type { PlatformName } from '#contract/platforms.ts';
import type { Connection } from '#server/db/open.ts';
import type { EpisodeFailure } from './failing-episodes.ts';
import type { Span } from './fold-store.ts';
import { STARTUP_BOUNDS_MS } from './histogram.ts';
import { sumParts } from './start-parts.ts';
import type { Failure, QualitySums } from './summary.ts';

/** Rows of the tables of sums that a view shows. */
export interface Shown extends Span {
  platform?: PlatformName | undefined;
  /** Length of a point: an hour, or a day in Korea. */
  step: 'hour' | 'day';
}

const KOREA_SECONDS = 9 * 3600;

/** Start of the point of an hour. */
const pointOf = ({ step }: Shown): RawBuilder<Date> =>
  step === 'hour'
    ? sql`hour`
    : sql`to_timestamp(floor((extract(epoch from hour) + ${sql.lit(KOREA_SECONDS)}) / 86400)::bigint * 86400
        - ${sql.lit(KOREA_SECONDS)})`;

const isShown = ({ since, until, platform }: Shown) =>
  platform === undefined
    ? sql`hour >= ${since} and hour < ${until}`
    : sql`hour >= ${since} and hour < ${until} and platform = ${platform}`;

const sums = (): RawBuilder<unknown> => {
  const counts = [...STARTUP_BOUNDS_MS, null].map((_, index) => sql`sum(startup_counts[${sql.lit(index + 1)}])::int`);
  return sql`sum(cnt_playback)::int as cnt_playback, sum(cnt_failed)::int as cnt_failed,
    array[${sql.join(counts)}] as startup_counts, sum(rebuffer_ms)::float8 as rebuffer_ms,
    sum(play_ms)::float8 as play_ms, sum(cnt_dropped)::float8 as cnt_dropped, sum(cnt_decoded)::float8 as cnt_decoded,
    sum(cnt_parted)::int as cnt_parted, sum(cnt_prepared)::int as cnt_prepared,
    ${sumParts('start_sums')}::float8[] as start_sums`;
};

export async function listQualityPoints(db: Connection, shown: Shown): Promise<({ at: Date } & QualitySums)[]> {
  const { rows } = await sql<{ at: Date } & QualitySums>`
    select ${pointOf(shown)} as at, ${sums()} from quality_hours where ${isShown(shown)} group by 1`.execute(db);
  return rows;
}

/** The groups with the most playbacks. */
export async function listQualityGroups(
  db: Connection,
  shown: Shown,
  by: 'engine' | 'app_version' | 'rendition',
  limit: number,
): Promise<({ name: string } & QualitySums)[]> {
  const { rows } = await sql<{ name: string } & QualitySums>`
    select ${sql.ref(by)} as name, ${sums()} from quality_hours where ${isShown(shown)}
    group by 1 order by 2 desc, 1 limit ${limit}`.execute(db);
  return rows;
}

export async function listFailureSums(db: Connection, shown: Shown, limit: number): Promise<Failure[]> {
  const { rows } = await sql<Failure>`
    select code, engine, sum(cnt)::int as cnt from failure_hours where ${isShown(shown)}
    group by 1, 2 order by 3 desc, 1, 2 limit ${limit}`.execute(db);
  return rows;
}

/** By episode, code and engine, the most frequent first. */
export async function listEpisodeFailures(db: Connection, shown: Shown, limit: number): Promise<EpisodeFailure[]> {
  const { rows } = await sql<EpisodeFailure>`
    select episode_id, code, engine, sum(cnt)::int as cnt from episode_failure_hours where ${isShown(shown)}
    group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${limit}`.execute(db);
  return rows;
}

export async function listWatchPoints(
  db: Connection,
  shown: Shown,
): Promise<{ at: Date; cnt_start: number; play_seconds: number }[]> {
  const { rows } = await sql<{ at: Date; cnt_start: number; play_seconds: number }>`
    select ${pointOf(shown)} as at, sum(cnt_start)::int as cnt_start, sum(play_seconds)::float8 as play_seconds
    from watch_hours where ${isShown(shown)} group by 1`.execute(db);
  return rows;
}

/** Includes all platforms, because phones pay for televisions. */
export async function listSalePoints(
  db: Connection,
  shown: Shown,
): Promise<{ at: Date; cnt_sign_up: number; cnt_order: number; won: number }[]> {
  const { rows } = await sql<{ at: Date; cnt_sign_up: number; cnt_order: number; won: number }>`
    select ${pointOf(shown)} as at, sum(cnt_sign_up)::int as cnt_sign_up, sum(cnt_order)::int as cnt_order,
      sum(won)::float8 as won
    from sale_hours where ${isShown({ ...shown, platform: undefined })} group by 1`.execute(db);
  return rows;
}

/** Names of episodes and their titles, also of those that are not published. */
export const listEpisodeNames = (
  db: Connection,
  ids: readonly number[],
): Promise<{ id: number; item_id: number; name: string; episode_num: string }[]> =>
  db
    .selectFrom('episodes')
    .innerJoin('items', 'items.id', 'episodes.item_id')
    .select(['episodes.id', 'episodes.item_id', 'items.name', 'episodes.episode_num'])
    .where('episodes.id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute();

import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { ServiceSummariesTable } from '#server/db/tables.ts';
import { STARTUP_BOUNDS_MS } from './histogram.ts';
import { RENDITIONS } from './names.ts';
import { sumParts } from './start-parts.ts';
import type { EngineSums, HourFailure, LiveSummary } from './summary.ts';

/** Most groups of one slice: senders choose the names of codes and versions. */
const MOST_GROUPS = 20_000;

export interface Span {
  since: Date;
  until: Date;
}

const isIn = (column: string, { since, until }: Span) =>
  sql`${sql.ref(column)} >= ${since} and ${sql.ref(column)} < ${until}`;

/** Start of the hour. By arithmetic, because engines may lack a time zone table. */
const hourOf = (column: string): RawBuilder<Date> =>
  sql`to_timestamp(floor(extract(epoch from ${sql.ref(column)}) / 3600)::bigint * 3600)`;

/** The started playbacks in each bucket of `histogram.ts`. */
const startupCounts = (): RawBuilder<number[]> => {
  const buckets = [...STARTUP_BOUNDS_MS, null].map((bound, index) => {
    const from = STARTUP_BOUNDS_MS[index - 1];
    const above = from === undefined ? sql`startup_ms is not null` : sql`startup_ms > ${sql.lit(from)}`;
    return bound === null
      ? sql`(count(*) filter (where ${above}))::int`
      : sql`(count(*) filter (where ${above} and startup_ms <= ${sql.lit(bound)}))::int`;
  });
  return sql`array[${sql.join(buckets)}]`;
};

const rendition = (): RawBuilder<string> =>
  sql`case ${sql.join(
    RENDITIONS.map(([bound, name]) =>
      bound === Infinity
        ? sql`else ${sql.lit(name)}`
        : sql`when average_bitrate < ${sql.lit(bound)} then ${sql.lit(name)}`,
    ),
    sql` `,
  )} end`;

/** Writes the sums of whole hours; running it again for an hour replaces them. */
export async function foldQuality(db: Connection, span: Span): Promise<void> {
  await sql`
    insert into quality_hours (hour, platform, engine, app_version, rendition, cnt_playback, cnt_started, cnt_failed,
      cnt_stalled, startup_counts, rebuffer_ms, play_ms, cnt_dropped, cnt_decoded, cnt_switch, cnt_parted, cnt_prepared,
      start_sums)
    select ${hourOf('received_at')} as hour, platform, engine, app_version, ${rendition()} as rendition, count(*)::int,
      count(startup_ms)::int, (count(*) filter (where cardinality(errors) > 0))::int,
      (count(*) filter (where cnt_rebuffer > 0))::int, ${startupCounts()}, sum(rebuffer_ms),
      sum(play_seconds::bigint * 1000), sum(cnt_dropped), sum(cnt_decoded), sum(cnt_switch), count(start_parts)::int,
      (count(*) filter (where is_prepared))::int, ${sumParts('start_parts')}::float8[]
    from playback_quality where ${isIn('received_at', span)}
    group by 1, 2, 3, 4, 5 order by 6 desc limit ${MOST_GROUPS}
    on conflict (hour, platform, engine, app_version, rendition) do update set
      cnt_playback = excluded.cnt_playback, cnt_started = excluded.cnt_started, cnt_failed = excluded.cnt_failed,
      cnt_stalled = excluded.cnt_stalled, startup_counts = excluded.startup_counts,
      rebuffer_ms = excluded.rebuffer_ms, play_ms = excluded.play_ms, cnt_dropped = excluded.cnt_dropped,
      cnt_decoded = excluded.cnt_decoded, cnt_switch = excluded.cnt_switch, cnt_parted = excluded.cnt_parted,
      cnt_prepared = excluded.cnt_prepared, start_sums = excluded.start_sums`.execute(db);
  await sql`
    insert into failure_hours (hour, platform, engine, app_version, code, cnt)
    select ${hourOf('received_at')} as hour, platform, engine, app_version, code, count(*)::int
    from playback_quality, unnest(errors) as code where ${isIn('received_at', span)}
    group by 1, 2, 3, 4, 5 order by 6 desc limit ${MOST_GROUPS}
    on conflict (hour, platform, engine, app_version, code) do update set cnt = excluded.cnt`.execute(db);
  await sql`
    insert into episode_failure_hours (hour, platform, engine, code, episode_id, cnt)
    select ${hourOf('received_at')} as hour, platform, engine, code, episode_id, count(*)::int
    from playback_quality, unnest(errors) as code where ${isIn('received_at', span)}
    group by 1, 2, 3, 4, 5 order by 6 desc limit ${MOST_GROUPS}
    on conflict (hour, platform, engine, code, episode_id) do update set cnt = excluded.cnt`.execute(db);
}

/** Like `foldQuality`. All watching of a play log counts in the hour in which it was opened. */
export async function foldWatching(db: Connection, span: Span): Promise<void> {
  await sql`
    insert into watch_hours (hour, platform, cnt_start, play_seconds)
    select ${hourOf('opened_at')} as hour, device, count(*)::int, sum(total_play_time)
    from play_logs where ${isIn('opened_at', span)} group by 1, 2
    on conflict (hour, platform) do update set
      cnt_start = excluded.cnt_start, play_seconds = excluded.play_seconds`.execute(db);
}

/** Like `foldQuality`. */
export async function foldSales(db: Connection, span: Span): Promise<void> {
  await sql`
    insert into sale_hours (hour, cnt_sign_up, cnt_order, won)
    select hour, sum(cnt_sign_up)::int, sum(cnt_order)::int, sum(won)::bigint from (
      select ${hourOf('created_at')} as hour, count(*) as cnt_sign_up, 0 as cnt_order, 0 as won
      from accounts where ${isIn('created_at', span)} group by 1
      union all
      select ${hourOf('settled_at')}, 0, count(*), sum(price)
      from orders where status in ('paid', 'refunded') and ${isIn('settled_at', span)} group by 1
    ) as counted group by hour
    on conflict (hour) do update set
      cnt_sign_up = excluded.cnt_sign_up, cnt_order = excluded.cnt_order, won = excluded.won`.execute(db);
}

type Summary = ServiceSummariesTable['name'];

export async function saveSummary(db: Connection, name: Summary, countedAt: Date, figures: object): Promise<void> {
  const row = { counted_at: countedAt, figures: JSON.stringify(figures) };
  await db
    .insertInto('service_summaries')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export const findSummary = async (
  db: Connection,
  name: Summary,
): Promise<{ countedAt: Date; figures: object } | undefined> => {
  const row = await db.selectFrom('service_summaries').selectAll().where('name', '=', name).executeTakeFirst();
  return row && { countedAt: row.counted_at, figures: row.figures };
};

/** Sums of the playbacks of a span by platform and engine, the most frequent first. */
export async function sumQuality(db: Connection, span: Span): Promise<EngineSums[]> {
  const { rows } = await sql<EngineSums>`
    select platform, engine, count(*)::int as cnt_playback, (count(*) filter (where cardinality(errors) > 0))::int as cnt_failed,
      ${startupCounts()} as startup_counts, sum(rebuffer_ms)::float8 as rebuffer_ms,
      sum(play_seconds::bigint * 1000)::float8 as play_ms, sum(cnt_dropped)::float8 as cnt_dropped,
      sum(cnt_decoded)::float8 as cnt_decoded, count(start_parts)::int as cnt_parted,
      (count(*) filter (where is_prepared))::int as cnt_prepared, ${sumParts('start_parts')}::float8[] as start_sums
    from playback_quality where ${isIn('received_at', span)}
    group by platform, engine order by cnt_playback desc, platform, engine`.execute(db);
  return rows;
}

/** With the episode that each failed most often. */
export async function listFailures(db: Connection, span: Span, limit: number): Promise<HourFailure[]> {
  const { rows } = await sql<HourFailure>`
    select code, engine, count(*)::int as cnt, mode() within group (order by episode_id) as episode_id
    from playback_quality, unnest(errors) as code
    where ${isIn('received_at', span)} group by code, engine order by cnt desc, code, engine limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Playbacks by episode and platform, of play logs that reported or opened since an instant, the most played first. */
export async function countPlaying(db: Connection, now: Date, since: Date): Promise<LiveSummary['playing']> {
  const { rows } = await sql<LiveSummary['playing'][number]>`
    select episode_id, device as platform, count(*)::int as cnt from play_logs
    where state = 'active' and expires_at > ${now} and coalesce(reported_at, opened_at) > ${since}
    group by episode_id, device order by cnt desc, episode_id`.execute(db);
  return rows;
}

export interface HourCounts {
  cnt_start: number;
  play_seconds: number;
  cnt_sign_up: number;
  cnt_order: number;
  cnt_crashed: number;
}

export async function countHour(db: Connection, span: Span): Promise<HourCounts> {
  const { rows } = await sql<HourCounts>`
    select started.cnt::int as cnt_start, started.seconds::float8 as play_seconds,
      (select count(*) from accounts where ${isIn('created_at', span)})::int as cnt_sign_up,
      (select count(*) from orders where status in ('paid', 'refunded') and ${isIn('settled_at', span)})::int as cnt_order,
      (select count(*) from crashes where ${isIn('last_at', span)})::int as cnt_crashed
    from (select count(*) as cnt, coalesce(sum(total_play_time), 0) as seconds
      from play_logs where ${isIn('opened_at', span)}) as started`.execute(db);
  return rows[0]!;
}

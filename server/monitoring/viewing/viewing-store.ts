import { sql, type RawBuilder } from 'kysely';
import { viewingDevices, viewingPlans } from '#contract/console/viewing.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import { isOut, releasedEpisodes } from '#server/db/released-episodes.ts';

/** Starts of one account and episode that count on one day, as for advertisements (docs/decisions/201). */
const MOST_STARTS_A_DAY = 10;
/** An episode is finished from this part of it on, or from its outro (report-rules.ts). */
const FINISHED_FROM = 0.95;
const TENTHS = 10;

interface Span {
  since: Date;
  until: Date;
}

/**
 * Play logs of a span in which something was watched, each with what it counts for. The plan is the one that the account has
 * when this runs, if it had begun. An account watches a title from three minutes on, or half of a shorter episode
 * (docs/decisions/104).
 */
const logsOf = ({ since, until }: Span): RawBuilder<unknown> => sql`
  select play_logs.account_id, item_id, episode_id, device, total_play_time as seconds,
    row_number() over (partition by play_logs.account_id, episode_id order by opened_at, play_logs.id)
      <= ${sql.lit(MOST_STARTS_A_DAY)} as is_start,
    total_play_time >= case when running_time > 0 then least(180, running_time / 2.0) else 180 end as is_view,
    coalesce(play_end_offset >= outro_start, false)
      or (running_time > 0 and play_end_offset >= running_time * ${sql.lit(FINISHED_FROM)}) as is_finished,
    case when running_time > 0
      then least(${sql.lit(TENTHS - 1)}, play_end_offset * ${sql.lit(TENTHS)} / running_time)::int end as tenth,
    (floor(extract(epoch from opened_at) / 3600)::bigint + 9) % 24 as hour,
    case when membership_expires_at is null or membership_expires_at > opened_at then plan else 'free' end as plan
  from play_logs join accounts on accounts.id = play_logs.account_id
  where opened_at >= ${since} and opened_at < ${until} and total_play_time > 0`;

const sums = sql`(count(*) filter (where is_start))::int, (count(distinct account_id) filter (where is_view))::int,
  (count(*) filter (where is_start and is_finished))::int, sum(seconds)::bigint`;

const startsBy = (column: string, values: readonly (string | number)[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`(count(*) filter (where is_start and ${sql.ref(column)} = ${sql.lit(value)}))::int`),
  )}]`;
const secondsBy = (column: string, values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`coalesce(sum(seconds) filter (where ${sql.ref(column)} = ${sql.lit(value)}), 0)::float8`),
  )}]`;

const SUMS = ['cnt_start', 'cnt_view', 'cnt_finished', 'play_seconds'] as const;
const SPLIT = ['device_starts', 'device_seconds', 'plan_starts', 'plan_seconds'] as const;
const columnsOf = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
const replaced = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));

const splits = sql.join([
  startsBy('device', viewingDevices),
  secondsBy('device', viewingDevices),
  startsBy('plan', viewingPlans),
  secondsBy('plan', viewingPlans),
]);
const hours = startsBy(
  'hour',
  Array.from({ length: 24 }, (_, hour) => hour),
);

/** Writes the sums of one day in Korea, by title and of the whole service; running it again replaces them. */
export async function foldTitleDay(db: Connection, day: string, span: Span): Promise<void> {
  const columns = [...SUMS, ...SPLIT, 'hour_starts'];
  for (const [item, group] of [
    [sql`item_id`, sql`group by item_id`],
    [sql`0`, sql`having count(*) > 0`],
  ] as const)
    await sql`
      with logs as (${logsOf(span)})
      insert into title_days (day, item_id, ${columnsOf(columns)})
      select ${day}, ${item}, ${sums}, ${splits}, ${hours} from logs ${group}
      on conflict (day, item_id) do update set ${replaced(columns)}`.execute(db);
}

/** Like `foldTitleDay`, by episode, with the tenths in which playbacks were left. */
export async function foldEpisodeDay(db: Connection, day: string, span: Span): Promise<void> {
  const left = Array.from(
    { length: TENTHS },
    (_, tenth) => sql`(count(*) filter (where is_start and not is_finished and tenth = ${sql.lit(tenth)}))::int`,
  );
  const columns = [...SUMS, 'left_counts'];
  await sql`
    with logs as (${logsOf(span)})
    insert into episode_days (day, item_id, episode_id, ${columnsOf(columns)})
    select ${day}, item_id, episode_id, ${sums}, array[${sql.join(left)}] from logs group by item_id, episode_id
    on conflict (item_id, day, episode_id) do update set ${replaced(columns)}`.execute(db);
}

/** A title that somebody chose counts as watched from so many seconds in a day on. */
const WATCHED_SECONDS = 600;
/** Titles of one account that count in a row and day: nobody chooses more, and nobody decides what the figures say. */
export const MOST_CHOSEN_A_DAY = 10;

/** Like `foldTitleDay`, by the row in which viewers chose a title; once for each account and title. */
export async function foldProposalDay(db: Connection, day: string, { since, until }: Span): Promise<void> {
  await sql`
    with chosen as (
      select account_id, item_id, opened_from, sum(total_play_time) as seconds from play_logs
      where opened_at >= ${since} and opened_at < ${until} and total_play_time > 0 and opened_from is not null
      group by account_id, item_id, opened_from
    ), counted as (
      select *, row_number() over (partition by account_id, opened_from order by seconds desc, item_id) as place
      from chosen
    )
    insert into proposal_days (day, opened_from, cnt_account, cnt_opened, cnt_watched)
    select ${day}, opened_from, count(distinct account_id)::int, count(*)::int,
      (count(*) filter (where seconds >= ${sql.lit(WATCHED_SECONDS)}))::int
    from counted where place <= ${sql.lit(MOST_CHOSEN_A_DAY)} group by opened_from
    on conflict (day, opened_from) do update set ${replaced(['cnt_account', 'cnt_opened', 'cnt_watched'])}`.execute(db);
}

/** Different accounts that watched each title in a span. */
export async function countTitleViewers(db: Connection, span: Span): Promise<{ item_id: number; cnt: number }[]> {
  const { rows } = await sql<{ item_id: number; cnt: number }>`
    with logs as (${logsOf(span)})
    select item_id, (count(distinct account_id) filter (where is_view))::int as cnt from logs group by item_id`.execute(
    db,
  );
  return rows;
}

export interface Days {
  /** First and last day of the sums, and the first one of as many days before; `YYYY-MM-DD`. */
  from: string;
  to: string;
  before: string;
}

const within = (from: string, to: string) => sql`day >= ${from} and day <= ${to}`;
const sumsOfArray = (name: string, length: number, isShown: RawBuilder<unknown>, type: 'int' | 'float8') =>
  sql`array[${sql.join(
    Array.from(
      { length },
      (_, index) =>
        sql`coalesce(sum(${sql.ref(name)}[${sql.lit(index + 1)}]) filter (where ${isShown}), 0)::${sql.raw(type)}`,
    ),
  )}]`;

/** Replaces the sums of a span of days, with a row for each title of the catalogue that viewers see or watched. */
export async function sumTitles(
  transact: Transact,
  span: 'day' | 'week' | 'month',
  { from, to, before }: Days,
  viewers: readonly { item_id: number; cnt: number }[],
  now: Date,
): Promise<void> {
  const isShown = within(from, to);
  const sumOf = (name: string) => sql`coalesce(sum(${sql.ref(name)}) filter (where ${isShown}), 0)`;
  await transact(async (tx) => {
    await tx.deleteFrom('title_sums').where('span', '=', span).execute();
    await sql`
      with days as (
        select item_id, ${sumOf('cnt_start')}::int as cnt_start,
          coalesce(sum(cnt_start) filter (where day < ${from}), 0)::int as cnt_start_before,
          ${sumOf('cnt_view')}::int as cnt_view, ${sumOf('cnt_finished')}::int as cnt_finished,
          ${sumOf('play_seconds')}::bigint as play_seconds,
          ${sumsOfArray('device_starts', viewingDevices.length, isShown, 'int')} as device_starts,
          ${sumsOfArray('device_seconds', viewingDevices.length, isShown, 'float8')} as device_seconds,
          ${sumsOfArray('plan_starts', viewingPlans.length, isShown, 'int')} as plan_starts,
          ${sumsOfArray('plan_seconds', viewingPlans.length, isShown, 'float8')} as plan_seconds
        from title_days where ${within(before, to)} and item_id > 0 group by item_id
      ), released as (
        select distinct item_id from ${releasedEpisodes} as episodes where ${isOut('episodes', now)}
      ), viewers as (
        select * from unnest(${viewers.map(({ item_id }) => item_id)}::int[], ${viewers.map(({ cnt }) => cnt)}::int[])
          as given (item_id, cnt)
      )
      insert into title_sums (span, item_id, cnt_viewer, cnt_start, cnt_start_before, cnt_view, cnt_finished, play_seconds,
        ${columnsOf(SPLIT)})
      select ${span}, item_id, coalesce(viewers.cnt, 0), coalesce(cnt_start, 0), coalesce(cnt_start_before, 0),
        coalesce(cnt_view, 0), coalesce(cnt_finished, 0), coalesce(play_seconds, 0),
        coalesce(device_starts, '{}'), coalesce(device_seconds, '{}'), coalesce(plan_starts, '{}'),
        coalesce(plan_seconds, '{}')
      from days full join released using (item_id) left join viewers using (item_id)
      where exists (select 1 from items where id = item_id)`.execute(tx);
  });
}

/** Writes how many accounts of each month of joining, from `since` on, watched something in a month. */
export async function foldCohorts(db: Connection, month: string, { since, until }: Span, oldest: Date): Promise<void> {
  await sql`
    with watched as (
      select distinct account_id from play_logs
      where opened_at >= ${since} and opened_at < ${until} and total_play_time > 0
    )
    insert into cohort_months (joined, month, cnt_account, cnt_watched)
    select to_char((created_at at time zone 'UTC') + interval '9 hours', 'YYYY-MM'), ${month}, count(*)::int,
      count(watched.account_id)::int
    from accounts left join watched on watched.account_id = accounts.id
    where created_at >= ${oldest} and created_at < ${until} and left_at is null group by 1
    on conflict (joined, month) do update set
      cnt_account = excluded.cnt_account, cnt_watched = excluded.cnt_watched`.execute(db);
}

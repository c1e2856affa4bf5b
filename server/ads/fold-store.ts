import { sql, type RawBuilder } from 'kysely';
import { koreanDayOf } from '../db/korean-day.ts';
import type { Connection } from '../db/open.ts';

export interface Span {
  since: Date;
  until: Date;
}

/** Columns of the counts, and the event that each counts. */
const EVENTS = {
  cnt_impression: 'impression',
  cnt_start: 'start',
  cnt_complete: 'complete',
  cnt_skip: 'skip',
  cnt_error: 'error',
} as const;
const NAMES = Object.keys(EVENTS) as (keyof typeof EVENTS)[];

const columns = sql.join(NAMES.map((name) => sql.ref(name)));
const countsOfEvents = sql.join(
  NAMES.map((name) => sql`(count(*) filter (where event = ${sql.lit(EVENTS[name])}))::int`),
);
const sums = sql.join(NAMES.map((name) => sql`sum(${sql.ref(name)})::int`));
/** A count never falls: the events of erased accounts are gone, and happened all the same. */
const larger = (table: string): RawBuilder<unknown> =>
  sql.join(
    NAMES.map(
      (name) => sql`${sql.ref(name)} = greatest(${sql.ref(`${table}.${name}`)}, ${sql.ref(`excluded.${name}`)})`,
    ),
  );

/** Start of the hour. By arithmetic, because engines may lack a time zone table. */
const hour = sql`to_timestamp(floor(extract(epoch from received_at) / 3600)::bigint * 3600)`;

/**
 * Writes the counts of whole hours; running it again for an hour changes nothing. Leaves out events that do not count
 * (`counting-rules.ts`), and those of playbacks that ended before the advertisement did.
 */
export async function foldHours(db: Connection, { since, until }: Span, now: Date): Promise<void> {
  await sql`
    insert into ad_hours (hour, ad_id, ${columns})
    select ${hour}, ad_id, ${countsOfEvents} from ad_events
    where received_at >= ${since} and received_at < ${until} and counts_from <= ${now}
      and not exists (
        select 1 from play_logs
        where play_logs.account_id = ad_events.account_id and play_logs.id = ad_events.play_log_id
          and ended_at < counts_from
      )
    group by 1, 2 order by 1, 2
    on conflict (hour, ad_id) do update set ${larger('ad_hours')}`.execute(db);
}

/** Writes the sums of the days in Korea that the span touches. */
export async function foldDays(db: Connection, { since, until }: Span): Promise<void> {
  await sql`
    insert into ad_figures (day, ad_id, ${columns})
    select ${koreanDayOf('hour')} as day, ad_id, ${sums} from ad_hours
    where hour >= ${since} and hour < ${until} group by 1, 2 order by 2, 1
    on conflict (ad_id, day) do update set ${larger('ad_figures')}`.execute(db);
}

/** The latest counted hour until an instant. Events that a wrong clock dated may be in later hours. */
export const findLastHour = async (db: Connection, until: Date): Promise<Date | null> =>
  (
    await db
      .selectFrom('ad_hours')
      .select((eb) => eb.fn.max('hour').as('hour'))
      .where('hour', '<=', until)
      .executeTakeFirst()
  )?.hour ?? null;

import { sql } from 'kysely';
import { viewingDevices, viewingPlans } from '#contract/console/viewing.ts';
import { numbersFrom as rows, type Filling } from '../lib/fill-table.ts';

const DAYS = 365;
/** Titles that somebody watches, and that somebody buys, on a day. */
const WATCHED_A_DAY = 5000;
const SOLD_A_DAY = 1000;

export interface SumsOf {
  titles: number;
  missedWords: number;
  /** Id of the first title. */
  titleFrom: number;
  now: Date;
}

/** The daily sums that jobs write for the pages 시청 and 매출, for a year; title 0 is the whole service. */
export function sumsFillings({ titles, missedWords, titleFrom, now }: SumsOf): Filling[] {
  const day = (number: string) =>
    sql`to_char(${now}::timestamptz - (${sql.raw(number)}) * interval '1 day', 'YYYY-MM-DD')`;
  const item = (number: string) => sql.raw(`${titleFrom} + (${number}) % ${titles}`);
  const starts = (values: readonly string[]) => sql.raw(`array_fill(1 + n % 50, array[${values.length}])`);
  const seconds = (values: readonly string[]) =>
    sql.raw(`array_fill((600 + n % 5000)::float8, array[${values.length}])`);
  const splits = sql`${starts(viewingDevices)}, ${seconds(viewingDevices)}, ${starts(viewingPlans)}, ${seconds(viewingPlans)}`;
  const names = sql.raw('cnt_start, cnt_view, cnt_finished, play_seconds');
  const splitNames = sql.raw('device_starts, device_seconds, plan_starts, plan_seconds');
  const figures = sql.raw('100 + n % 900, 50 + n % 400, 30 + n % 200, 60000 + n % 90000');
  const hours = sql.raw('array_fill(n % 50, array[24])');
  return [
    {
      what: 'days of titles',
      count: DAYS * WATCHED_A_DAY,
      insert: (from, to) => sql`
        insert into title_days (day, item_id, ${names}, ${splitNames}, hour_starts)
        select ${day(`(n - 1) / ${WATCHED_A_DAY}`)}, ${item(`n * 7 + n / ${titles}`)}, ${figures}, ${splits}, ${hours}
        from ${rows(from, to)} on conflict do nothing`,
    },
    {
      what: 'days of the service',
      count: DAYS,
      insert: (from, to) => sql`
        insert into title_days (day, item_id, ${names}, ${splitNames}, hour_starts)
        select ${day('n - 1')}, 0, ${figures}, ${splits}, ${hours} from ${rows(from, to)}`,
    },
    {
      what: 'days of episodes',
      count: titles * 12,
      insert: (from, to) => sql`
        insert into episode_days (item_id, day, episode_id, ${names}, left_counts)
        select ${titleFrom} + (n - 1) / 12, ${day('n % 28')}, 100000 + n, ${figures}, array_fill(n % 9, array[10])
        from ${rows(from, to)}`,
    },
    {
      what: 'sums of titles',
      count: titles * 3,
      insert: (from, to) => sql`
        insert into title_sums (span, item_id, cnt_viewer, cnt_start_before, ${names}, ${splitNames})
        select (array['day', 'week', 'month'])[1 + (n - 1) / ${titles}], ${item('n')}, n % 900, 100 + n % 800,
          case when n % 5 = 0 then 0 else 100 + n % 900 end, 50, 30, 60000 + n % 90000, ${splits}
        from ${rows(from, to)}`,
    },
    {
      what: 'words that found nothing',
      count: missedWords * 28,
      insert: (from, to) => sql`
        insert into missed_searches (day, words, cnt_account, seen)
        select ${day(`(n - 1) / ${missedWords}`)}, '없는 작품 ' || n % ${missedWords}, n % 40, repeat('0', 256)
        from ${rows(from, to)}`,
    },
    {
      what: 'months of joining',
      count: 24 * 24,
      insert: (from, to) => sql`
        insert into cohort_months (joined, month, cnt_account, cnt_watched)
        select to_char(${now}::timestamptz - ((n - 1) / 24) * interval '1 month', 'YYYY-MM'),
          to_char(${now}::timestamptz - ((n - 1) % 24) * interval '1 month', 'YYYY-MM'), 1000 + n, n
        from ${rows(from, to)}`,
    },
    {
      what: 'days of sales',
      count: DAYS * SOLD_A_DAY,
      insert: (from, to) => sql`
        insert into sale_days (day, kind, id, name, cnt_order, won, cnt_refund, won_refunded)
        select ${day(`(n - 1) / ${SOLD_A_DAY}`)}, 'title', ${item(`n * 11 + n / ${titles}`)}, '대여', n % 50, (n % 50) * 1500, 1, 1500
        from ${rows(from, to)} on conflict do nothing`,
    },
  ];
}

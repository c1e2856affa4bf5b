import type { Migration } from 'kysely';
import { run } from './run.ts';

const COUNTS = ['cnt_impression', 'cnt_start', 'cnt_complete', 'cnt_skip', 'cnt_error'];
const counts = COUNTS.map((name) => `${name} integer not null`).join(', ');
const counted = COUNTS.map(
  (name) => `coalesce(sum(cnt) filter (where event = '${name.replace('cnt_', '')}'), 0)::int`,
).join(', ');

/** How often and how long advertisements run, and their figures by hour and by day in Korea. */
export const operatedAdvertisements: Migration = {
  up: (db) =>
    run(db, [
      `alter table advertisements add column if not exists weight integer not null default 1`,
      `alter table advertisements add column if not exists starts_at timestamptz`,
      `alter table advertisements add column if not exists ends_at timestamptz`,
      `create table if not exists ad_hours (
        hour timestamptz not null, ad_id integer not null, ${counts}, primary key (hour, ad_id)
      )`,
      `create table if not exists ad_figures (
        day text not null, ad_id integer not null, ${counts}, primary key (ad_id, day)
      )`,
      // Days whose events are gone; a worker counts those that are stored.
      `insert into ad_figures (day, ad_id, ${COUNTS.join(', ')})
        select day, ad_id, ${counted} from ad_days group by day, ad_id on conflict (ad_id, day) do nothing`,
    ]),
};

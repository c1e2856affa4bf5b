import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * What lists, search and similar titles read instead of the whole catalogue. The rows follow from the catalogue's records
 * and publications; the server fills them (catalogue/prepare.ts).
 */
export const preparedTitles: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists prepared_titles (
        item_id integer primary key,
        position integer not null,
        name_key text collate "C" not null,
        content_rating text not null,
        is_listed boolean not null,
        latest_at timestamptz,
        genres text[] not null,
        weekday integer,
        air_year integer not null,
        audio_tracks text[] not null,
        subtitle_tracks text[] not null,
        theme_ids integer[] not null,
        series_id integer,
        series_order integer,
        search_name text not null,
        search_words text[] not null,
        track_words text[] not null,
        next_at timestamptz
      )`,
      `create index if not exists prepared_by_position on prepared_titles (position, item_id) where is_listed`,
      `create index if not exists prepared_by_name on prepared_titles (name_key, item_id) where is_listed`,
      `create index if not exists prepared_by_date on prepared_titles (latest_at desc, position, item_id) where is_listed`,
      `create index if not exists prepared_by_series on prepared_titles (series_id) where series_id is not null`,
      `create index if not exists prepared_by_next on prepared_titles (next_at) where next_at is not null`,
      `create index if not exists prepared_by_theme on prepared_titles using gin (theme_ids)`,
      `create table if not exists prepared_terms (
        kind smallint not null,
        key text collate "C" not null,
        item_id integer not null,
        primary key (kind, key, item_id)
      )`,
      `create index if not exists prepared_terms_of_title on prepared_terms (item_id)`,
      `create table if not exists prepared_features (
        feature text collate "C" not null,
        item_id integer not null,
        primary key (feature, item_id)
      )`,
      `create index if not exists prepared_features_of_title on prepared_features (item_id)`,
      `create table if not exists catalogue_changes (
        version bigint not null,
        item_id integer not null,
        primary key (version, item_id)
      )`,
      // Rated titles, the best average first.
      `create index if not exists item_figures_by_average
        on item_figures ((sum_rating / cnt_rating) desc, cnt_rating desc) where cnt_rating > 0`,
      // An empty catalogue has nothing to prepare.
      `insert into settings (name, value) select 'catalogue-prepared', '1:0'
        where not exists (select 1 from items) and not exists (select 1 from settings where name = 'catalogue-version')
        on conflict do nothing`,
    ]),
};

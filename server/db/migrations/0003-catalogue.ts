import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * The imported catalogue. Viewers' rows have no foreign keys to it: when a title goes, the viewers' history stays.
 */
export const catalogue: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists profile_images (
        id integer primary key,
        name text not null,
        path text not null,
        "position" integer not null
      )`,
      `create table if not exists themes (
        id integer primary key,
        title text not null,
        description text not null,
        image text not null,
        "position" integer not null
      )`,
      `create table if not exists items (
        id integer primary key,
        name text not null,
        synopsis text not null,
        genres text[] not null,
        tags text[] not null,
        medium text not null,
        content_rating text not null check (content_rating in ('all', '7', '12', '15', '19')),
        air_year integer not null,
        air_quarter integer not null,
        weekday integer,
        is_ended boolean not null,
        director text not null,
        production text not null,
        "cast" text[] not null,
        series_id integer,
        series_order integer,
        color text not null,
        poster text not null,
        wide text not null,
        backdrop text not null,
        "position" integer not null,
        rating_reasons text[] default '{}' not null,
        trailer text
      )`,
      `create index if not exists items_by_backdrop on items (backdrop)`,
      `create index if not exists items_by_position on items ("position")`,
      `create index if not exists items_by_poster on items (poster)`,
      `create index if not exists items_by_series on items (series_id, series_order) where series_id is not null`,
      `create index if not exists items_by_tile on items (regexp_replace(wide, '[^/]+$', 'tile.jpg'))`,
      `create index if not exists items_by_weekday on items (weekday) where weekday is not null`,
      `create index if not exists items_by_wide on items (wide)`,
      `create table if not exists item_themes (
        theme_id integer not null references themes (id) on delete cascade,
        item_id integer not null references items (id) on delete cascade,
        "position" integer not null,
        primary key (theme_id, item_id)
      )`,
      `create index if not exists themes_of_item on item_themes (item_id)`,
      `create table if not exists clips (
        id text primary key,
        duration integer not null,
        streams jsonb not null,
        subtitles jsonb not null,
        thumbnails jsonb,
        intro jsonb,
        outro jsonb,
        download jsonb,
        audio jsonb,
        recap jsonb,
        preview jsonb
      )`,
      `create table if not exists episodes (
        id integer primary key,
        item_id integer not null references items (id) on delete cascade,
        "order" integer not null,
        episode_num text not null,
        subject text not null,
        synopsis text not null,
        clip_id text not null references clips (id),
        running_time integer not null,
        thumbnail text not null,
        published_at timestamptz not null,
        access text not null check (access in ('free', 'avod', 'membership', 'purchase')),
        audio_tracks text[] default '{}' not null,
        subtitle_tracks text[] default '{}' not null
      )`,
      `create index if not exists episodes_by_clip on episodes (clip_id)`,
      `create index if not exists episodes_by_date on episodes (published_at)`,
      `create index if not exists episodes_by_thumbnail on episodes (thumbnail)`,
      `create index if not exists episodes_of_item on episodes (item_id, "order")`,
      // Not columns of `items` and `episodes`: a decision of an operator outlives imports, also one that leaves the
      // title out for a while.
      `create table if not exists publications (
        kind text not null check (kind in ('title', 'episode')),
        id integer not null,
        is_hidden boolean not null,
        starts_at timestamptz,
        notice text,
        changed_at timestamptz not null,
        was_out boolean default true not null,
        primary key (kind, id)
      )`,
      `create index if not exists publications_by_start on publications (starts_at) where starts_at is not null`,
      `create table if not exists catalogue_changes (
        version bigint not null,
        item_id integer not null,
        primary key (version, item_id)
      )`,
      `create table if not exists stored_pictures (
        path text primary key,
        used_at timestamptz not null,
        removing_at timestamptz
      )`,
      `create index if not exists stored_pictures_being_removed on stored_pictures (removing_at) where removing_at is not null`,
      `create index if not exists stored_pictures_by_use on stored_pictures (used_at)`,
      `create table if not exists prepared_titles (
        item_id integer primary key,
        "position" integer not null,
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
      `create index if not exists prepared_by_date on prepared_titles (latest_at desc, "position", item_id) where is_listed`,
      `create index if not exists prepared_by_name on prepared_titles (name_key, item_id) where is_listed`,
      `create index if not exists prepared_by_next on prepared_titles (next_at) where next_at is not null`,
      `create index if not exists prepared_by_position on prepared_titles ("position", item_id) where is_listed`,
      `create index if not exists prepared_by_series on prepared_titles (series_id) where series_id is not null`,
      `create index if not exists prepared_by_theme on prepared_titles using gin (theme_ids)`,
      `create table if not exists prepared_items (
        item_id integer primary key,
        item json not null,
        next_at timestamptz,
        form text not null
      )`,
      // Apart from whole titles: a first home reads 26 of them, which would be on as many pages.
      `create table if not exists prepared_briefs (
        item_id integer primary key,
        brief json not null,
        next_at timestamptz,
        form text not null
      )`,
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
      `create table if not exists similar_titles (
        item_id integer primary key,
        ids text not null,
        scores text not null,
        compared_at timestamptz not null
      )`,
      `create index if not exists similar_titles_by_age on similar_titles (compared_at)`,
      `create table if not exists charts (
        kind text not null,
        counted_at timestamptz not null,
        counts jsonb not null,
        primary key (kind, counted_at)
      )`,
      // An empty catalogue has nothing to prepare.
      `insert into settings (name, value) values ('catalogue-prepared', '4:0') on conflict do nothing`,
    ]),
};

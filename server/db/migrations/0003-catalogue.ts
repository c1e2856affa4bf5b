import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The imported catalogue. Viewers' rows have no foreign keys to it: when a title goes, the viewers' history stays. */
export const catalogue: Migration = {
  up: (db) =>
    run(db, [
      `create table profile_images (
        id integer primary key,
        name text not null,
        path text not null,
        position integer not null
      )`,
      `create table clips (
        id text primary key,
        duration integer not null,
        streams jsonb not null,
        subtitles jsonb not null,
        thumbnails jsonb,
        intro jsonb,
        outro jsonb
      )`,
      `create table items (
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
        position integer not null,
        cnt_rating integer not null default 0,
        sum_rating double precision not null default 0
      )`,
      `create index items_by_position on items (position)`,
      `create index items_by_weekday on items (weekday) where weekday is not null`,
      `create index items_by_series on items (series_id, series_order) where series_id is not null`,
      `create table episodes (
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
        access text not null check (access in ('free', 'avod', 'membership'))
      )`,
      `create index episodes_of_item on episodes (item_id, "order")`,
      `create index episodes_by_date on episodes (published_at)`,
      `create table themes (
        id integer primary key,
        title text not null,
        description text not null,
        image text not null,
        position integer not null
      )`,
      `create table item_themes (
        theme_id integer not null references themes (id) on delete cascade,
        item_id integer not null references items (id) on delete cascade,
        position integer not null,
        primary key (theme_id, item_id)
      )`,
      `create index themes_of_item on item_themes (item_id)`,
    ]),
};

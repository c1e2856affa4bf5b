import type {
  AdvertisementRecord,
  ClipRecord,
  EpisodeRecord,
  PlanRecord,
  ProductRecord,
  ProfileImageRecord,
  ThemeRecord,
  TitleRecord,
} from './format/index.ts';

/*
 * Which column holds which field of a record. Import, export, the snapshot and the types of the tables derive from this
 * description. A new field of a title is added in four places: the format (`format/records.ts`), a migration, here, and
 * the answer that shows it (`contract/catalogue.ts` and `present.ts`). See "Add a column of a title" in docs/how-to.md.
 */

type SqlType = 'int' | 'text' | 'text[]' | 'boolean' | 'jsonb' | 'timestamptz';

/** `air.year` is a nested field; `series?.id` is one of a nullable object. */
type Path<R> = {
  [K in keyof R & string]:
    | K
    | (R[K] extends readonly unknown[]
        ? never
        : NonNullable<R[K]> extends object
          ? `${K}${null extends R[K] ? '?' : ''}.${keyof NonNullable<R[K]> & string}`
          : never);
}[keyof R & string];

type ValueAt<R, P> = P extends `${infer K}?.${infer F}`
  ? K extends keyof R
    ? NonNullable<R[K]>[F & keyof NonNullable<R[K]>] | null
    : never
  : P extends `${infer K}.${infer F}`
    ? K extends keyof R
      ? R[K][F & keyof R[K]]
      : never
    : R[P & keyof R];

export type Columns<R> = Readonly<Record<string, readonly [type: SqlType, path: Path<R>]>>;

/** The part of a table's row that stores the record `R`. */
export type RowOf<R, C extends Columns<R>> = {
  -readonly [K in keyof C]: C[K][0] extends 'timestamptz' ? Date | null : ValueAt<R, C[K][1]>;
};

export const titleColumns = {
  id: ['int', 'id'],
  name: ['text', 'name'],
  names: ['jsonb', 'names'],
  aliases: ['text[]', 'aliases'],
  uniqueid: ['jsonb', 'uniqueid'],
  synopsis: ['text', 'synopsis'],
  genres: ['text[]', 'genres'],
  tags: ['text[]', 'tags'],
  medium: ['text', 'medium'],
  content_rating: ['text', 'content_rating'],
  rating_reasons: ['text[]', 'rating_reasons'],
  air_year: ['int', 'air.year'],
  air_quarter: ['int', 'air.quarter'],
  weekday: ['int', 'air.weekday'],
  is_ended: ['boolean', 'air.is_ended'],
  director: ['text', 'director'],
  production: ['text', 'production'],
  cast: ['text[]', 'cast'],
  series_id: ['int', 'series?.id'],
  series_order: ['int', 'series?.order'],
  color: ['text', 'color'],
  poster: ['text', 'art.poster'],
  wide: ['text', 'art.wide'],
  backdrop: ['text', 'art.backdrop'],
  ends_at: ['timestamptz', 'ends_at'],
  trailer: ['text', 'trailer'],
  countries: ['text[]', 'countries'],
  country_ratings: ['jsonb', 'country_ratings'],
} as const satisfies Columns<TitleRecord>;

export const episodeColumns = {
  id: ['int', 'id'],
  order: ['int', 'order'],
  episode_num: ['text', 'episode_num'],
  subject: ['text', 'subject'],
  synopsis: ['text', 'synopsis'],
  clip_id: ['text', 'clip'],
  thumbnail: ['text', 'thumbnail'],
  access: ['text', 'access'],
  ends_at: ['timestamptz', 'ends_at'],
  countries: ['text[]', 'countries'],
} as const satisfies Columns<EpisodeRecord>;

export const productColumns = {
  id: ['int', 'id'],
  episode_id: ['int', 'episode_id'],
  name: ['text', 'name'],
  kind: ['text', 'kind'],
  rental_hours: ['int', 'rental_hours'],
  price: ['int', 'price'],
} as const satisfies Columns<ProductRecord>;

export const clipColumns = {
  id: ['text', 'id'],
  duration: ['int', 'duration'],
  streams: ['jsonb', 'streams'],
  subtitles: ['jsonb', 'subtitles'],
  audio: ['jsonb', 'audio'],
  drawings: ['jsonb', 'drawings'],
  thumbnails: ['jsonb', 'thumbnails'],
  intro: ['jsonb', 'intro'],
  outro: ['jsonb', 'outro'],
  recap: ['jsonb', 'recap'],
  preview: ['jsonb', 'preview'],
  download: ['jsonb', 'download'],
} as const satisfies Columns<ClipRecord>;

export const advertisementColumns = {
  id: ['int', 'id'],
  title: ['text', 'title'],
  clip_id: ['text', 'clip'],
  skip_after: ['int', 'skip_after'],
} as const satisfies Columns<AdvertisementRecord>;

export const themeColumns = {
  id: ['int', 'id'],
  title: ['text', 'title'],
  description: ['text', 'description'],
  image: ['text', 'image'],
} as const satisfies Columns<ThemeRecord>;

export const imageColumns = {
  id: ['int', 'id'],
  name: ['text', 'name'],
  path: ['text', 'path'],
} as const satisfies Columns<ProfileImageRecord>;

export const planColumns = {
  id: ['int', 'id'],
  plan: ['text', 'plan'],
  name: ['text', 'name'],
  price: ['int', 'price'],
  days: ['int', 'days'],
} as const satisfies Columns<PlanRecord>;

/** Column values as JSON. */
export type Row = Record<string, unknown>;

type AnyColumns = Readonly<Record<string, readonly [type: SqlType, path: string]>>;

const typesOf = (columns: AnyColumns): Record<string, SqlType> =>
  Object.fromEntries(Object.entries(columns).map(([name, [type]]) => [name, type]));

/** Column types by table. Referenced tables come before their referrers. */
export const columnTypes = {
  profile_images: { ...typesOf(imageColumns), position: 'int' },
  clips: typesOf(clipColumns),
  advertisements: { ...typesOf(advertisementColumns), weight: 'int', starts_at: 'timestamptz', ends_at: 'timestamptz' },
  themes: { ...typesOf(themeColumns), position: 'int' },
  items: { ...typesOf(titleColumns), position: 'int' },
  episodes: {
    ...typesOf(episodeColumns),
    item_id: 'int',
    running_time: 'int',
    published_at: 'timestamptz',
    audio_tracks: 'text[]',
    subtitle_tracks: 'text[]',
  },
  ad_breaks: { id: 'text', episode_id: 'int', offset: 'int' },
  products: { ...typesOf(productColumns), item_id: 'int', position: 'int', sale: 'jsonb' },
  plans: { ...typesOf(planColumns), position: 'int', sale: 'jsonb' },
  item_themes: { theme_id: 'int', item_id: 'int', position: 'int' },
} as const satisfies Record<string, Record<string, SqlType>>;

export type CatalogueTable = keyof typeof columnTypes;

export const CATALOGUE_TABLES = Object.keys(columnTypes) as CatalogueTable[];

const partsOf = (path: string): [field: string, inner: string | undefined, isNullable: boolean] => {
  const [outer = '', inner] = path.split('.');
  return [outer.replace('?', ''), inner, outer.endsWith('?')];
};

/** Converts a record to columns; a missing field becomes null. */
export function toRow(columns: AnyColumns, record: object): Row {
  const fields = record as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(columns).map(([name, [, path]]) => {
      const [outer, inner] = partsOf(path);
      const value = inner === undefined ? fields[outer] : (fields[outer] as Row | null)?.[inner];
      return [name, value ?? null];
    }),
  );
}

/** Converts columns back to a record; an object becomes null when all of its columns are null. */
export function toFields<R>(columns: Columns<R>, row: object): R {
  const fields: Row = {};
  for (const [name, [, path]] of Object.entries<readonly [SqlType, string]>(columns)) {
    const [outer, inner, isNullable] = partsOf(path);
    const stored = (row as Row)[name];
    const value = stored instanceof Date ? stored.toISOString() : stored;
    if (inner === undefined) fields[outer] = value;
    else if (!isNullable || value !== null) fields[outer] = { ...(fields[outer] as Row | null), [inner]: value };
    else fields[outer] ??= null;
  }
  return fields as R;
}

import type {
  AdvertisementRecord,
  CatalogueRecord,
  ClipRecord,
  EpisodeRecord,
  ProductRecord,
  ProfileImageRecord,
  ThemeRecord,
  TitleRecord,
} from '#catalogue/format.ts';

const MS_PER_DAY = 24 * 3600_000;

/** The catalogue's tables, in the order in which they refer to each other. */
export const CATALOGUE_TABLES = [
  'profile_images',
  'clips',
  'advertisements',
  'themes',
  'items',
  'episodes',
  'ad_breaks',
  'products',
  'item_themes',
] as const;

export type CatalogueTable = (typeof CATALOGUE_TABLES)[number];

/** A row's columns as JSON values. */
export type Row = Record<string, unknown>;

export type CatalogueRows = Record<CatalogueTable, Row[]>;

const clipRow = ({ kind: _, ...clip }: ClipRecord): Row => clip;

const themeRow = ({ kind: _, ...theme }: ThemeRecord, position: number): Row => ({ ...theme, position });

const imageRow = ({ kind: _, ...image }: ProfileImageRecord, position: number): Row => ({ ...image, position });

const itemRow = (title: TitleRecord, position: number): Row => ({
  id: title.id,
  name: title.name,
  synopsis: title.synopsis,
  genres: title.genres,
  tags: title.tags,
  medium: title.medium,
  content_rating: title.content_rating,
  air_year: title.air.year,
  air_quarter: title.air.quarter,
  weekday: title.air.weekday,
  is_ended: title.air.is_ended,
  director: title.director,
  production: title.production,
  cast: title.cast,
  series_id: title.series?.id ?? null,
  series_order: title.series?.order ?? null,
  color: title.color,
  ...title.art,
  position,
});

const publishedAt = (published: EpisodeRecord['published_at'], now: Date): string =>
  typeof published === 'string'
    ? published
    : new Date(now.getTime() - published.days_before_import * MS_PER_DAY).toISOString();

const episodeRow = (title: TitleRecord, episode: EpisodeRecord, runningTime: number, now: Date): Row => ({
  id: episode.id,
  item_id: title.id,
  order: episode.order,
  episode_num: episode.episode_num,
  subject: episode.subject,
  synopsis: episode.synopsis,
  clip_id: episode.clip,
  running_time: runningTime,
  thumbnail: episode.thumbnail,
  published_at: publishedAt(episode.published_at, now),
  access: episode.access,
});

const breakRows = ({ id, ad_breaks: breaks = [] }: EpisodeRecord): Row[] =>
  breaks.map((offset, index) => ({ id: `${id}-${index + 1}`, episode_id: id, offset }));

const productRow = (title: TitleRecord, product: ProductRecord, position: number): Row => ({
  ...product,
  item_id: title.id,
  position,
});

const advertisementRow = ({ kind: _, clip, ...advertisement }: AdvertisementRecord): Row => ({
  ...advertisement,
  clip_id: clip,
});

const ofKind = <K extends CatalogueRecord['kind']>(records: readonly CatalogueRecord[], kind: K) =>
  records.filter((record): record is Extract<CatalogueRecord, { kind: K }> => record.kind === kind);

/**
 * A catalogue's records as the rows of its tables.
 *
 * @param now what `days_before_import` counts from.
 */
export function toRows(records: readonly CatalogueRecord[], now: Date): CatalogueRows {
  const clips = ofKind(records, 'clip');
  const titles = ofKind(records, 'title');
  const durations = new Map(clips.map(({ id, duration }) => [id, duration]));
  return {
    profile_images: ofKind(records, 'profile_image').map(imageRow),
    clips: clips.map(clipRow),
    themes: ofKind(records, 'theme').map(themeRow),
    items: titles.map(itemRow),
    episodes: titles.flatMap((title) =>
      title.episodes.map((episode) => episodeRow(title, episode, durations.get(episode.clip) ?? 0, now)),
    ),
    advertisements: ofKind(records, 'advertisement').map(advertisementRow),
    ad_breaks: titles.flatMap(({ episodes }) => episodes.flatMap(breakRows)),
    products: titles.flatMap((title) =>
      (title.products ?? []).map((product, position) => productRow(title, product, position)),
    ),
    item_themes: titles.flatMap((title, position) =>
      title.themes.map((theme_id) => ({ theme_id, item_id: title.id, position })),
    ),
  };
}

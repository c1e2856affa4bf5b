import { sql, type Selectable } from 'kysely';
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
import type { Connection } from '../db/open.ts';
import type { AdBreakRow, ClipRow, EpisodeRow, ItemsTable, ProductRow } from '../db/tables.ts';
import { groupBy } from '../lib/group-by.ts';

/** Titles that are read at once, with all that belongs to them: the catalogue may be larger than the memory. */
const TITLES_AT_ONCE = 200;

const clipOf = ({ download, ...clip }: ClipRow): ClipRecord => ({
  kind: 'clip',
  ...clip,
  ...(download !== null && { download }),
});

async function listClips(tx: Connection): Promise<ClipRecord[]> {
  return (await tx.selectFrom('clips').selectAll().orderBy('id').execute()).map(clipOf);
}

async function listImages(tx: Connection): Promise<ProfileImageRecord[]> {
  const rows = await tx.selectFrom('profile_images').selectAll().orderBy('position').orderBy('id').execute();
  return rows.map(({ id, name, path }) => ({ kind: 'profile_image', id, name, path }));
}

async function listThemeRecords(tx: Connection): Promise<ThemeRecord[]> {
  const rows = await tx.selectFrom('themes').selectAll().orderBy('position').orderBy('id').execute();
  return rows.map(({ id, title, description, image }) => ({ kind: 'theme', id, title, description, image }));
}

async function listAdvertisementRecords(tx: Connection): Promise<AdvertisementRecord[]> {
  const rows = await tx.selectFrom('advertisements').selectAll().orderBy('id').execute();
  return rows.map(({ id, title, clip_id, skip_after }) => ({
    kind: 'advertisement',
    id,
    title,
    clip: clip_id,
    skip_after,
  }));
}

const episodeOf = (row: EpisodeRow, breaks: readonly AdBreakRow[]): EpisodeRecord => ({
  id: row.id,
  order: row.order,
  episode_num: row.episode_num,
  subject: row.subject,
  synopsis: row.synopsis,
  clip: row.clip_id,
  thumbnail: row.thumbnail,
  published_at: row.published_at.toISOString(),
  access: row.access,
  ...(breaks.length > 0 && { ad_breaks: breaks.map(({ offset }) => offset) }),
});

const productOf = ({ id, episode_id, name, kind, rental_hours, price }: ProductRow): ProductRecord => ({
  id,
  episode_id,
  name,
  kind,
  rental_hours,
  price,
});

const titleOf = (
  row: Selectable<ItemsTable>,
  parts: { episodes: EpisodeRecord[]; products: ProductRecord[]; themes: number[] },
): TitleRecord => ({
  kind: 'title',
  id: row.id,
  name: row.name,
  synopsis: row.synopsis,
  genres: row.genres,
  tags: row.tags,
  medium: row.medium,
  content_rating: row.content_rating,
  air: { year: row.air_year, quarter: row.air_quarter, weekday: row.weekday, is_ended: row.is_ended },
  director: row.director,
  production: row.production,
  cast: row.cast,
  series: row.series_id === null ? null : { id: row.series_id, order: row.series_order ?? 1 },
  themes: parts.themes,
  color: row.color,
  art: { poster: row.poster, wide: row.wide, backdrop: row.backdrop },
  episodes: parts.episodes,
  ...(parts.products.length > 0 && { products: parts.products }),
});

/** The titles that stand behind a place in the catalogue, with all that belongs to them. */
async function listTitles(tx: Connection, after: { position: number; id: number }): Promise<Selectable<ItemsTable>[]> {
  return tx
    .selectFrom('items')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('position', '>', after.position),
        eb.and([eb('position', '=', after.position), eb('id', '>', after.id)]),
      ]),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(TITLES_AT_ONCE)
    .execute();
}

async function completeTitles(tx: Connection, rows: readonly Selectable<ItemsTable>[]): Promise<TitleRecord[]> {
  // As one array: a list of values would be another statement for each length.
  const isOfThese = sql<boolean>`item_id = any(${rows.map(({ id }) => id)}::int[])`;
  const episodes = await tx.selectFrom('episodes').selectAll().where(isOfThese).orderBy('order').execute();
  const breaks = await tx
    .selectFrom('ad_breaks')
    .innerJoin('episodes', 'episodes.id', 'ad_breaks.episode_id')
    .selectAll('ad_breaks')
    .where(isOfThese)
    .orderBy('ad_breaks.offset')
    .execute();
  const products = await tx.selectFrom('products').selectAll().where(isOfThese).orderBy('position').execute();
  const themes = await tx.selectFrom('item_themes').selectAll().where(isOfThese).orderBy('theme_id').execute();

  const breaksOf = groupBy(breaks, ({ episode_id: id }) => id);
  const episodesOf = groupBy(episodes, ({ item_id: id }) => id);
  const productsOf = groupBy(products, ({ item_id: id }) => id);
  const themesOf = groupBy(themes, ({ item_id: id }) => id);
  return rows.map((row) =>
    titleOf(row, {
      episodes: (episodesOf.get(row.id) ?? []).map((episode) => episodeOf(episode, breaksOf.get(episode.id) ?? [])),
      products: (productsOf.get(row.id) ?? []).map(productOf),
      themes: (themesOf.get(row.id) ?? []).map(({ theme_id: id }) => id),
    }),
  );
}

/**
 * The catalogue as records, in an order in which nothing refers to what comes later; a part of it at a time. Hand it one
 * transaction that sees one state of the database.
 */
export async function* readCatalogueRecords(tx: Connection): AsyncGenerator<CatalogueRecord> {
  yield* await listClips(tx);
  yield* await listImages(tx);
  yield* await listThemeRecords(tx);
  yield* await listAdvertisementRecords(tx);
  for (let after = { position: -1, id: 0 }; ;) {
    const rows = await listTitles(tx, after);
    const last = rows.at(-1);
    if (!last) return;
    yield* await completeTitles(tx, rows);
    after = last;
  }
}

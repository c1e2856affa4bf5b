import { sql, type Selectable } from 'kysely';
import {
  advertisementColumns,
  episodeColumns,
  imageColumns,
  planColumns,
  productColumns,
  themeColumns,
  titleColumns,
  toFields,
} from '#server/catalogue/columns.ts';
import type {
  AdvertisementRecord,
  CatalogueRecord,
  ClipRecord,
  EpisodeRecord,
  PlanRecord,
  ProductRecord,
  ProfileImageRecord,
  ThemeRecord,
  TitleRecord,
} from '#server/catalogue/format/index.ts';
import type { Connection } from '#server/db/open.ts';
import type { AdBreakRow, ClipRow, EpisodeRow, ItemsTable, ProductRow, ThemeRow } from '#server/db/tables.ts';
import { groupBy } from '#server/lib/group-by.ts';

/** Titles per batch, with all their parts: the catalogue may be larger than the memory. */
const TITLES_AT_ONCE = 200;

/** Only what the format has: a row also says when it was added. */
export const clipOf = ({ audio, drawings, download, ...row }: ClipRow): ClipRecord => ({
  kind: 'clip',
  id: row.id,
  duration: row.duration,
  streams: row.streams,
  subtitles: row.subtitles,
  thumbnails: row.thumbnails,
  intro: row.intro,
  outro: row.outro,
  recap: row.recap,
  preview: row.preview,
  ...(audio !== null && { audio }),
  ...(drawings !== null && { drawings }),
  ...(download !== null && { download }),
});

async function listClips(tx: Connection): Promise<ClipRecord[]> {
  return (await tx.selectFrom('clips').selectAll().orderBy('id').execute()).map(clipOf);
}

async function listImages(tx: Connection): Promise<ProfileImageRecord[]> {
  const rows = await tx.selectFrom('profile_images').selectAll().orderBy('position').orderBy('id').execute();
  return rows.map((row) => ({ ...toFields<ProfileImageRecord>(imageColumns, row), kind: 'profile_image' }));
}

export const themeOf = (row: ThemeRow): ThemeRecord => ({
  ...toFields<ThemeRecord>(themeColumns, row),
  kind: 'theme',
});

async function listThemeRecords(tx: Connection): Promise<ThemeRecord[]> {
  const rows = await tx.selectFrom('themes').selectAll().orderBy('position').orderBy('id').execute();
  return rows.map(themeOf);
}

async function listAdvertisementRecords(tx: Connection): Promise<AdvertisementRecord[]> {
  const rows = await tx.selectFrom('advertisements').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    ...toFields<AdvertisementRecord>(advertisementColumns, row),
    kind: 'advertisement',
    ...(row.weight !== 1 && { weight: row.weight }),
    ...(row.starts_at !== null && { starts_at: row.starts_at.toISOString() }),
    ...(row.ends_at !== null && { ends_at: row.ends_at.toISOString() }),
  }));
}

async function listPlanRecords(tx: Connection): Promise<PlanRecord[]> {
  const rows = await tx.selectFrom('plans').selectAll().orderBy('position').orderBy('id').execute();
  return rows.map((row) => ({
    ...toFields<PlanRecord>(planColumns, row),
    kind: 'plan',
    ...(row.sale !== null && { sale: row.sale }),
  }));
}

const episodeOf = (row: EpisodeRow, breaks: readonly AdBreakRow[]): EpisodeRecord => ({
  ...toFields<EpisodeRecord>(episodeColumns, row),
  published_at: row.published_at.toISOString(),
  ...(breaks.length > 0 && { ad_breaks: breaks.map(({ offset }) => offset) }),
});

const productOf = (row: ProductRow): ProductRecord => ({
  ...toFields<ProductRecord>(productColumns, row),
  ...(row.sale !== null && { sale: row.sale }),
});

const titleOf = (
  row: Selectable<ItemsTable>,
  parts: { episodes: EpisodeRecord[]; products: ProductRecord[]; themes: number[] },
): TitleRecord => ({
  ...toFields<TitleRecord>(titleColumns, row),
  kind: 'title',
  themes: parts.themes,
  episodes: parts.episodes,
  ...(parts.products.length > 0 && { products: parts.products }),
});

/** The next batch of titles after a position in the catalogue. */
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
  // An array parameter: a list of values would be a different statement for each length.
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

/** A title as the record that an export would have. */
export async function findTitleRecord(db: Connection, id: number): Promise<TitleRecord | undefined> {
  const rows = await db.selectFrom('items').selectAll().where('id', '=', id).execute();
  return (await completeTitles(db, rows))[0];
}

/**
 * Streams the catalogue as records; a record only refers to earlier ones. Call it in one transaction that sees a
 * consistent snapshot.
 */
export async function* readCatalogueRecords(tx: Connection): AsyncGenerator<CatalogueRecord> {
  yield* await listClips(tx);
  yield* await listImages(tx);
  yield* await listThemeRecords(tx);
  yield* await listAdvertisementRecords(tx);
  yield* await listPlanRecords(tx);
  for (let after = { position: -1, id: 0 }; ;) {
    const rows = await listTitles(tx, after);
    const last = rows.at(-1);
    if (!last) return;
    yield* await completeTitles(tx, rows);
    after = last;
  }
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordSchema, type CatalogueRecord } from '#server/catalogue/format/index.ts';
import { exportCatalogue } from '#server/catalogue/transfer/export-catalogue.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact, type Connection, type Database } from '#server/db/open.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabase } from '#tests/support/server/server-database.ts';
import { buildClipRecord, buildTitleRecord, shopCatalogue } from '#tests/support/server/server-records.ts';
import { generateCatalogue } from '../../../scripts/catalogue/generate.ts';

let one: Database;
let other: Database;
beforeEach(async () => {
  [one, other] = await Promise.all([openTestDatabase(), openTestDatabase()]);
});
afterEach(async () => {
  await one.close();
  await other.close();
});

const clock = createServerClock();
const importInto = ({ kysely }: Database, records: readonly CatalogueRecord[]) =>
  importCatalogue({ transact: createTransact(kysely), clock }, records);

async function exportFrom({ kysely }: Database): Promise<CatalogueRecord[]> {
  const records: CatalogueRecord[] = [];
  // Through the file's text, and with the format that imports use.
  await exportCatalogue(kysely, async (record) => {
    records.push(recordSchema.parse(JSON.parse(JSON.stringify(record))));
  });
  return records;
}

/** Every field of the format with a value and, where it may be empty, without one. */
const fullCatalogue = (): CatalogueRecord[] => [
  ...shopCatalogue(),
  {
    kind: 'plan',
    id: 3,
    plan: 'basic',
    name: '여름 베이직',
    price: 3900,
    days: 30,
    sale: {
      starts_at: '2027-06-01T00:00:00Z',
      ends_at: '2027-09-01T00:00:00Z',
      coming: { from: '2027-07-01T00:00:00Z', name: '여름 베이직', price: 2900, days: 30 },
    },
  },
  buildClipRecord({
    id: 'sealed',
    streams: [
      {
        protocol: 'dash',
        path: 'media/sealed/manifest.mpd',
        drm: { key_system: 'org.w3.clearkey', license_url: null, clear_keys: { ['a'.repeat(32)]: 'b'.repeat(32) } },
      },
    ],
    thumbnails: null,
    intro: null,
    outro: { start: 2, end: 4 },
    recap: { start: 0, end: 1 },
    preview: { start: 4, end: 6 },
  }),
  buildTitleRecord(9, {
    themes: [2, 1],
    rating_reasons: ['주제', '약물'],
    trailer: 'ad-1',
    names: [
      { lang: 'ja', name: '四月は君の嘘' },
      { lang: 'ja-Latn', name: 'Shigatsu wa Kimi no Uso' },
    ],
    ends_at: '2027-01-01T00:00:00.000Z',
    countries: ['KR', 'JP'],
    country_ratings: [{ country: 'JP', content_rating: '15' }],
    aliases: ['4월구라'],
    uniqueid: { anilist: '20665', myanimelist: '23273', anidb: null, tmdb: '61663', tvdb: null, imdb: 'tt3895150' },
    series: { id: 5, order: 2 },
    air: { year: 2020, quarter: 1, weekday: 0, is_ended: true },
    products: [
      {
        id: 92,
        episode_id: 902,
        name: '2화 소장',
        kind: 'own',
        rental_hours: null,
        price: 1500,
        sale: { is_paused: true },
      },
      { id: 91, episode_id: null, name: '전편 대여', kind: 'rental', rental_hours: 48, price: 4000 },
    ],
  }),
];

/** Without the time at which a database got a clip, which is its own. */
async function rowsOf(
  db: Connection,
  table: 'items' | 'episodes' | 'clips' | 'themes' | 'products' | 'ad_breaks' | 'plans',
): Promise<object[]> {
  const rows: { added_at?: Date }[] = await db.selectFrom(table).selectAll().orderBy('id').execute();
  return rows.map(({ added_at: _, ...row }) => row);
}

const tables = ['items', 'episodes', 'clips', 'themes', 'products', 'ad_breaks', 'plans'] as const;

async function expectSame(): Promise<void> {
  for (const table of tables) expect(await rowsOf(other.kysely, table)).toEqual(await rowsOf(one.kysely, table));
  const places = (db: Connection) =>
    db.selectFrom('item_themes').selectAll().orderBy('theme_id').orderBy('item_id').execute();
  expect(await places(other.kysely)).toEqual(await places(one.kysely));
  const images = (db: Connection) => db.selectFrom('profile_images').selectAll().orderBy('id').execute();
  expect(await images(other.kysely)).toEqual(await images(one.kysely));
  const advertisements = (db: Connection) => db.selectFrom('advertisements').selectAll().orderBy('id').execute();
  expect(await advertisements(other.kysely)).toEqual(await advertisements(one.kysely));
}

describe('an exported catalogue', () => {
  test('imported into an empty database is the same one', async () => {
    await importInto(one, fullCatalogue());
    for (const table of tables) expect(await rowsOf(one.kysely, table)).not.toEqual([]);
    // On another day: dates from the first import must not change.
    clock.advance(40 * 24 * 3600);
    await importInto(other, await exportFrom(one));
    await expectSame();
  });

  test('an export of more titles than are read at once has each of them once, in its place', async () => {
    await importInto(one, [...generateCatalogue(fullCatalogue(), 450)]);
    await importInto(other, await exportFrom(one));
    await expectSame();
  });

  test('an export of an empty database is empty', async () => {
    expect(await exportFrom(one)).toEqual([]);
  });
});

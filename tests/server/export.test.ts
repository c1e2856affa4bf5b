import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordSchema, type CatalogueRecord } from '#catalogue/format.ts';
import { generateCatalogue } from '#catalogue/generate.ts';
import { readDemoCatalogue } from '#server/catalogue/demo-catalogue.ts';
import { exportCatalogue } from '#server/catalogue/export-catalogue.ts';
import { importCatalogue } from '#server/catalogue/import-catalogue.ts';
import { createTransact, type Connection, type Database } from '#server/db/open.ts';
import { catalogueFolder } from '#server/folders.ts';
import { createServerClock } from '#tests/support/server-clock.ts';
import { openTestDatabase } from '#tests/support/server-database.ts';

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
  // By way of the file's text, and by the format that an import is read with.
  await exportCatalogue(kysely, async (record) => {
    records.push(recordSchema.parse(JSON.parse(JSON.stringify(record))));
  });
  return records;
}

const rowsOf = (db: Connection, table: 'items' | 'episodes' | 'clips' | 'themes' | 'products' | 'ad_breaks') =>
  db.selectFrom(table).selectAll().orderBy('id').execute();

const tables = ['items', 'episodes', 'clips', 'themes', 'products', 'ad_breaks'] as const;

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
    await importInto(one, await readDemoCatalogue(catalogueFolder));
    for (const table of tables) expect(await rowsOf(one.kysely, table)).not.toEqual([]);
    // On another day: what was dated from the first import keeps its date.
    clock.advance(40 * 24 * 3600);
    await importInto(other, await exportFrom(one));
    await expectSame();
  });

  test('of more titles than are read at once has each of them once, in its place', async () => {
    await importInto(one, [...generateCatalogue(await readDemoCatalogue(catalogueFolder), 450)]);
    await importInto(other, await exportFrom(one));
    await expectSame();
  });

  test('of an empty database is empty', async () => {
    expect(await exportFrom(one)).toEqual([]);
  });
});

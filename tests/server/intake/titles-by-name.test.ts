import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact } from '#server/db/open.ts';
import { comparedName } from '#server/intake/names.ts';
import { createTitlesByName } from '#server/intake/titles-by-name.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabases } from '#tests/support/server/server-database.ts';
import { buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

let opened: Awaited<ReturnType<typeof openTestDatabases>>;
beforeAll(async () => {
  opened = await openTestDatabases();
});
afterAll(() => opened.close());

test('a title is found by the name that it has now, and of two with one name the older is', async () => {
  const db = opened.databases[0].kysely;
  const titlesByName = createTitlesByName(db);
  const idOf = async (name: string) => (await titlesByName()).get(comparedName(name))?.id;
  const write = (name: string) =>
    importCatalogue({ transact: createTransact(db), clock: createServerClock(), allowEmpty: true }, [
      ...smallCatalogue(),
      buildTitleRecord(9, { name: '여우우체국!' }),
      buildTitleRecord(8, { name }),
    ]);
  await write('여우 우체국');
  expect(await idOf('여우 우체국')).toBe(8);
  await write('달 우체국');
  expect(await idOf('여우 우체국')).toBe(9);
  expect(await idOf('달우체국')).toBe(8);
  expect(await idOf('별 우체국')).toBeUndefined();
});

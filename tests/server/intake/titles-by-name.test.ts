import { afterAll, beforeAll, expect, test } from 'vitest';
import { getInbox } from '#contract/console/inbox.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact } from '#server/db/open.ts';
import { comparedName } from '#server/intake/names.ts';
import { insertFile } from '#server/intake/inbox/store.ts';
import { createTitlesByName } from '#server/intake/titles-by-name.ts';
import { createMembers } from '#tests/support/console.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabases } from '#tests/support/server/server-database.ts';
import { createServerFixture } from '#tests/support/server/server-fixture.ts';
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

test('an inbox that is shown again compares no names as long as the catalogue is the same', async () => {
  const server = await createServerFixture();
  const { call, buildMember } = createMembers(server);
  const editor = await buildMember('editor');
  await insertFile(server.db, {
    id: '0f11e000-0000-4000-8000-000000000001',
    ...{ origin: 'upload', kind: 'video', path: '제목 1 - 09.mkv', location: null, bytes: 5, modified_at: null },
    ...{ uploaded_by: editor.email, created_at: server.clock.now() },
  });
  await server.db.updateTable('inbox_files').set({ state: 'ready' }).execute();
  const shown = async () => (await call(getInbox, editor)).reply.proposals.map(({ title }) => title?.id);
  // Each server of the test once.
  expect([await shown(), await shown()]).toEqual([[1], [1]]);
  await server.db.updateTable('items').set({ name: '다른 이름' }).where('id', '=', 1).execute();
  expect([await shown(), await shown()]).toEqual([[1], [1]]);
  await server.close();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CatalogueRecord } from '#server/catalogue/format/index.ts';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { createMountTable, MOST_ROWS, type MountTable } from '#server/http/mount-table.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

/* Tables of the console as CSV files. Their roles are in console-calls.test.ts. */

const BOM = '\uFEFF';
/** More titles than one part of the file has. */
const MANY = 1203;

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  const many: CatalogueRecord[] = Array.from({ length: MANY }, (_, index) =>
    buildTitleRecord(5000 + index, { name: `작품 ${index}`, episodes: [] }),
  );
  server = await createServerFixture({
    records: [
      ...smallCatalogue(),
      ...many,
      buildTitleRecord(9001, { name: '=HYPERLINK("http://bad.example")', episodes: [] }),
      buildTitleRecord(9002, { name: '쉼표, 그리고 "따옴표"', episodes: [] }),
    ],
  });
  members = createMembers(server);
  owner = await members.buildMember('owner');
});
afterAll(() => server.close());

const linesOf = (text: string) => text.slice(BOM.length).trimEnd().split('\r\n');

test('a file begins with a byte order mark and the names of the columns', async () => {
  const { text, headers } = await members.call(consoleEndpoints.exportTitles, owner);
  expect(text.startsWith(BOM)).toBe(true);
  expect(linesOf(text)[0]).toBe('번호,제목,상태,공개 시각,안내 문구,공개한 회차,모든 회차');
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="titles.csv"',
    'cache-control': 'no-store',
  });
});

test('a file has each row once, however many parts it is read in', async () => {
  const { text } = await members.call(consoleEndpoints.exportTitles, owner);
  const { reply } = await members.call(consoleEndpoints.listOperatedTitles, owner);
  const ids = linesOf(text)
    .slice(1)
    .map((line) => line.split(',')[0]);
  expect(ids).toHaveLength(reply.count);
  expect(new Set(ids).size).toBe(reply.count);
});

test('a file has the rows of the filter', async () => {
  const { text } = await members.call(consoleEndpoints.exportTitles, owner, { query: { keyword: '작품 120' } });
  expect(
    linesOf(text)
      .slice(1)
      .map((line) => line.split(',')[1]),
  ).toEqual(['작품 120', '작품 1200', '작품 1201', '작품 1202']);
});

test('a name that looks like a formula is text, and separators in names stay in their cell', async () => {
  const textOf = async (keyword: string) =>
    (await members.call(consoleEndpoints.exportTitles, owner, { query: { keyword } })).text;
  expect(await textOf('HYPERLINK')).toContain(`"'=HYPERLINK(""http://bad.example"")"`);
  expect(await textOf('쉼표')).toContain('"쉼표, 그리고 ""따옴표"""');
});

test('the audit log has who took which table with which filter, and an account’s table names the account', async () => {
  const { accountId } = await server.buildViewer();
  await members.call(consoleEndpoints.exportDevices, owner, { params: { id: accountId } });
  await members.call(consoleEndpoints.exportTitles, owner, { query: { keyword: '작품 7' } });
  const { reply } = await members.call(consoleEndpoints.listAuditEntries, owner, {
    query: { action: 'table.export', limit: 100 },
  });
  const entryOf = (name: string, keyword?: string) =>
    reply.results.find(({ after }) => after?.['file'] === name && after['keyword'] === keyword);
  expect(entryOf('titles.csv', '작품 7')).toMatchObject({ actor: owner.email, subject: null });
  expect(entryOf('devices.csv')).toMatchObject({ subject: { kind: 'account', id: accountId }, after: { cnt_row: 1 } });
});

test('a query that the table does not have neither fails nor reaches the audit log', async () => {
  const query = { file: 'titles.csv', cnt_row: '77', limit: '\0', said: 'by the browser' };
  expect((await members.call(consoleEndpoints.exportMySessions, owner, { query })).status).toBe(200);
  const { reply } = await members.call(consoleEndpoints.listAuditEntries, owner, {
    query: { action: 'table.export', limit: 100 },
  });
  const entries = reply.results.map(({ after }) => after);
  expect(entries.find((after) => after?.['file'] === 'sessions.csv')).toEqual({ file: 'sessions.csv', cnt_row: 1 });
  expect(entries.some((after) => after?.['said'] !== undefined)).toBe(false);
});

test('a member takes sixty files in ten minutes', async () => {
  const member = await members.buildMember('editor');
  const take = () => members.call(consoleEndpoints.exportInbox, member);
  for (let count = 0; count < 60; count += 1) expect((await take()).status).toBe(200);
  expect((await take()).error.code).toBe('TOO_MANY_REQUESTS');
});

test.each(['points', 'engines', 'versions', 'renditions', 'failures', 'episodes'])(
  'the overview has its table of %s',
  async (table) => {
    const { status, text } = await members.call(consoleEndpoints.exportOverview, owner, {
      query: { range: 'week', table },
    });
    expect([status, linesOf(text).length > (table === 'points' ? 100 : 0)]).toEqual([200, true]);
  },
);

test('tokens and what webhooks were told are tables, without a secret', async () => {
  const { secret } = (
    await members.call(consoleEndpoints.addToken, owner, { body: { name: '통계', scopes: ['figures.read'], days: 30 } })
  ).reply;
  const added = await members.call(consoleEndpoints.addWebhook, owner, {
    body: { url: 'https://hooks.example/', events: ['order.paid'] },
  });
  await members.call(consoleEndpoints.testWebhook, owner, { params: { id: added.reply.webhook.id } });
  const tokens = await members.call(consoleEndpoints.exportTokens, owner);
  const messages = await members.call(consoleEndpoints.exportWebhookMessages, owner);
  expect(linesOf(tokens.text)[1]).toMatch(/^통계,figures\.read,사용 중,/);
  expect(linesOf(messages.text)[1]).toMatch(/,test,https:\/\/hooks\.example\/,보내는 중,0,/);
  expect(tokens.text + messages.text).not.toContain(secret);
  expect(tokens.text + messages.text).not.toContain(added.reply.secret);
});

test('a table with more rows than a file holds is refused before its first line', async () => {
  let handle: ((call: never) => Promise<unknown>) | undefined;
  const mount = ((_endpoint: unknown, handler: typeof handle) => (handle = handler)) as never;
  const mountTable: MountTable = createMountTable(mount, {
    db: server.db,
    memberLimits: { takeExport: () => Promise.resolve() } as never,
  });
  mountTable(consoleEndpoints.exportTitles, [], () => Promise.resolve({ count: MOST_ROWS + 1, results: [] }));
  await expect(handle!({ staff: {} } as never)).rejects.toBeInstanceOf(RefusedError);
});

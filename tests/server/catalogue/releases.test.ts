import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseStates } from '#contract/console/titles.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createTitleOperations, type TitleOperations } from '#server/catalogue/editing/title-operations.ts';
import { publishChange } from '#server/catalogue/prepare.ts';
import { createTransact } from '#server/db/open.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { writeFiles } from '#tests/support/server/server-files.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildProfileImageRecord,
  buildThemeRecord,
  buildTitleRecord,
} from '#tests/support/server/server-records.ts';

/*
 * On PostgreSQL two servers answer in turns. Title 1 has two episodes out and two to come, title 2 a first episode to
 * come, title 3 none to come, and title 4 is for adults.
 */

let catalogueFolder: string;
let server: ServerFixture;
let titles: TitleOperations;
let viewer: Viewer;

const episodes = (titleId: number, days: readonly number[]) =>
  days.map((daysBefore, index) =>
    buildEpisodeRecord(titleId, index + 1, { published_at: { days_before_import: daysBefore } }),
  );

beforeAll(async () => {
  catalogueFolder = await writeFiles({});
  server = await createServerFixture({
    records: [
      buildClipRecord(),
      buildThemeRecord(1),
      buildProfileImageRecord(1),
      buildTitleRecord(1, {
        episodes: episodes(1, [14, 7, -1, -8]),
        air: { year: 2026, quarter: 4, weekday: 5, is_ended: false },
      }),
      buildTitleRecord(2, { episodes: episodes(2, [-2]) }),
      buildTitleRecord(3, { episodes: episodes(3, [30]) }),
      buildTitleRecord(4, { content_rating: '19', episodes: episodes(4, [7, -1]) }),
    ],
  });
  const { db, clock } = server;
  titles = createTitleOperations({ db, transact: createTransact(db), clock, catalogueFolder, record: recordNothing });
  viewer = await server.buildViewer();
});
afterAll(async () => {
  await server.close();
  await rm(catalogueFolder, { recursive: true, force: true });
});

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * 3600_000);
const token = () => viewer.profileToken;
const nextOf = async (id: number) =>
  (await server.call(endpoints.getItem, { token: token(), params: { id } })).reply.next_release;
const ask = (ids: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/api/items/v1/releases/?ids=${ids}`, headers });

test('a title says which episode comes next, and lists say it of those alone that have one', async () => {
  const at = inHours(24).toISOString();
  expect(await nextOf(1)).toEqual({ episode_num: '3화', at, is_delayed: false, notice: null });
  expect(await nextOf(2)).toMatchObject({ episode_num: '1화', at: inHours(48).toISOString() });
  expect(await nextOf(3)).toBeNull();
  const { results } = (await server.call(endpoints.listItems, { token: token(), query: { limit: 100 } })).reply;
  expect(results.find(({ id }) => id === 1)?.next_release).toMatchObject({ episode_num: '3화' });
  expect(results.find(({ id }) => id === 3)).not.toHaveProperty('next_release');
  const home = (await server.call(endpoints.listHomeRows, { token: token() })).reply;
  expect(JSON.stringify(home)).toContain('"next_release":{"episode_num":"3화"');
});

test('a delay of an episode or of its title is told with its sentence; a new schedule has none', async () => {
  await titles.delay(
    { kind: 'episode', id: 103 },
    { at: inHours(30), notice: '제작사의 사정으로 여섯 시간 늦어져요.' },
  );
  expect(await nextOf(1)).toEqual({
    episode_num: '3화',
    at: inHours(30).toISOString(),
    is_delayed: true,
    notice: '제작사의 사정으로 여섯 시간 늦어져요.',
  });
  await titles.schedule({ kind: 'episode', id: 103 }, inHours(26));
  expect(await nextOf(1)).toMatchObject({ at: inHours(26).toISOString(), is_delayed: false, notice: null });
  await titles.delay({ kind: 'title', id: 2 }, { at: inHours(72), notice: '다음 주로 미뤄졌어요.' });
  expect(await nextOf(2)).toMatchObject({ at: inHours(72).toISOString(), notice: '다음 주로 미뤄졌어요.' });
});

test('an episode that an operator hides is not announced', async () => {
  await titles.unpublish({ kind: 'episode', id: 103 });
  expect(await nextOf(1)).toMatchObject({ episode_num: '4화' });
  await titles.schedule({ kind: 'episode', id: 103 }, inHours(26));
  expect(await nextOf(1)).toMatchObject({ episode_num: '3화' });
});

test('the call of open screens changes at the instant, and has no body until then', async () => {
  const before = await ask('1,3,99');
  const tag = String(before.headers['etag']);
  expect(before.json()).toMatchObject({
    count: 2,
    results: [
      { item_id: 1, latest: { episode_id: 102, episode_num: '2화' }, next_release: { episode_num: '3화' } },
      { item_id: 3, latest: { episode_id: 301 }, next_release: null },
    ],
  });
  // Caches in front of the server may keep it, but not over the instant.
  expect(before.headers['cache-control']).toBe('public, max-age=1');
  server.clock.advance(26 * 3600 - 1);
  const same = await ask('1,3,99', { 'if-none-match': tag });
  expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', tag]);
  expect(same.headers['cache-control']).toBe('public, no-cache');
  server.clock.advance(0.5);
  for (const _ of [1, 2, 3, 4]) expect((await ask('1,3,99', { 'if-none-match': tag })).statusCode).toBe(304);
  server.clock.advance(0.5);
  const after = await ask('1,3,99', { 'if-none-match': tag });
  expect(after.statusCode).toBe(200);
  expect(after.headers['etag']).not.toBe(tag);
  expect(after.headers['cache-control']).toBe('public, max-age=1');
  expect(after.json().results[0]).toMatchObject({
    latest: { episode_num: '3화' },
    next_release: { episode_num: '4화' },
  });
});

test('the call answers everybody the same, with and without a token', async () => {
  const open = await ask('4,1');
  const signedIn = await ask('4,1', { authorization: `Token ${token()}` });
  const unknown = await ask('4,1', { authorization: 'Token of nobody' });
  expect(open.json()).toMatchObject({ count: 2, results: [{ item_id: 4 }, { item_id: 1 }] });
  expect([signedIn.body, unknown.body]).toEqual([open.body, open.body]);
  expect(String(open.headers['vary']).toLowerCase()).not.toContain('authorization');
});

test('a second later, the call knows what an operator decided', async () => {
  await ask('1');
  const at = new Date(server.clock.now().getTime() + 240 * 3600_000);
  await titles.delay({ kind: 'episode', id: 104 }, { at, notice: '며칠 늦어져요.' });
  server.clock.advance(1);
  expect((await ask('1')).json().results[0].next_release).toMatchObject({ at: at.toISOString(), is_delayed: true });
});

test('every title is in the list of the state that it shows, and those without a date come last', async () => {
  const { db, clock } = server;
  await titles.delay({ kind: 'title', id: 2 }, { at: inHours(24 * 90), notice: '늦어져요.' });
  await titles.unpublish({ kind: 'title', id: 3 });
  await sql`update items set ends_at = ${inHours(-1)} where id = 4`.execute(db);
  for (const id of [5, 6])
    await sql`insert into items select (jsonb_populate_record(items, ${JSON.stringify({ id })}::jsonb)).*
      from items where id = 1`.execute(db);
  await createTransact(db)((tx) => publishChange(tx, [4, 5, 6], clock.now()));
  await titles.schedule({ kind: 'title', id: 6 }, inHours(24));

  const page = { sorting: 'id', direction: 'up', limit: 50, offset: 0 } as const;
  const all = (await titles.find(page)).results;
  expect(all.map(({ state }) => state)).toEqual([
    ...['published', 'delayed', 'unpublished', 'ended', 'announced', 'scheduled'],
  ]);
  for (const state of releaseStates) {
    const found = all.filter((title) => title.state === state);
    expect(await titles.find({ ...page, state })).toEqual({ count: found.length, results: found });
    expect((await titles.find({ ...page, state, sorting: 'name', keyword: '제목' })).results).toEqual(
      found.filter(({ name }) => name.includes('제목')),
    );
  }
  const byDate = (await titles.find({ ...page, sorting: 'at' })).results;
  expect(byDate.slice(-2).map(({ id, at }) => [id, at])).toEqual([
    [3, null],
    [5, null],
  ]);
  expect(byDate.map(({ at }) => at ?? '9999')).toEqual(all.map(({ at }) => at ?? '9999').sort());
  const [, second] = byDate;
  expect(await titles.find({ ...page, sorting: 'at', limit: 1, offset: 1 })).toEqual({ count: 6, results: [second] });
});

test('operators find a title by any of its names, and sort titles as viewers do', async () => {
  const { db, clock } = server;
  const named = { 11: ['Zebra', '얼룩말'], 12: ['나무', 'Tree'], 13: ['2층', ''], 14: ['가지', '얼룩 가지'] };
  for (const [id, [name, alias]] of Object.entries(named))
    await sql`insert into items
      select (jsonb_populate_record(items, ${JSON.stringify({ id, name, aliases: [alias] })}::jsonb)).*
      from items where id = 1`.execute(db);
  await createTransact(db)((tx) => publishChange(tx, [11, 12, 13, 14], clock.now()));

  const find = async (query: object) =>
    (await titles.find({ sorting: 'name', direction: 'up', limit: 50, offset: 0, ...query })).results.map(
      ({ id }) => id,
    );
  const all = await find({});
  expect(all.filter((id) => id > 10)).toEqual([13, 14, 12, 11]);
  expect(await find({ direction: 'down' })).toEqual([...all].reverse());
  expect(await find({ keyword: '얼룩' })).toEqual([14, 11]);
  expect(await find({ keyword: ' TREE! ' })).toEqual([12]);
  expect(await find({ keyword: '13' })).toEqual([13]);
});

import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { checkCatalogue, CatalogueError } from '#server/catalogue/format/index.ts';
import { createTitleOperations, type TitleOperations } from '#server/catalogue/editing/title-operations.ts';
import { createTransact } from '#server/db/open.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
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
 * Title 1 stays. Title 2 ends in ten days, at midnight in Korea. The first episode of title 3 ends an hour after that, the second one
 * stays. All episodes of title 4 end. On PostgreSQL two servers answer in turns.
 */

const DAY = 24 * 3600;
const clock = createServerClock();
/** The midnight in Korea that is ten days away: 15:00 UTC is midnight. */
const END = new Date(Date.UTC(2026, 10, clock.now().getUTCDate() + 10, 15));
const later = (hours: number) => new Date(END.getTime() + hours * 3600_000).toISOString();

let catalogueFolder: string;
let server: ServerFixture;
let titles: TitleOperations;
let viewer: Viewer;

const free = { access: 'free' } as const;

beforeAll(async () => {
  catalogueFolder = await writeFiles({});
  server = await createServerFixture({
    clock,
    records: [
      buildClipRecord(),
      buildThemeRecord(1),
      buildProfileImageRecord(1),
      buildTitleRecord(1, { episodes: [buildEpisodeRecord(1, 1, free)] }),
      buildTitleRecord(2, {
        name: '떠나는 작품',
        ends_at: END.toISOString(),
        episodes: [buildEpisodeRecord(2, 1, free), buildEpisodeRecord(2, 2, free)],
        products: [
          { id: 21, episode_id: null, name: '소장', kind: 'own', rental_hours: null, price: 10_000 },
          { id: 22, episode_id: null, name: '이틀', kind: 'rental', rental_hours: 48, price: 1_000 },
        ],
      }),
      buildTitleRecord(3, {
        episodes: [buildEpisodeRecord(3, 1, { ...free, ends_at: later(1) }), buildEpisodeRecord(3, 2, free)],
      }),
      buildTitleRecord(4, { episodes: [buildEpisodeRecord(4, 1, { ...free, ends_at: later(2) })] }),
    ],
  });
  const { db } = server;
  titles = createTitleOperations({ db, transact: createTransact(db), clock, catalogueFolder, record: recordNothing });
  viewer = await server.buildViewer();
  await server.call(endpoints.addWish, { token: viewer.profileToken, params: { id: 2 } });
});
afterAll(async () => {
  await server.close();
  await rm(catalogueFolder, { recursive: true, force: true });
});

const token = () => viewer.profileToken;
const itemOf = async (id: number) => (await server.call(endpoints.getItem, { token: token(), params: { id } })).reply;
const listed = async () => {
  const { reply } = await server.call(endpoints.listItems, { token: token(), query: { limit: 100, sorting: 'name' } });
  return reply.results.map(({ id }) => id);
};
const episodesOf = async (id: number) =>
  (await server.call(endpoints.listEpisodes, { token: token(), query: { item_id: id } })).reply.results;
const found = async (keyword: string) =>
  (await server.call(endpoints.searchItems, { token: token(), query: { keyword } })).reply.results.map(({ id }) => id);
const refusal = (url: string) =>
  server.app.inject({ url, headers: { authorization: `Token ${token()}` } }).then((answer) => answer.json());
const setNow = (at: Date) => clock.advance((at.getTime() - clock.now().getTime()) / 1000);

test('says the last day from a week before, and not sooner', async () => {
  expect(await itemOf(2)).not.toHaveProperty('last_day');
  setNow(new Date(END.getTime() - 7 * DAY * 1000 - 1000));
  expect(await itemOf(2)).not.toHaveProperty('last_day');
  clock.advance(1);
  // An end at midnight: the day before is the last one.
  expect((await itemOf(2)).last_day).toBe(new Date(END.getTime()).toISOString().slice(0, 10));
  const { results } = (await server.call(endpoints.listItems, { token: token(), query: { limit: 100 } })).reply;
  expect(results.find(({ id }) => id === 2)?.last_day).toBeDefined();
  expect(results.find(({ id }) => id === 1)).not.toHaveProperty('last_day');
  expect(JSON.stringify((await server.call(endpoints.listHomeRows, { token: token() })).reply)).toContain('last_day');
});

test('says it of an episode that ends alone, and not of its title', async () => {
  clock.advance(3600);
  expect(await itemOf(3)).not.toHaveProperty('last_day');
  expect((await episodesOf(3)).map(({ last_day: day }) => day !== undefined)).toEqual([true, false]);
});

test('sells no rental that would last longer, and nothing to keep', async () => {
  const sold = async () =>
    (await server.call(endpoints.listProducts, { token: token(), query: { item_id: 2 } })).reply.results.map(
      ({ id }) => id,
    );
  expect(await sold()).toEqual([22]);
  setNow(new Date(END.getTime() - 47 * 3600_000));
  expect(await sold()).toEqual([]);
});

test('a playback that is running ends with the title', async () => {
  setNow(new Date(END.getTime() - 3600_000));
  const { reply } = await server.call(endpoints.getVideo, {
    token: token(),
    params: { id: 201 },
    query: { device: 'web', ads: 1 },
  });
  expect(reply.expires_at).toBe(END.toISOString());
});

test('is gone from lists, search, wishes and home from the instant on, and says since when', async () => {
  expect(await listed()).toContain(2);
  expect(await found('떠나는')).toEqual([2]);
  setNow(END);
  expect(await listed()).not.toContain(2);
  expect(await found('떠나는')).toEqual([]);
  const wishes = await server.call(endpoints.listRatingSet, {
    token: token(),
    params: { userId: viewer.profileId, type: 'wished' },
  });
  expect(wishes.reply.results).toEqual([]);
  const home = JSON.stringify((await server.call(endpoints.listHomeRows, { token: token() })).reply);
  expect(home).not.toContain('떠나는 작품');
  for (const url of ['/api/items/v1/2/', '/api/episodes/v2/201/', '/api/episodes/v2/list/?item_id=2'])
    expect(await refusal(url)).toMatchObject({
      code: 'NOT_FOUND',
      // It ended at midnight in Korea: the day before was its last one.
      message: expect.stringContaining(`${END.getUTCMonth() + 1}월 ${END.getUTCDate()}일까지 볼 수 있던 작품이에요`),
    });
  expect((await refusal('/api/items/v1/99/')).message).toBe('찾을 수 없어요.');
});

test('a title goes on without the episodes that ended, and goes with the last of them', async () => {
  setNow(new Date(later(1)));
  expect((await episodesOf(3)).map(({ id }) => id)).toEqual([302]);
  expect(await listed()).toContain(4);
  setNow(new Date(later(2)));
  expect(await listed()).not.toContain(4);
  expect(await refusal('/api/items/v1/4/')).toMatchObject({ code: 'NOT_FOUND' });
});

test('operators see that it has ended, and cannot release it again before they move the end', async () => {
  const title = { kind: 'title', id: 2 } as const;
  expect((await titles.show(title)).title).toMatchObject({
    state: 'ended',
    ends_at: END.toISOString(),
    cnt_out: 0,
  });
  expect((await titles.find({ state: 'ended', sorting: 'id', direction: 'up', limit: 9, offset: 0 })).results).toEqual([
    expect.objectContaining({ id: 2 }),
  ]);
  await titles.unpublish(title);
  expect((await refusal('/api/items/v1/2/')).message).toBe('찾을 수 없어요.');
  await expect(titles.publish(title)).rejects.toThrow('move the end first');
});

test.each([
  [
    'an episode before its start',
    { episodes: [buildEpisodeRecord(9, 1, { published_at: later(0), ends_at: later(-1) })] },
  ],
  [
    'a title before its first episode',
    { ends_at: later(-1), episodes: [buildEpisodeRecord(9, 1, { published_at: later(0) })] },
  ],
])('refuses an end of %s', async (_name, changes) => {
  const records = [buildClipRecord(), buildThemeRecord(1), buildTitleRecord(9, changes)];
  await expect(checkCatalogue(records.map((record) => ({ source: 'test', record })))).rejects.toThrow(CatalogueError);
});

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { fromHms } from '#contract/rules/hms.ts';
import type { CatalogueRecord, TitleRecord } from '#server/catalogue/format/index.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { findVersion } from '#server/catalogue/store.ts';
import { createTitleOperations, type TitleOperations } from '#server/catalogue/editing/title-operations.ts';
import { createTransact } from '#server/db/open.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { writeFiles } from '#tests/support/server/server-files.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildTitleRecord,
  shopCatalogue,
} from '#tests/support/server/server-records.ts';

/* On PostgreSQL two servers answer in turns, so every expectation here also holds for a server that changed nothing. */

const NEW_CLIP = buildClipRecord({
  id: 'new',
  duration: 70,
  streams: [{ protocol: 'dash', path: 'media/new/manifest.mpd' }],
  subtitles: [],
  thumbnails: null,
  outro: null,
});

/** The files that records name. */
const pathsOf = (records: readonly CatalogueRecord[]) =>
  [...JSON.stringify(records).matchAll(/"((?:media|pictures)\/[^"]+)"/g)].map(([, path]) => path!);

let catalogueFolder: string;
let server: ServerFixture;
let titles: TitleOperations;
let viewer: Viewer;
beforeAll(async () => {
  catalogueFolder = await writeFiles(
    Object.fromEntries(pathsOf([...shopCatalogue(), NEW_CLIP]).map((path) => [path, 'file'])),
  );
});
afterAll(() => rm(catalogueFolder, { recursive: true, force: true }));
beforeEach(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  const { db, clock } = server;
  titles = createTitleOperations({ db, transact: createTransact(db), clock, catalogueFolder, record: recordNothing });
  viewer = await server.buildViewer();
});
afterEach(() => server.close());

const title = (id: number) => ({ kind: 'title', id }) as const;
const episode = (id: number) => ({ kind: 'episode', id }) as const;
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * 3600_000);

const call = <const E extends Endpoint>(
  endpoint: E,
  options: { params?: Record<string, string | number>; query?: Record<string, string | number>; body?: unknown } = {},
) => server.call(endpoint, { token: viewer.profileToken, ...options });
const reply = async <const E extends Endpoint>(...args: Parameters<typeof call<E>>): Promise<ReplyOf<E>> =>
  (await call(...args)).reply;

const episodeIds = async (itemId: number) =>
  (await reply(endpoints.listEpisodes, { query: { item_id: itemId } })).results.map(({ id }) => id);
const statusOfItem = async (id: number) => (await call(endpoints.getItem, { params: { id } })).status;
const statusOfVideo = async (id: number) =>
  (await call(endpoints.getVideo, { params: { id }, query: { device: 'web' } })).status;
const listedIds = async () => (await reply(endpoints.listItems, { query: { limit: 100 } })).results.map(({ id }) => id);

const placeIn = async (id: number) => (await reply(endpoints.getItem, { params: { id } })).my.resume;
/** Watches an episode from its begin, and leaves. */
async function watch(episodeId: number, until: string) {
  const { play_log_id: id } = await server.openVideo(viewer, episodeId);
  server.clock.advance(fromHms(until));
  const left = { total_play_time: until, play_end_offset: until, is_player_exit: true };
  await call(endpoints.updatePlayLog, { params: { id }, body: left });
}

/** Everywhere that shows titles, as text. */
const everywhere = async () =>
  JSON.stringify([
    await reply(endpoints.listItems, { query: { limit: 100 } }),
    await reply(endpoints.searchItems, { query: { keyword: '제목' } }),
    await reply(endpoints.listHomeRows),
    await reply(endpoints.listRelatedItems, { params: { id: 3 } }),
    await reply(endpoints.listStartAgain),
    await reply(endpoints.listRatingSet, { params: { userId: viewer.profileId, type: 'rated' } }),
  ]);

describe('unpublishing', () => {
  test('hides a title everywhere, and publishing brings it back with all that viewers did', async () => {
    await call(endpoints.rateItem, { params: { id: 1 }, body: { score: 4 } });
    await call(endpoints.addWish, { params: { id: 1 } });
    await watch(101, '00:00:40');
    const before = await reply(endpoints.getItem, { params: { id: 1 } });
    expect(await everywhere()).toContain('"제목 1"');

    expect(await titles.unpublish(title(1))).toMatchObject({
      outcome: 'changed',
      title: { state: 'unpublished', cnt_out: 0, rating_reasons: [], trailer: null },
    });
    expect(await everywhere()).not.toContain('"제목 1"');
    expect([await statusOfItem(1), await statusOfVideo(101)]).toEqual([404, 404]);
    expect((await call(endpoints.rateItem, { params: { id: 1 }, body: { score: 1 } })).status).toBe(404);

    expect(await titles.publish(title(1))).toMatchObject({ title: { state: 'published', cnt_out: 3 } });
    expect(await reply(endpoints.getItem, { params: { id: 1 } })).toEqual(before);
    expect(before.my).toMatchObject({ rating: 4, is_wished: true, resume: { episode_id: 101, offset: 40 } });
    expect(await everywhere()).toContain('"제목 1"');
  });

  test('unpublishing a begun episode removes its resume offset, also from a title whose answer is cached', async () => {
    await watch(802, '00:00:40');
    for (const _time of [1, 2, 3]) expect(await placeIn(8)).toMatchObject({ episode_id: 802, offset: 40 });
    await titles.unpublish(episode(802));
    expect(await placeIn(8)).toBeNull();
    await titles.publish(episode(802));
    expect(await placeIn(8)).toMatchObject({ episode_id: 802, offset: 40 });
  });

  test('hides one episode and no other, and its products', async () => {
    await titles.unpublish(episode(802));
    expect(await episodeIds(8)).toEqual([801, 803, 804]);
    expect(await statusOfVideo(802)).toBe(404);
    const { next_id } = await reply(endpoints.getEpisode, { params: { id: 801 } });
    expect(next_id).toBe(803);
    expect((await titles.show(title(8))).episodes.map(({ state }) => state)).toEqual([
      'published',
      'unpublished',
      'published',
      'published',
    ]);
    await titles.publish(episode(802));
    expect(await episodeIds(8)).toEqual([801, 802, 803, 804]);
  });

  test.each([
    ['title', title(8)],
    ['episode', episode(801)],
  ])('lets a viewer in the middle of the %s finish it, advertisements included', async (_kind, target) => {
    const free = await server.buildViewer({ plan: 'free' });
    const asFree = { token: free.profileToken };
    const asked = { ...asFree, params: { id: 801 }, query: { device: 'web' } };
    const video = (await server.call(endpoints.getAvodVideo, asked)).reply;
    const id = video.play_log_id;
    await titles.unpublish(target);
    server.clock.advance(60);

    const body = { total_play_time: '00:01:00', play_end_offset: '00:01:00', is_player_exit: false };
    expect((await server.call(endpoints.updatePlayLog, { ...asFree, params: { id }, body })).status).toBe(200);
    expect((await server.call(endpoints.renewMediaTicket, { ...asFree, params: { id } })).status).toBe(200);
    const break50 = { ad_break_id: video.ad_breaks[1]!.id, play_log_id: id };
    const { ad } = (await server.call(endpoints.getAdvertisement, { ...asFree, query: break50 })).reply;
    expect(ad).not.toBeNull();
    const stream = new URL(video.streams[0]!.url);
    expect((await server.app.inject(stream.pathname + stream.search)).statusCode).toBe(200);

    const left = { ...body, is_player_exit: true };
    expect((await server.call(endpoints.updatePlayLog, { ...asFree, params: { id }, body: left })).status).toBe(200);
    expect((await server.call(endpoints.getAvodVideo, asked)).status).toBe(404);
  });
});

describe('scheduling', () => {
  test('moves one episode, which comes out at its new time', async () => {
    expect(await episodeIds(1)).toEqual([101, 102, 103]);
    await titles.schedule(episode(104), inHours(48));
    server.clock.advance(36 * 3600);
    expect(await episodeIds(1)).toEqual([101, 102, 103]);
    server.clock.advance(13 * 3600);
    expect(await episodeIds(1)).toEqual([101, 102, 103, 104]);
    const { results } = await reply(endpoints.listEpisodes, { query: { item_id: 1, sort: 'latest', limit: 1 } });
    expect(results[0]!.published_at).toBe(inHours(-1).toISOString());
  });

  test('scheduling a next episode moves a viewer who has finished all others to it when it comes out', async () => {
    await titles.schedule(episode(104), inHours(48));
    await watch(103, '00:24:00');
    for (const _time of [1, 2, 3]) expect(await placeIn(1)).toBeNull();
    server.clock.advance(49 * 3600);
    expect(await placeIn(1)).toMatchObject({ episode_id: 104, offset: 0 });
  });

  test('scheduling a title announces it and holds back its episodes until then', async () => {
    await titles.unpublish(title(2));
    await titles.schedule(title(2), inHours(5));
    expect(await statusOfItem(2)).toBe(200);
    expect([await episodeIds(2), (await listedIds()).includes(2)]).toEqual([[], false]);
    server.clock.advance(6 * 3600);
    expect([await episodeIds(2), (await listedIds()).includes(2)]).toEqual([[201, 202, 203], true]);
  });

  test('keeps the sentence of a delay', async () => {
    await titles.delay(episode(104), { at: inHours(72), notice: '한 주 쉬어 가요.' });
    const { episodes } = await titles.show(title(1));
    expect(episodes[3]).toMatchObject({ state: 'delayed', at: inHours(72).toISOString(), notice: '한 주 쉬어 가요.' });
    expect(await titles.publish(episode(104))).toMatchObject({ episodes: [{ state: 'published', notice: null }] });
    expect(await episodeIds(1)).toEqual([101, 102, 103, 104]);
  });

  test('refuses what cannot be, and changes nothing', async () => {
    const version = await findVersion(server.db);
    await expect(titles.schedule(episode(104), inHours(-1))).rejects.toThrow('in the past');
    await expect(titles.schedule(title(1), inHours(1))).rejects.toThrow('unpublish it first');
    await expect(titles.publish(title(99))).rejects.toThrow('There is no title 99.');
    await expect(titles.unpublish(episode(9999))).rejects.toThrow('There is no episode 9999.');
    expect(await titles.publish(title(1))).toMatchObject({ outcome: 'unchanged' });
    expect(await findVersion(server.db)).toBe(version);
  });

  test('refuses to publish an episode whose files are missing', async () => {
    const { db, clock } = server;
    const bare = createTitleOperations({
      db,
      transact: createTransact(db),
      clock,
      catalogueFolder: join(catalogueFolder, 'nowhere'),
      record: recordNothing,
    });
    await bare.unpublish(episode(101));
    await expect(bare.publish(episode(101))).rejects.toThrow('no such file "media/short/manifest.mpd"');
    await expect(bare.publish(title(1))).rejects.toThrow('Files of its clips are missing');
    expect(await episodeIds(1)).toEqual([102, 103]);
  });
});

describe('adding', () => {
  const lines = (...records: CatalogueRecord[]) => records.map((record) => JSON.stringify(record)).join('\n');
  const newTitle = (changes: Partial<TitleRecord> = {}) =>
    buildTitleRecord(20, { name: '새 작품', episodes: [buildEpisodeRecord(20, 1, { clip: 'new' })], ...changes });

  test('a title with its clip, shown at the end of the catalogue', async () => {
    expect(await titles.add('new.jsonl', lines(NEW_CLIP, newTitle()))).toMatchObject({
      outcome: 'added',
      title: { id: 20, name: '새 작품', state: 'published' },
    });
    expect((await listedIds()).at(-1)).toBe(20);
    const { results } = await reply(endpoints.listEpisodes, { query: { item_id: 20 } });
    expect(results).toMatchObject([{ id: 2001, running_time: 70 }]);
  });

  test('changes a title and no row of another', async () => {
    const versions = async () =>
      (await server.db.selectFrom('items').selectAll().orderBy('id').execute()).filter(({ id }) => id !== 1);
    const before = await versions();
    const known = shopCatalogue().find((record): record is TitleRecord => record.kind === 'title' && record.id === 1)!;
    const fixed = known.episodes.slice(0, 2).map((one) => ({ ...one, published_at: '2026-01-01T00:00:00Z' }));
    const record = { ...known, name: '새 이름', episodes: fixed };
    expect(await titles.add('one.json', JSON.stringify(record, null, 2))).toMatchObject({ outcome: 'changed' });
    expect(await titles.add('one.json', JSON.stringify(record))).toMatchObject({ outcome: 'unchanged' });
    expect(await reply(endpoints.getItem, { params: { id: 1 } })).toMatchObject({ name: '새 이름', cnt_episode: 2 });
    expect(await episodeIds(1)).toEqual([101, 102]);
    expect(await versions()).toEqual(before);
  });

  test('keeps what was decided about the title', async () => {
    await titles.unpublish(title(3));
    await titles.add('three.json', JSON.stringify(buildTitleRecord(3, { name: '고친 이름' })));
    expect(await statusOfItem(3)).toBe(404);
    await importCatalogue({ transact: createTransact(server.db), clock: server.clock }, shopCatalogue());
    expect(await statusOfItem(3)).toBe(404);
    expect(await titles.publish(title(3))).toMatchObject({ title: { name: '제목 3', state: 'published' } });
    expect(await statusOfItem(3)).toBe(200);
  });

  test('gives episodes of other titles the running time of a changed clip', async () => {
    await titles.add('new.jsonl', lines(NEW_CLIP, newTitle()));
    const second = buildTitleRecord(21, { episodes: [buildEpisodeRecord(21, 1, { clip: 'new' })] });
    await titles.add('second.jsonl', lines({ ...NEW_CLIP, duration: 80 }, second));
    const { results } = await reply(endpoints.listEpisodes, { query: { item_id: 20 } });
    expect(results).toMatchObject([{ running_time: 80 }]);
  });

  test('refuses what an import would refuse, names line, field and reason, and changes nothing', async () => {
    const refused: readonly (readonly [what: string, text: string, message: string])[] = [
      ['a line that is no record', '{"kind":"title","id":"one"}', '(bad.jsonl:1): id: '],
      ['a broken JSON text', '{\n  "kind": \n', 'bad.jsonl: not JSON'],
      ['nothing', '', 'There is no title.'],
      ['two titles', lines(newTitle(), buildTitleRecord(22)), 'bad.jsonl:2: a second title'],
      ['a theme', lines(newTitle(), shopCatalogue()[1]!), 'only clips come with a title'],
      ['an unknown clip', lines(newTitle()), 'episodes[0].clip: no such clip "new"'],
      ['an unknown theme', lines(NEW_CLIP, newTitle({ themes: [77] })), 'themes[0]: no such theme 77'],
      [
        "another title's episode",
        lines(newTitle({ episodes: [buildEpisodeRecord(1, 1)] })),
        'episodes[0].id: episode id 101 is taken by "제목 1"',
      ],
      [
        'a picture that is not there',
        lines(NEW_CLIP, newTitle({ art: { poster: 'pictures/none.webp', wide: 'pictures/wide.webp', backdrop: 'a' } })),
        'art.poster: no such file "pictures/none.webp"',
      ],
    ];
    const version = await findVersion(server.db);
    for (const [what, text, message] of refused)
      await expect(titles.add('bad.jsonl', text), what).rejects.toThrow(message);
    expect([await findVersion(server.db), await statusOfItem(20)]).toEqual([version, 404]);
  });
});

test('lists titles by id, a part at a time', async () => {
  await titles.unpublish(title(2));
  expect((await titles.list({ after: 0, limit: 2 })).map(({ id, state }) => [id, state])).toEqual([
    [1, 'published'],
    [2, 'unpublished'],
  ]);
  expect((await titles.list({ after: 6, limit: 100 })).map(({ id, state }) => [id, state])).toEqual([
    [7, 'scheduled'],
    [8, 'published'],
  ]);
});

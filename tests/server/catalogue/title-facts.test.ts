import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { addTitle } from '#server/catalogue/editing/add-title.ts';
import { CatalogueError, type CatalogueRecord } from '#server/catalogue/format/index.ts';
import { createTransact } from '#server/db/open.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { writeFiles } from '#tests/support/server/server-files.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildTitleRecord,
  smallCatalogue,
} from '#tests/support/server/server-records.ts';

const TRAILER = buildClipRecord({
  id: 'trailer',
  streams: [
    { protocol: 'hls', path: 'media/other/main.m3u8' },
    { protocol: 'dash', path: 'media/other/video.mp4' },
  ],
  subtitles: [],
  thumbnails: null,
});
const DESCRIBED = buildClipRecord({
  id: 'described',
  audio: [
    { lang: 'ko', role: 'main', label: '한국어' },
    { lang: 'ko', role: 'description', label: '화면 해설' },
  ],
  subtitles: [{ lang: 'ko', label: '해설 자막', path: 'media/short/ko.vtt', role: 'caption' }],
});

/** Titles 9 (described, with a trailer, and an episode in a week), 10 (a trailer, for adults) and those of the small catalogue. */
const records = (): CatalogueRecord[] => [
  ...smallCatalogue(),
  TRAILER,
  DESCRIBED,
  buildTitleRecord(9, {
    trailer: 'trailer',
    rating_reasons: ['공포', '대사'],
    names: [
      { lang: 'ja', name: '終電' },
      { lang: 'en', name: 'Last Train' },
    ],
    episodes: [
      buildEpisodeRecord(9, 1, { clip: 'described' }),
      buildEpisodeRecord(9, 2, { published_at: { days_before_import: -7 } }),
    ],
  }),
  buildTitleRecord(10, { content_rating: '19', trailer: 'trailer' }),
];

let server: ServerFixture;
let viewer: Viewer;
let catalogueFolder: string | undefined;
beforeAll(async () => {
  server = await createServerFixture({ records: records() });
  viewer = await server.buildViewer({ profiles: [{}, { maxRating: '12' }] });
});
afterAll(async () => {
  await server.close();
  if (catalogueFolder !== undefined) await rm(catalogueFolder, { recursive: true, force: true });
});

const itemOf = async (id: number) =>
  (await server.call(endpoints.getItem, { token: viewer.profileToken, params: { id } })).reply;
const listedBy = async (query: Record<string, string>) =>
  (
    await server.call(endpoints.listItems, { token: viewer.profileToken, query: { ...query, limit: 100 } })
  ).reply.results
    .map(({ id }) => id)
    .sort((one, other) => one - other);
const foundBy = async (keyword: string) =>
  (await server.call(endpoints.searchItems, { token: viewer.profileToken, query: { keyword } })).reply.results.map(
    ({ id }) => id,
  );
const pathsIn = (all: readonly CatalogueRecord[]) =>
  [...JSON.stringify(all).matchAll(/"((?:media|pictures)\/[^"]+)"/g)].map(([, path]) => path!);
const addingOptions = async () => ({
  transact: createTransact(server.db),
  clock: server.clock,
  catalogueFolder: (catalogueFolder ??= await writeFiles(
    Object.fromEntries(pathsIn(records()).map((path) => [path, 'file'])),
  )),
});
const statusOf = async (url: string) => (await server.app.inject({ url: new URL(url).pathname })).statusCode;

describe('the tracks of a title', () => {
  test('are those of its published episodes', async () => {
    expect(await itemOf(1)).toMatchObject({
      audio_langs: ['ja', 'ko'],
      audio_tracks: ['ja', 'ko/dub'],
      subtitle_langs: ['ko'],
      subtitle_tracks: ['ko', 'ko/forced'],
    });
    expect(await itemOf(9)).toMatchObject({
      audio_langs: ['ko'],
      audio_tracks: ['ko', 'ko/description'],
      subtitle_langs: ['ko'],
      subtitle_tracks: ['ko/caption'],
    });
    expect(await itemOf(7)).toMatchObject({ audio_langs: [], subtitle_langs: [] });
  });

  test('filter lists, and the filters name those with titles', async () => {
    expect(await listedBy({ audio: 'ko/description' })).toEqual([9]);
    expect(await listedBy({ audio: 'ko/dub' })).toEqual([1, 2, 3, 4, 5, 6, 10]);
    expect(await listedBy({ subtitles: 'ko/caption', audio: 'ko' })).toEqual([9]);
    expect(await listedBy({ audio: 'en' })).toEqual([]);
    const { reply } = await server.call(endpoints.listItemFilters, { token: viewer.profileToken });
    expect(reply.audio).toEqual(['ja', 'ko', 'ko/description', 'ko/dub']);
    expect(reply.subtitles).toEqual(['ko', 'ko/caption', 'ko/forced']);
    const wrong = await server.call(endpoints.listItems, { token: viewer.profileToken, query: { audio: 'dub!' } });
    expect(wrong.status).toBe(400);
  });

  test('are found by whole words', async () => {
    expect(await foundBy('화면해설')).toEqual([9]);
    expect(await foundBy('화면 해설')).toEqual([9]);
    expect((await foundBy('더빙')).sort()).toEqual([1, 10, 2, 3, 4, 5, 6]);
    expect(await foundBy('더')).toEqual([]);
  });
});

test("a title's answer has its names, the original one first; a title without other names has none", async () => {
  expect((await itemOf(9)).names).toEqual([
    { lang: 'ja', name: '終電' },
    { lang: 'en', name: 'Last Train' },
  ]);
  expect((await itemOf(1)).names).toEqual([]);
});

test('a title says what its age rating is for, and so does each of its episodes', async () => {
  expect((await itemOf(9)).rating_reasons).toEqual(['공포', '대사']);
  expect((await itemOf(1)).rating_reasons).toEqual([]);
  const { reply } = await server.call(endpoints.getEpisode, { token: viewer.profileToken, params: { id: 901 } });
  expect(reply.rating_reasons).toEqual(['공포', '대사']);
});

describe('a trailer', () => {
  test('plays without a play log, and opens nothing else', async () => {
    const { trailer } = await itemOf(9);
    expect(trailer).toMatch(/\/media\/other\/video\.mp4$/);
    expect(await statusOf(trailer!)).toBe(200);
    expect(await statusOf(trailer!.replace('other', 'short'))).toBe(404);
    expect(await server.db.selectFrom('play_logs').select('id').execute()).toEqual([]);
    expect((await itemOf(1)).trailer).toBeNull();
  });

  test('keeps the age limit of its title', async () => {
    const limited = await server.selectProfile(viewer, 1);
    const refused = await server.call(endpoints.getItem, { token: limited.profileToken, params: { id: 10 } });
    expect(refused.error).toMatchObject({ code: 'RATING_RESTRICTED' });
    expect(JSON.stringify(refused.error)).not.toContain('/media/');
  });

  test('a trailer of a title for adults needs a proof of age', async () => {
    const unproved = await server.buildViewer({ identity_proved_at: null });
    const trailerFor = async ({ profileToken: token }: Viewer) =>
      (await server.call(endpoints.getItem, { token, params: { id: 10 } })).reply.trailer;
    expect(await trailerFor(unproved)).toBeNull();
    expect(await trailerFor(viewer)).not.toBeNull();
  });

  test('cannot be a clip that an episode of another title plays', async () => {
    const options = await addingOptions();
    const title = buildTitleRecord(11, { trailer: 'short', episodes: [] });
    const adding = addTitle(options, [{ source: 'new.json', record: title }], recordNothing);
    await expect(adding).rejects.toThrow(CatalogueError);
    await expect(adding).rejects.toThrow('trailer: its folder holds clip "described", which an episode plays');
  });
});

/* The last tests change the server of all. */

test('the address of a trailer stays the same for hours, and ends', async () => {
  const trailerOf = async () => (await itemOf(9)).trailer!;
  const first = await trailerOf();
  server.clock.advance(60);
  expect(await trailerOf()).toBe(first);
  server.clock.advance(6 * 3600);
  expect(await trailerOf()).not.toBe(first);
  expect(await statusOf(await trailerOf())).toBe(200);
  expect(await statusOf(first)).toBe(200);
  server.clock.advance(6 * 3600);
  expect(await statusOf(first)).toBe(410);
});

test('tracks change with their clip, also for other titles that play it', async () => {
  const changed = buildClipRecord({ audio: [{ lang: 'ko', role: 'main', label: '한국어' }] });
  const title = smallCatalogue().find((record) => record.kind === 'title' && record.id === 2)!;
  await addTitle(
    await addingOptions(),
    [title, changed].map((record) => ({ source: 'new.jsonl', record })),
    recordNothing,
  );
  expect((await itemOf(2)).audio_tracks).toEqual(['ko']);
  expect((await itemOf(3)).audio_tracks).toEqual(['ko']);
});

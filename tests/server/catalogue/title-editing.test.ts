import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listClips } from '#contract/console/clips.ts';
import {
  addTitleEpisode,
  changeEpisode,
  changeEpisodeMarks,
  changeProducts,
  changeTitle,
  createTitle,
  getEpisodeMarks,
  getTitleForm,
  getTitleRecord,
  orderEpisodes,
  previewTitle,
  removeTitle,
  removeTitleEpisode,
  type EditedTitle,
} from '#contract/console/title-editing.ts';
import { sql } from 'kysely';
import { changeRelease, getOperatedTitle } from '#contract/console/titles.ts';
import { CSRF_HEADER, type ConsoleEndpoint } from '#contract/console/endpoint.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { removeUnusedPictures } from '#server/catalogue/pictures/remove-unused-pictures.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { createMembers, type ConsoleCallOptions, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildClipRecord, buildTitleFields, smallCatalogue } from '#tests/support/server/server-records.ts';

let server: ServerFixture;
let editor: Member;
let viewer: Viewer;
let members: ReturnType<typeof createMembers>;

beforeAll(async () => {
  const records = [
    ...smallCatalogue(),
    buildClipRecord({
      id: 'spare',
      streams: [{ protocol: 'dash', path: 'media/free/manifest.mpd' }],
      subtitles: [],
      thumbnails: null,
    }),
  ];
  server = await createServerFixture({ records });
  members = createMembers(server);
  editor = await members.buildMember('editor');
  viewer = await server.buildViewer();
});
afterAll(() => server.close());

const answer = <const E extends ConsoleEndpoint>(endpoint: E, options: ConsoleCallOptions = {}) =>
  members.call(endpoint, editor, options);

const call = async <const E extends ConsoleEndpoint>(
  endpoint: E,
  options: ConsoleCallOptions = {},
): Promise<ReplyOf<E>> => (await answer(endpoint, options)).reply;

const create = (changes = {}) => call(createTitle, { body: { fields: buildTitleFields(changes) } });
const read = (id: number) => call(getTitleRecord, { params: { id } });
const EPISODE = {
  episode_num: '1화',
  subject: '첫 만남',
  synopsis: '둘이 만난다.',
  clip: 'short',
  access: 'free',
  ad_breaks: [],
  published_at: '2026-11-01T00:00:00Z',
};
const addEpisode = (id: number, changes = {}) =>
  call(addTitleEpisode, { params: { id }, body: { fields: { ...EPISODE, ...changes } } });
const decide = async (id: number, action: 'publish' | 'unpublish') => {
  const { title } = await call(getOperatedTitle, { params: { id } });
  return call(changeRelease, { params: { kind: 'title', id }, body: { action, version: title.version } });
};
const asSeen = (id: number) => server.call(endpoints.getItem, { token: viewer.profileToken, params: { id } });

/** The only entry of an action about a title or an episode. */
const entryOf = (action: string, id: number) =>
  server.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .where('subject_id', '=', String(id))
    .executeTakeFirstOrThrow();

test('the form follows the format: every field has a Korean name and a schema', async () => {
  const { title, episode, product, themes, genres } = await call(getTitleForm);
  for (const form of [title, episode, product]) {
    const fields = Object.entries(form['properties'] as Record<string, { title?: string }>);
    expect(fields.filter(([, field]) => !/[가-힣]/.test(field.title ?? ''))).toEqual([]);
  }
  expect(Object.keys(title['properties'] as object)).not.toContain('episodes');
  expect(themes).toContainEqual({ id: 2, title: '어른들의 밤' });
  expect(genres).toContain('판타지');
});

describe('a title', () => {
  test('is created unseen, gets episodes, and shows with one decision', async () => {
    const made = await create({ name: ' 새 작품 ', themes: [2] });
    expect(made).toMatchObject({
      id: 900_001,
      is_removable: true,
      fields: { name: '새 작품', themes: [2] },
      episodes: [],
    });
    expect((await server.app.inject(new URL(made.pictures.poster).pathname)).body).toContain('새 작품');
    const { episodes } = await addEpisode(made.id);
    expect(episodes.map(({ id, fields }) => [id, fields['subject']])).toEqual([[90_000_001, '첫 만남']]);
    expect((await asSeen(made.id)).status).toBe(404);
    await decide(made.id, 'publish');
    expect((await asSeen(made.id)).status).toBe(200);
    expect((await read(made.id)).is_removable).toBe(false);
  });

  test('shows a change to viewers, and to the audit log what was there before', async () => {
    const { id, version, fields } = await read(2);
    const next = { ...fields, name: '바뀐 제목', cast: ['하나', '둘'], series: { id: 77, order: 1 } };
    const changed = await call(changeTitle, { params: { id }, body: { version, fields: next } });
    expect(changed.fields).toEqual(next);
    expect(changed.version).not.toBe(version);
    expect((await asSeen(2)).reply).toMatchObject({ name: '바뀐 제목', cast: ['하나', '둘'] });
    expect(await entryOf('title.change', 2)).toMatchObject({
      subject_kind: 'title',
      actor: editor.email,
      before: { name: '제목 2', cast: ['성우'], series: null },
      after: { name: '바뀐 제목', cast: ['하나', '둘'], series: { id: 77, order: 1 } },
    });
  });

  test('refuses a change of what somebody else has changed, and accepts one of another part', async () => {
    const { version, fields, order_version: orderVersion, episodes } = await read(3);
    await call(changeTitle, { params: { id: 3 }, body: { version, fields: { ...fields, director: '먼저' } } });
    const late = await answer(changeTitle, {
      params: { id: 3 },
      body: { version, fields: { ...fields, director: '나중' } },
    });
    expect([late.status, late.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await read(3)).fields['director']).toBe('먼저');
    const ids = episodes.map(({ id }) => id).reverse();
    const ordered = await call(orderEpisodes, { params: { id: 3 }, body: { version: orderVersion, ids } });
    expect(ordered.episodes.map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ['an empty name', { name: '  ' }, { name: ['TOO_SHORT'] }],
    ['an invisible name', { name: '\u200b\u3164' }, { name: ['TOO_SHORT'] }],
    ['an unknown field', { colour: 'red' }, { fields: ['NOT_ALLOWED'] }],
    [
      'a nested value',
      { air: { year: 1900, quarter: 1, weekday: null, is_ended: true } },
      { 'air.year': ['OUT_OF_RANGE'] },
    ],
    ['an unknown theme', { themes: [55] }, { 'themes.0': ['NOT_ALLOWED'] }],
    ['a repeated genre', { genres: ['일상', '일상'] }, { 'genres.1': ['NOT_ALLOWED'] }],
    ['a trailer that an episode plays', { trailer: 'short' }, { trailer: ['NOT_ALLOWED'] }],
    ['an end before its first episode', { ends_at: '2000-01-01T00:00:00Z' }, { ends_at: ['NOT_ALLOWED'] }],
  ])('refuses %s and names the field', async (_, change, wrong) => {
    const { version, fields } = await read(4);
    const refused = await answer(changeTitle, {
      params: { id: 4 },
      body: { version, fields: { ...fields, ...change } },
    });
    expect(refused.status).toBe(400);
    expect(refused.error).toMatchObject({ code: 'VALIDATION_FAILED', fields: wrong });
    expect((await read(4)).version).toBe(version);
  });

  test('is removed with all its parts, but only if viewers have never seen it', async () => {
    const { id } = await create({ name: '지울 작품' });
    const { episodes } = await addEpisode(id);
    await call(changeProducts, {
      params: { id },
      body: {
        version: (await read(id)).products_version,
        products: [
          { id: null, fields: { episode_id: null, name: '전편', kind: 'own', rental_hours: null, price: 9900 } },
        ],
      },
    });
    expect((await answer(removeTitle, { params: { id } })).status).toBe(204);
    expect((await answer(getTitleRecord, { params: { id } })).status).toBe(404);
    expect(await entryOf('title.remove', id)).toMatchObject({
      before: { name: '지울 작품', episodes: [`1화 (${episodes[0]!.id})`] },
    });
    expect((await create()).id).toBeGreaterThan(id);

    const seen = await create({ name: '공개할 작품' });
    await addEpisode(seen.id);
    await decide(seen.id, 'publish');
    expect((await answer(removeTitle, { params: { id: seen.id } })).error.code).toBe('REFUSED');
    const { title } = await decide(seen.id, 'unpublish');
    expect(title.state).toBe('unpublished');
    const refused = await answer(removeTitle, { params: { id: seen.id } });
    expect(refused.error.message).toContain('공개한 적이 있는 작품');
  });
});

describe('an episode', () => {
  test('an episode of a published title waits for its own publication', async () => {
    const { episodes } = await addEpisode(4, { episode_num: '2화' });
    const added = episodes.at(-1)!;
    expect(added.is_removable).toBe(true);
    const numbers = async () =>
      (await server.call(endpoints.listEpisodes, { token: viewer.profileToken, query: { item_id: 4 } })).reply;
    expect((await numbers()).results.map(({ id }) => id)).not.toContain(added.id);
    const removed = await call(removeTitleEpisode, { params: { id: added.id } });
    expect(removed.episodes.map(({ id }) => id)).not.toContain(added.id);
  });

  test('keeps its date once it is out, and is not removed', async () => {
    const { episodes } = await read(5);
    const [first] = episodes;
    const later = { ...first!.fields, published_at: '2031-01-01T00:00:00Z' };
    const moved = await answer(changeEpisode, {
      params: { id: first!.id },
      body: { version: first!.version, fields: later },
    });
    expect(moved.error.message).toContain('이미 공개된 회차');
    expect((await answer(removeTitleEpisode, { params: { id: first!.id } })).error.code).toBe('REFUSED');
  });

  test('changes its texts, access and breaks; a break beyond the clip names its field', async () => {
    const { episodes } = await read(5);
    const [, second] = episodes;
    const change = (fields: object, version = second!.version) =>
      answer(changeEpisode, {
        params: { id: second!.id },
        body: { version, fields: { ...second!.fields, ...fields } },
      });
    expect((await change({ ad_breaks: [0, 400] })).error).toMatchObject({
      message: '영상이 끝난 뒤예요.',
      fields: { 'ad_breaks.1': ['NOT_ALLOWED'] },
    });
    expect((await change({ access: 'purchase' })).error.message).toContain('상품이 있어야 해요');
    const changed = (await change({ ad_breaks: [0, 40], subject: '새 제목', access: 'avod' })).reply;
    expect(changed.episodes[1]!.fields).toMatchObject({ ad_breaks: [0, 40], subject: '새 제목', access: 'avod' });
    expect((await change({ subject: '늦은 제목' })).error.code).toBe('CHANGED_MEANWHILE');
  });

  test('gets marks at the running picture, on addresses that open its clip', async () => {
    const { version, marks, streams, duration } = await call(getEpisodeMarks, { params: { id: 301 } });
    expect(marks).toMatchObject({ intro: { start: 5, end: 15 }, recap: null });
    expect(duration).toBe(100);
    const stream = streams.find(({ protocol }) => protocol === 'dash')!;
    expect((await server.app.inject(new URL(stream.url).pathname)).statusCode).toBe(200);
    const change = (to: object, from = version) =>
      answer(changeEpisodeMarks, { params: { id: 301 }, body: { version: from, marks: { ...marks, ...to } } });
    expect((await change({ recap: { start: 3, end: 8 } })).error).toMatchObject({ message: '구간이 서로 겹쳐요.' });
    const changed = (await change({ recap: { start: 0, end: 5 }, outro: { start: 85, end: 95 } })).reply;
    expect(changed.marks).toMatchObject({ recap: { start: 0, end: 5 }, outro: { start: 85, end: 95 } });
    expect((await change({ recap: null })).error.code).toBe('CHANGED_MEANWHILE');
    expect(await entryOf('episode.marks', 301)).toMatchObject({
      before: { recap: null },
      after: { intro: { start: 5 } },
    });
  });
});

test('products are added, changed and removed together, and a wrong one is named', async () => {
  const { products_version: version } = await read(6);
  const rental = { episode_id: 601, name: '1화 대여', kind: 'rental', rental_hours: 48, price: 1200 };
  const set = (products: object[], from: string) =>
    answer(changeProducts, { params: { id: 6 }, body: { version: from, products } });
  const own = { episode_id: null, name: '전편 소장', kind: 'own', rental_hours: null, price: 15000 };
  const made = (
    await set(
      [
        { id: null, fields: rental },
        { id: null, fields: own },
      ],
      version,
    )
  ).reply;
  const [first, second] = made.products;
  expect(second!.id).toBe(first!.id + 1);
  expect(
    (await set([{ id: first!.id, fields: { ...rental, rental_hours: null } }], made.products_version)).error,
  ).toMatchObject({
    fields: { 'products.0.rental_hours': ['NOT_ALLOWED'] },
  });
  for (const [price, code] of [
    [0, 'OUT_OF_RANGE'],
    [99_999_999, 'OUT_OF_RANGE'],
    [1200.5, 'WRONG_TYPE'],
  ] as const)
    expect(await set([{ id: second!.id, fields: { ...own, price } }], made.products_version)).toMatchObject({
      status: 400,
      error: { code: 'VALIDATION_FAILED', fields: { 'products.0.price': [code] } },
    });
  const left = (await set([{ id: second!.id, fields: { ...own, price: 12000 } }], made.products_version)).reply;
  expect(left.products).toEqual([{ id: second!.id, fields: { ...own, price: 12000 } }]);
  expect((await set([], made.products_version)).error.code).toBe('CHANGED_MEANWHILE');
});

describe('a picture', () => {
  const send = (url: string, payload: Buffer, type = 'image/png') =>
    server.app.inject({
      method: 'PUT',
      url,
      payload,
      headers: { cookie: editor.cookie, [CSRF_HEADER]: editor.csrf, 'content-type': type },
    });
  const half = (red: number) => ({
    create: { width: 400, height: 400, channels: 3 as const, background: { r: red, g: 0, b: 0 } },
  });
  /** A small JPEG whose head says that it is a large one. */
  const claiming = (jpeg: Buffer, width: number, height: number) => {
    const head = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(height, head + 5);
    jpeg.writeUInt16BE(width, head + 7);
    return jpeg;
  };
  const path = (address: string) => new URL(address).pathname;

  test('is cut out, encoded anew in the set’s size without metadata, and has a new address', async () => {
    const photo = await sharp(half(0))
      .composite([
        {
          input: await sharp({ create: { ...half(255).create, width: 200 } })
            .png()
            .toBuffer(),
          left: 200,
          top: 0,
        },
      ])
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer();
    const before = await read(7);
    const reply = await send(
      '/api/console/v1/titles/7/pictures/wide/?left=200&top=0&width=200&height=112',
      photo,
      'image/jpeg',
    );
    expect(reply.statusCode).toBe(200);
    const { pictures } = reply.json<EditedTitle>();
    expect(pictures.wide).not.toBe(before.pictures.wide);
    expect(pictures.poster).toBe(before.pictures.poster);
    const sent = await server.app.inject(path(pictures.wide));
    expect(sent.headers['content-type']).toBe('image/webp');
    const made = await sharp(sent.rawPayload).metadata();
    expect([made.width, made.height, made.exif]).toEqual([480, 270, undefined]);
    expect((await sharp(sent.rawPayload).stats()).channels[0]!.mean).toBeGreaterThan(240);
    const tile = await server.app.inject(path(pictures.wide).replace(/[^/]+$/, 'tile.jpg'));
    expect((await sharp(tile.rawPayload).metadata()).height).toBe(250);
    expect(await entryOf('title.picture', 7)).toMatchObject({ before: { wide: 'pictures/wide.webp' } });
  });

  test('a picture of an episode becomes its thumbnail', async () => {
    const photo = await sharp(half(90)).webp().toBuffer();
    const reply = await send(
      '/api/console/v1/episodes/701/picture/?left=0&top=0&width=400&height=225',
      photo,
      'image/webp',
    );
    const [episode] = reply.json<EditedTitle>().episodes;
    expect((await sharp((await server.app.inject(path(episode!.picture))).rawPayload).metadata()).width).toBe(480);
  });

  test('goes 30 days after it was replaced, and not while a title uses it', async () => {
    const url = '/api/console/v1/titles/7/pictures/poster/?left=0&top=0&width=200&height=300';
    const set = async (red: number) =>
      path((await send(url, await sharp(half(red)).png().toBuffer())).json<EditedTitle>().pictures.poster);
    const [first, second] = [await set(10), await set(20)];
    const removed: string[] = [];
    const runAfter = async (days: number) =>
      removeUnusedPictures(
        {
          transact: createTransact(server.db),
          clock: { now: () => new Date(server.clock.now().getTime() + days * 24 * 3600_000) },
          mediaStore: {
            ...createFolderStore('/nowhere'),
            removeFolder: (folder) => Promise.resolve(void removed.push(folder)),
          },
        },
        new AbortController().signal,
      );
    await runAfter(29);
    expect(removed).toEqual([]);
    await runAfter(31);
    expect(removed.map((folder) => `/art/${folder}/poster.webp`)).toEqual([first]);
    const stored = await server.db.selectFrom('stored_pictures').select('path').execute();
    expect(stored.map((row) => `/art/${row.path}`)).toContain(second);
    await runAfter(90);
    expect(removed).toHaveLength(1);
  });

  test('gets another path while its files are removed, and a failed removal goes on later', async () => {
    const url = '/api/console/v1/titles/7/pictures/poster/?left=0&top=0&width=200&height=300';
    const set = async (red: number) =>
      path((await send(url, await sharp(half(red)).png().toBuffer())).json<EditedTitle>().pictures.poster);
    const first = await set(30);
    await set(40);
    const removed: string[] = [];
    let during: () => Promise<unknown> = () => Promise.reject(new Error('the store does not answer'));
    const run = () =>
      removeUnusedPictures(
        {
          transact: createTransact(server.db),
          clock: { now: () => new Date(server.clock.now().getTime() + 31 * 24 * 3600_000) },
          mediaStore: {
            ...createFolderStore('/nowhere'),
            removeFolder: async (folder) => {
              await during();
              removed.push(`/art/${folder}/poster.webp`);
            },
          },
        },
        new AbortController().signal,
      );
    await expect(run()).rejects.toThrow('the store does not answer');
    let again: string | undefined;
    during = async () => (again ??= await set(30));
    await run();
    expect(removed).toContain(first);
    expect(removed).not.toContain(again);
    expect(again).not.toBe(first);
    expect((await server.app.inject(again!)).statusCode).toBe(200);
    await set(50);
    expect(await set(30)).toBe(first);
  });

  test('a picture whose removal keeps failing does not block the others, and is tried again after them', async () => {
    await server.db.deleteFrom('stored_pictures').execute();
    const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * 24 * 3600_000);
    const paths = Array.from({ length: 23 }, (_, index) => `own/title-1/picture-${index + 10}/poster.webp`);
    await server.db
      .insertInto('stored_pictures')
      .values(paths.map((path, index) => ({ path, used_at: daysAgo(60 - index) })))
      .execute();
    const nameOf = (path: string) => path.slice('own/title-1/picture-'.length, 'own/title-1/picture-00'.length);
    let broken = [paths[0]!, paths[1]!].map(nameOf);
    let tried: string[];
    const run = () => {
      tried = [];
      return removeUnusedPictures(
        {
          transact: createTransact(server.db),
          clock: server.clock,
          mediaStore: {
            ...createFolderStore('/nowhere'),
            removeFolder: (folder) => {
              tried.push(nameOf(folder));
              return broken.includes(tried.at(-1)!) ? Promise.reject(new Error('not allowed')) : Promise.resolve();
            },
          },
        },
        new AbortController().signal,
      );
    };
    const left = async () =>
      (await server.db.selectFrom('stored_pictures').select('path').execute()).map(({ path }) => nameOf(path)).sort();
    await expect(run()).rejects.toThrow(/^2 unused pictures .*picture-10.*not allowed$/);
    expect(await left()).toEqual(['10', '11']);

    // A store that fails for all of them ends the run after twenty.
    await server.db
      .insertInto('stored_pictures')
      .values(paths.slice(2).map((path) => ({ path, used_at: daysAgo(40) })))
      .execute();
    broken = paths.map(nameOf);
    server.clock.advance(1);
    await expect(run()).rejects.toThrow('20 unused pictures');
    expect(tried!).not.toContain('10');
    // A run begins with the picture that no run has tried, then those whose failure is the longest ago.
    broken = [];
    await run();
    expect(tried!.slice(1, 3)).toEqual(['10', '11']);
    expect([tried!.length, await left()]).toEqual([23, []]);
  });

  test.each([
    ['nothing', () => Buffer.alloc(0), 409],
    ['text', () => Buffer.from('no picture'), 409],
    [
      'a drawing that may load files',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>'),
      409,
    ],
    ['a bomb', async () => claiming(await sharp(half(0)).jpeg().toBuffer(), 10_000, 9_000), 409],
    ['a broken file', async () => (await sharp(half(1)).jpeg().toBuffer()).subarray(0, 300), 409],
    [
      'a part outside of it',
      () =>
        sharp({ create: { ...half(0).create, width: 100 } })
          .png()
          .toBuffer(),
      409,
    ],
  ])('refuses %s', async (_, make, status) => {
    const before = await read(7);
    const reply = await send(
      '/api/console/v1/titles/7/pictures/poster/?left=0&top=0&width=200&height=300',
      await make(),
    );
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, 'REFUSED']);
    expect((await read(7)).pictures).toEqual(before.pictures);
  });

  test('refuses other types and other roles before the body is read', async () => {
    const url = '/api/console/v1/titles/7/pictures/poster/?left=0&top=0&width=200&height=300';
    expect((await send(url, Buffer.from('{}'), 'application/json')).statusCode).toBe(400);
    expect(
      (
        await server.app.inject({
          method: 'PUT',
          url,
          payload: Buffer.alloc(100),
          headers: { 'content-type': 'image/png' },
        })
      ).statusCode,
    ).toBe(401);
  });
});

test('clips are listed with what plays them, the newest first', async () => {
  const used = async () => {
    const { count, results } = await call(listClips);
    expect(count).toBe(2);
    return results.map(({ id, used_by: users }) => [id, users.length]);
  };
  let newest = Date.UTC(2100, 0);
  const makeNewest = (id: string) =>
    server.db
      .updateTable('clips')
      .set({ added_at: new Date((newest += 1_000)) })
      .where('id', '=', id)
      .execute();
  await makeNewest('spare');
  expect(await used()).toEqual([
    ['spare', 0],
    ['short', 3],
  ]);
  await makeNewest('short');
  expect((await used()).map(([id]) => id)).toEqual(['short', 'spare']);
  const found = (await call(listClips, { query: { keyword: '제목 5' } })).results;
  expect(found.map(({ id, used_by: [first] }) => [id, first])).toEqual([['short', expect.stringContaining('제목 5')]]);
});

test('the list of clips says when a word is in too many titles to look at the episodes of all', async () => {
  const { db } = server;
  await sql`insert into items
    select (jsonb_populate_record(items, jsonb_build_object('id', 5000 + n, 'name', '흔한 ' || n))).*
    from items, generate_series(1, 101) as n where items.id = 1`.execute(db);
  const isPartial = async (keyword: string) => (await call(listClips, { query: { keyword } })).is_partial;
  expect(await isPartial('흔한')).toBe(true);
  expect(await isPartial('흔한 10')).toBe(false);
  expect((await call(listClips)).is_partial).toBe(false);
  await sql`delete from items where id > 5000`.execute(db);
});

test('a preview shows a title as the rules show it to a viewer', async () => {
  const preview = (id: number, max_rating: string, plan: string) =>
    call(previewTitle, { params: { id }, query: { max_rating, plan } });
  const free = await preview(1, 'all', 'free');
  expect(free).toMatchObject({ is_shown: true, why: null });
  expect(free.episodes.map(({ access }) => access.type)).toEqual(['free', 'avod', 'locked']);
  expect((await preview(1, 'all', 'basic')).episodes.map(({ access }) => access.type)).toEqual([
    'free',
    'membership',
    'membership',
  ]);
  expect(free.television!.episodes.map(({ access }) => access.type)).toEqual(['free', 'avod', 'locked']);
  expect(free.television!.item).toMatchObject({ id: 1, cnt_episode: 3, my: { is_wished: false } });
  expect(await preview(6, '15', 'premium')).toMatchObject({ is_shown: false, why: 'rating', television: null });
});

test('a preview shows a title with the episodes and the age rating of a country', async () => {
  const made = await create({
    countries: ['KR', 'JP'],
    content_rating: '12',
    country_ratings: [{ country: 'JP', content_rating: '15' }],
  });
  await addEpisode(made.id, { episode_num: '1화' });
  await addEpisode(made.id, { episode_num: '2화', countries: ['KR'] });
  const preview = (country: string, max_rating = '19') =>
    call(previewTitle, {
      params: { id: made.id },
      query: { max_rating, plan: 'basic', at: 'published', ...(country && { country }) },
    });
  const numbersIn = async (country: string) =>
    (await preview(country)).television?.episodes.map((one) => one.episode_num);
  expect(await Promise.all(['', 'KR', 'JP', 'ZZ'].map(numbersIn))).toEqual([
    ['1화', '2화'],
    ['1화', '2화'],
    ['1화'],
    undefined,
  ]);
  expect((await preview('ZZ')).why).toBe('country');
  expect([(await preview('KR', '12')).why, (await preview('JP', '12')).why]).toEqual([null, 'rating']);
  expect((await preview('JP')).television!.item.content_rating).toBe('15');
});

test('a preview shows a draft as if it and its episodes to come were published, but for hidden ones', async () => {
  const made = await create({ name: '아직 없는 작품' });
  const hidden = await addEpisode(made.id, { episode_num: '1화' });
  await addEpisode(made.id, { episode_num: '2화', published_at: '2099-01-01T00:00:00.000Z' });
  await call(changeRelease, {
    params: { kind: 'episode', id: hidden.episodes[0]!.id },
    body: { action: 'unpublish', version: null },
  });
  const preview = (at?: string) =>
    call(previewTitle, { params: { id: made.id }, query: { max_rating: '19', plan: 'basic', ...(at && { at }) } });
  expect(await preview()).toMatchObject({ is_shown: false, why: 'unpublished', episodes: [] });
  const then = await preview('published');
  expect(then).toMatchObject({ is_shown: true, why: null });
  expect(then.episodes.map((episode) => episode.episode_num)).toEqual(['2화']);
  const { item, episodes } = then.television!;
  expect([item.name, item.cnt_episode]).toEqual(['아직 없는 작품', 1]);
  // Nobody else may see the pictures of a draft, so that their addresses are signed.
  expect((await server.app.inject(new URL(item.images.poster).pathname)).statusCode).toBe(200);
  expect(episodes.map(({ episode_num, published_at: at }) => [episode_num, at])).toEqual([
    ['2화', server.clock.now().toISOString()],
  ]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { HomeRow, HomeRowOf } from '#contract/home.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact } from '#server/db/open.ts';
import { itemIdsIn } from '#server/home/shown.ts';
import { openCheckout } from '#tests/support/checkout.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildEpisodeRecord, buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

/*
 * Home answers are cached. Each test calls until every server has cached the answer, changes one thing, and asks every
 * server again.
 */
const HOUR = 3600;
const DAY = 24 * HOUR;
/** Each of two alternating servers makes the answer, makes it again and caches it, and sends the cached one. */
const CALLS = [1, 2, 3, 4, 5, 6];

/** Title 8: its newest episode is only sold. */
const records = () => [
  ...smallCatalogue(),
  buildTitleRecord(8, {
    episodes: (['avod', 'membership', 'purchase'] as const).map((access, index) =>
      buildEpisodeRecord(8, index + 1, { access }),
    ),
    products: [{ id: 83, episode_id: 803, name: '3화 대여', kind: 'rental', rental_hours: 1, price: 900 }],
  }),
];

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: records() });
});
afterAll(() => server.close());

const rowOf = <K extends HomeRow['kind']>(rows: readonly HomeRow[], kind: K, id?: string) =>
  rows.find((row): row is HomeRowOf<K> => row.kind === kind && (id === undefined || row.id === id));

/** A part of home on every server; all must agree. */
async function lookAt<T>(viewer: Viewer, part: (rows: readonly HomeRow[]) => T): Promise<T> {
  const parts: T[] = [];
  for (const _ of CALLS)
    parts.push(part((await server.call(endpoints.listHomeRows, { token: viewer.profileToken })).reply.results));
  expect(new Set(parts.map((one) => JSON.stringify(one))).size).toBe(1);
  return parts[0]!;
}

const mineOf = (itemId: number) => (rows: readonly HomeRow[]) =>
  rowOf(rows, 'billboard')?.results.find(({ id }) => id === itemId)?.my;
const ratingsOf = (itemId: number) => (rows: readonly HomeRow[]) => {
  const found = rowOf(rows, 'ranking')?.results.find(({ id }) => id === itemId);
  return [found?.cnt_rating, found?.avg_rating];
};
const begunIn = (rows: readonly HomeRow[]) =>
  rowOf(rows, 'start_again')?.results.map(({ item, offset }) => [item.id, offset]) ?? [];
const accessOf = (itemId: number) => (rows: readonly HomeRow[]) =>
  rowOf(rows, 'episodes')?.results.find(({ item }) => item.id === itemId)?.access.type;
const todayIn = (rows: readonly HomeRow[]) => rowOf(rows, 'items', 'today')?.results.map(({ id }) => id);

const rate = (viewer: Viewer, id: number, score: number) =>
  server.call(endpoints.rateItem, { token: viewer.profileToken, params: { id }, body: { score } });

async function watch(viewer: Viewer, episodeId: number, offset: string) {
  const { play_log_id: id } = await server.openVideo(viewer, episodeId);
  server.clock.advance(60);
  const { status } = await server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: { total_play_time: '00:00:50', play_end_offset: offset, is_player_exit: true },
  });
  expect(status).toBe(200);
}

test('home shows a new rating immediately', async () => {
  const viewer = await server.buildViewer();
  const [, before] = await Promise.all([lookAt(viewer, mineOf(4)), lookAt(viewer, ratingsOf(4))]);
  expect(before).toEqual([0, null]);
  for (const score of [5, 4, 5]) {
    expect((await rate(viewer, 4, score)).status).toBeLessThan(300);
    expect((await lookAt(viewer, mineOf(4)))?.rating).toBe(score);
    expect(await lookAt(viewer, ratingsOf(4))).toEqual([1, score]);
  }
});

test('home shows ratings by others', async () => {
  const [viewer, other] = [await server.buildViewer(), await server.buildViewer()];
  const [count] = await lookAt(viewer, ratingsOf(2));
  await rate(other, 2, 3);
  expect((await lookAt(viewer, ratingsOf(2)))[0]).toBe(count! + 1);
});

test('home shows a wish and its removal immediately', async () => {
  const viewer = await server.buildViewer();
  const isWished = async () => (await lookAt(viewer, mineOf(4)))?.is_wished;
  expect(await isWished()).toBe(false);
  for (const wished of [true, false, true]) {
    await server.call(wished ? endpoints.addWish : endpoints.removeWish, {
      token: viewer.profileToken,
      params: { id: 4 },
    });
    expect(await isWished()).toBe(wished);
  }
});

test('home shows watched episodes immediately, and removals from the start-again list', async () => {
  const viewer = await server.buildViewer();
  expect(await lookAt(viewer, begunIn)).toEqual([]);
  await watch(viewer, 101, '00:00:30');
  expect(await lookAt(viewer, begunIn)).toEqual([[1, 30]]);
  await watch(viewer, 101, '00:00:40');
  expect(await lookAt(viewer, begunIn)).toEqual([[1, 40]]);
  const call = (name: 'removeStartAgain' | 'restoreStartAgain') =>
    server.call(endpoints[name], { token: viewer.profileToken, params: { id: 1 } });
  await call('removeStartAgain');
  expect(await lookAt(viewer, begunIn)).toEqual([]);
  await call('restoreStartAgain');
  expect(await lookAt(viewer, begunIn)).toEqual([[1, 40]]);
});

test('home shows as watched what the viewer finished, also after its removal from the start-again list', async () => {
  const viewer = await server.buildViewer();
  const newest = (rows: readonly HomeRow[]) => rowOf(rows, 'episodes')?.results.find(({ item }) => item.id === 8);
  const { id } = (await lookAt(viewer, newest))!;
  expect((await lookAt(viewer, newest))?.is_watched).toBe(false);
  const options = { token: viewer.profileToken };
  await server.call(endpoints.markWatched, { ...options, params: { id }, query: { scope: 'episode' } });
  expect((await lookAt(viewer, newest))?.is_watched).toBe(true);
  await server.call(endpoints.removeStartAgain, { ...options, params: { id: 8 } });
  expect((await lookAt(viewer, newest))?.is_watched).toBe(true);
});

test('home shows no hidden title in any row, at once, and other profiles still see it', async () => {
  const [viewer, other] = [await server.buildViewer(), await server.buildViewer()];
  await watch(viewer, 101, '00:00:30');
  const shown = (rows: readonly HomeRow[]) =>
    rows.flatMap((row) => (row.kind === 'themes' ? [] : itemIdsIn(row).map((id) => `${row.id} ${id}`))).sort();
  const before = [await lookAt(viewer, shown), await lookAt(other, shown)];
  expect(before[0]).toEqual(
    expect.arrayContaining(['billboard 1', 'start_again 1', 'today 1', 'theme-1 1', 'ranking 1']),
  );
  await server.call(endpoints.hideItem, { token: viewer.profileToken, params: { id: 1 } });
  expect((await lookAt(viewer, shown)).filter((line) => line.endsWith(' 1'))).toEqual([]);
  expect(await lookAt(viewer, todayIn)).toEqual([6]);
  expect(await lookAt(other, shown)).toEqual(before[1]);
  await server.call(endpoints.showItem, { token: viewer.profileToken, params: { id: 1 } });
  expect(await lookAt(viewer, shown)).toEqual(before[0]);
});

test('home follows marks of watched episodes', async () => {
  const viewer = await server.buildViewer();
  await watch(viewer, 101, '00:00:30');
  expect(await lookAt(viewer, begunIn)).toEqual([[1, 30]]);
  const mark = (name: 'markWatched' | 'unmarkWatched', scope: string) =>
    server.call(endpoints[name], { token: viewer.profileToken, params: { id: 101 }, query: { scope } });
  await mark('markWatched', 'episode');
  expect(await lookAt(viewer, begunIn)).toEqual([[1, 0]]);
  expect((await lookAt(viewer, mineOf(1)))?.resume).toMatchObject({ episode_id: 102 });
  await mark('markWatched', 'title');
  expect(await lookAt(viewer, begunIn)).toEqual([]);
  await mark('unmarkWatched', 'title');
  expect((await lookAt(viewer, mineOf(1)))?.resume ?? null).toBeNull();
});

test('new episodes show what is a viewer’s own to this viewer alone, whoever asks first', async () => {
  const setMembership = (viewer: Viewer, plan: 'free' | 'premium', expiresAt: Date | null) =>
    server.db
      .updateTable('accounts')
      .set({ plan, membership_expires_at: expiresAt })
      .where('id', '=', viewer.accountId)
      .execute();
  const [plain, watcher, free, ending] = await Promise.all([1, 2, 3, 4].map(() => server.buildViewer()));
  await setMembership(free!, 'free', null);
  const end = new Date(server.clock.now().getTime() + DAY * 1000);
  await setMembership(ending!, 'premium', end);

  const newest = (rows: readonly HomeRow[]) => rowOf(rows, 'episodes')!.results.find(({ item }) => item.id === 3)!;
  await watch(watcher!, (await lookAt(watcher!, newest)).id, '00:00:30');
  const own = (rows: readonly HomeRow[]) => {
    const found = newest(rows);
    return [found.access.type, found.access.expires_at, found.playback_offset?.offset];
  };
  const expected = [
    [plain!, ['membership', null, undefined]],
    [watcher!, ['membership', null, 30]],
    [free!, ['locked', null, undefined]],
    [ending!, ['membership', end.toISOString(), undefined]],
  ] as const;
  for (const inOrder of [expected, [...expected].reverse()])
    for (const [viewer, told] of inOrder) expect(await lookAt(viewer, own)).toEqual(told);
});

test('home counts a hidden title in no theme, for this profile alone', async () => {
  const [viewer, other] = [await server.buildViewer(), await server.buildViewer()];
  const counts = (rows: readonly HomeRow[]) =>
    rowOf(rows, 'themes')?.results.map(({ id, cnt_item: count }) => [id, count]);
  const before = await lookAt(other, counts);
  expect(await lookAt(viewer, counts)).toEqual(before);
  await server.call(endpoints.hideItem, { token: viewer.profileToken, params: { id: 1 } });
  const after = before!.map(([id, count]) => [id, id === 1 ? count! - 1 : count]);
  expect(await lookAt(viewer, counts)).toEqual(after);
  expect(await lookAt(other, counts)).toEqual(before);
});

test('home follows the age limit of the profile', async () => {
  const viewer = await server.buildViewer();
  expect(await lookAt(viewer, todayIn)).toEqual([1, 6]);
  await server.db.updateTable('profiles').set({ max_rating: '12' }).where('id', '=', viewer.profileId).execute();
  expect(await lookAt(viewer, todayIn)).toEqual([1]);
});

test('home follows the membership, also when it expires', async () => {
  const viewer = await server.buildViewer();
  expect(await lookAt(viewer, accessOf(3))).toBe('membership');
  const set = (plan: 'free' | 'premium', expiresAt: Date | null) =>
    server.db
      .updateTable('accounts')
      .set({ plan, membership_expires_at: expiresAt })
      .where('id', '=', viewer.accountId)
      .execute();
  await set('free', null);
  expect(await lookAt(viewer, accessOf(3))).toBe('locked');
  await set('premium', new Date(server.clock.now().getTime() + HOUR * 1000));
  expect(await lookAt(viewer, accessOf(3))).toBe('membership');
  server.clock.advance(HOUR);
  expect(await lookAt(viewer, accessOf(3))).toBe('locked');
  // The same plan again, with another end.
  await set('premium', new Date(server.clock.now().getTime() + HOUR * 1000));
  expect(await lookAt(viewer, accessOf(3))).toBe('membership');
});

test('home follows a rental from its payment to its end', async () => {
  const viewer = await server.buildViewer();
  expect(await lookAt(viewer, accessOf(8))).toBe('locked');
  const { reply } = await server.call(endpoints.createOrder, { token: viewer.profileToken, params: { id: 83 } });
  expect(await lookAt(viewer, accessOf(8))).toBe('locked');
  const press = await openCheckout(server.app, reply.checkout_url);
  expect((await press('approve')).statusCode).toBe(303);
  expect(await lookAt(viewer, accessOf(8))).toBe('rental');
  server.clock.advance(HOUR);
  expect(await lookAt(viewer, accessOf(8))).toBe('locked');
});

test('a begun title is locked as soon as its rental ends', async () => {
  const viewer = await server.buildViewer();
  const { reply } = await server.call(endpoints.createOrder, { token: viewer.profileToken, params: { id: 83 } });
  expect((await (await openCheckout(server.app, reply.checkout_url))('approve')).statusCode).toBe(303);
  await watch(viewer, 803, '00:00:30');
  const begunAccess = (rows: readonly HomeRow[]) =>
    rowOf(rows, 'start_again')?.results.map(({ episode }) => [episode.id, episode.access.type]);
  expect(await lookAt(viewer, begunAccess)).toEqual([[803, 'rental']]);
  server.clock.advance(HOUR);
  expect(await lookAt(viewer, begunAccess)).toEqual([[803, 'locked']]);
});

test('home changes at midnight in Korea', async () => {
  const fresh = await createServerFixture();
  const viewer = await fresh.buildViewer();
  const today = async () => {
    const days = [];
    for (const _ of CALLS)
      days.push(todayIn((await fresh.call(endpoints.listHomeRows, { token: viewer.profileToken })).reply.results));
    return days;
  };
  expect(await today()).toEqual(CALLS.map(() => [1, 6]));
  fresh.clock.advance(12 * HOUR - 1);
  expect(await today()).toEqual(CALLS.map(() => [1, 6]));
  fresh.clock.advance(1);
  expect(await today()).toEqual(CALLS.map(() => undefined));
  await fresh.close();
});

test('home shows new episodes for a week, and upcoming ones when they are published', async () => {
  const viewer = await server.buildViewer();
  const isNew = (id: number) => (rows: readonly HomeRow[]) =>
    rowOf(rows, 'billboard')?.results.find((item) => item.id === id)?.is_new;
  const newestOf = (id: number) => (rows: readonly HomeRow[]) =>
    rowOf(rows, 'episodes')?.results.find(({ item }) => item.id === id)?.id;
  expect(await lookAt(viewer, isNew(4))).toBe(true);
  expect(await lookAt(viewer, newestOf(1))).toBe(103);
  // Title 4 was published two days before the import; the fourth episode of title 1 is published a day after it.
  server.clock.advance(DAY);
  expect(await lookAt(viewer, newestOf(1))).toBe(104);
  server.clock.advance(4 * DAY);
  expect(await lookAt(viewer, isNew(4))).toBe(false);
  expect(await lookAt(viewer, isNew(1))).toBe(true);
  server.clock.advance(3 * DAY);
  expect(await lookAt(viewer, isNew(1))).toBe(false);
});

test('home shows an imported change', async () => {
  const viewer = await server.buildViewer();
  const names = (rows: readonly HomeRow[]) => rowOf(rows, 'ranking')?.results.map(({ name }) => name);
  expect(await lookAt(viewer, names)).not.toContain('새 이름');
  const changed = records().map((record) =>
    record.kind === 'title' && record.id === 3 ? { ...record, name: '새 이름' } : record,
  );
  await importCatalogue({ transact: createTransact(server.db), clock: server.clock }, changed);
  expect(await lookAt(viewer, names)).toContain('새 이름');
});

test('a title shows the episode to go on with as imports rename it', async () => {
  const viewer = await server.buildViewer();
  await watch(viewer, 802, '00:00:30');
  const place = async () => {
    const { reply } = await server.call(endpoints.getItem, { token: viewer.profileToken, params: { id: 8 } });
    return reply.my.resume?.episode_num;
  };
  for (const name of ['2화 (개정)', '2화 (재개정)']) {
    const rename = <E extends { id: number }>(episode: E) =>
      episode.id === 802 ? { ...episode, episode_num: name } : episode;
    const changed = records().map((record) =>
      record.kind === 'title' && record.id === 8 ? { ...record, episodes: record.episodes.map(rename) } : record,
    );
    await importCatalogue({ transact: createTransact(server.db), clock: server.clock }, changed);
    for (const _call of CALLS) expect(await place()).toBe(name);
  }
});

/**
 * Reads a title and its episodes until every server has cached the answers, and returns what they show of the viewer. Fails when two
 * answers differ.
 */
async function lookAtTitle(viewer: Viewer, itemId: number) {
  const token = viewer.profileToken;
  let last: unknown;
  for (const _call of CALLS) {
    const { reply: item } = await server.call(endpoints.getItem, { token, params: { id: itemId } });
    const { reply: episodes } = await server.call(endpoints.listEpisodes, { token, query: { item_id: itemId } });
    const found = {
      my: item.my,
      average: item.avg_rating,
      access: episodes.results.map(({ access }) => access.type),
      offsets: episodes.results.map(({ playback_offset: offset }) => offset?.offset ?? null),
    };
    if (last !== undefined) expect(found).toEqual(last);
    last = found;
  }
  return last;
}

test('a begun title shows the viewer’s rating, place and membership at once', async () => {
  const viewer = await server.buildViewer();
  const atStart = { rating: null, is_wished: false, resume: null, is_hidden: false };
  const access = ['membership', 'membership', 'locked'];
  expect(await lookAtTitle(viewer, 8)).toEqual({ my: atStart, average: null, access, offsets: [null, null, null] });

  await watch(viewer, 802, '00:00:30');
  const place = { episode_id: 802, episode_num: expect.any(String), offset: 30 };
  const begun = { my: { ...atStart, resume: place }, average: null, access, offsets: [null, 30, null] };
  expect(await lookAtTitle(viewer, 8)).toEqual(begun);

  await rate(viewer, 8, 4);
  const rated = { ...begun, my: { ...begun.my, rating: 4 }, average: 4 };
  expect(await lookAtTitle(viewer, 8)).toEqual(rated);

  await rate(await server.buildViewer(), 8, 2);
  expect(await lookAtTitle(viewer, 8)).toEqual({ ...rated, average: 3 });

  await watch(viewer, 802, '00:00:45');
  const further = {
    ...rated,
    average: 3,
    my: { ...rated.my, resume: { ...place, offset: 45 } },
    offsets: [null, 45, null],
  };
  expect(await lookAtTitle(viewer, 8)).toEqual(further);

  await server.db.updateTable('accounts').set({ plan: 'free' }).where('id', '=', viewer.accountId).execute();
  expect(await lookAtTitle(viewer, 8)).toEqual({ ...further, access: ['avod', 'locked', 'locked'] });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getRequestedTitle, setRequestStatus } from '#contract/console/requests.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createTitleOperations, type TitleOperations } from '#server/catalogue/editing/title-operations.ts';
import { createTransact, type Transact } from '#server/db/open.ts';
import { systemRandom } from '#server/lib/random.ts';
import { notifyAboutEndings } from '#server/notifications/endings.ts';
import { listRecipients } from '#server/notifications/recipients-store.ts';
import { notifyAboutTitles } from '#server/notifications/fan-out.ts';
import { createMembers } from '#tests/support/console.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildEpisodeRecord, buildTitleRecord, shopCatalogue } from '#tests/support/server/server-records.ts';

/* On PostgreSQL two servers answer in turns, and the worker works beside them on the database. */

const HOUR = 3600;
const DAY = 24 * HOUR;
const unlimited = new AbortController().signal;

/** A title with an episode that is out, and one that comes out in some days. */
const airing = (id: number, days = 30, changes: Parameters<typeof buildTitleRecord>[1] = {}) =>
  buildTitleRecord(id, {
    episodes: [buildEpisodeRecord(id, 1), buildEpisodeRecord(id, 2, { published_at: { days_before_import: -days } })],
    ...changes,
  });

let server: ServerFixture;
let titles: TitleOperations;
let transact: Transact;
beforeAll(async () => {
  const adult = airing(22, 1, { content_rating: '19' });
  const unreleased = buildTitleRecord(27, { episodes: [] });
  const records = [
    ...shopCatalogue(),
    airing(21, 1),
    ...[23, 24, 25, 26, 31, 32].map((id) => airing(id)),
    adult,
    unreleased,
  ];
  server = await createServerFixture({ records });
  const { db, clock } = server;
  transact = createTransact(db);
  titles = createTitleOperations({ db, transact, clock, catalogueFolder: '', record: recordNothing });
  // Later events are notified.
  await notify();
});
afterAll(() => server.close());

const options = () => ({ db: server.db, transact, clock: server.clock, random: systemRandom });
const notify = (...given: [signal?: AbortSignal, accounts?: number]) =>
  notifyAboutTitles(options(), given[0] ?? unlimited, given[1] === undefined ? {} : { accounts: given[1] });
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR * 1000);
const episode = (id: number) => ({ kind: 'episode', id }) as const;

const wish = (viewer: Viewer, id: number) =>
  server.call(endpoints.addWish, { token: viewer.profileToken, params: { id } });
const list = async ({ profileToken: token }: Viewer) =>
  (await server.call(endpoints.listNotifications, { token })).reply;
const texts = async (viewer: Viewer) => (await list(viewer)).results.map(({ kind, text }) => [kind, text]);
const begin = ({ accountId, profileId }: Viewer, itemId: number, episodeId: number) =>
  server.db
    .insertInto('playback_offsets')
    .values({
      account_id: accountId,
      profile_id: profileId,
      episode_id: episodeId,
      item_id: itemId,
      offset: 10,
      is_finished: false,
      updated_at: server.clock.now(),
    })
    .execute();
const mute = ({ profileToken: token }: Viewer, body: object) =>
  server.call(endpoints.updateNotificationSettings, { token, body });
/** Aborts after a number of looks, so that a run ends between two batches. */
const abortAfter = (looks: number): AbortSignal => {
  let left = looks;
  return {
    get aborted() {
      left -= 1;
      return left < 0;
    },
  } as AbortSignal;
};

describe('a new episode', () => {
  test('is told once to the profiles that wished or began its title, within their age limits', async () => {
    const wisher = await server.buildViewer();
    const sibling = () => server.buildSibling(wisher);
    const viewer = await sibling();
    const [muted, ahead, gone, other, hiding] = [
      await sibling(),
      await sibling(),
      await sibling(),
      await sibling(),
      await sibling(),
    ];
    const child = await server.buildViewer({ profiles: [{ maxRating: '12' }] });
    for (const one of [wisher, muted, child, hiding]) await wish(one, 21);
    await server.call(endpoints.hideItem, { token: hiding.profileToken, params: { id: 21 } });
    await begin(viewer, 21, 2101);
    await begin(ahead, 21, 2102);
    await begin(gone, 21, 2101);
    await server.call(endpoints.removeStartAgain, { token: gone.profileToken, params: { id: 21 } });
    await begin(child, 22, 2201);
    await mute(muted, { new_episode: false });

    await notify();
    expect((await list(wisher)).count).toBe(0);
    server.clock.advance(DAY);
    await notify();
    await notify();
    const expected = ['new_episode', '2화 공개: 이야기 2'];
    for (const one of [wisher, viewer, child]) expect(await texts(one)).toEqual([expected]);
    for (const one of [muted, ahead, gone, other, hiding]) expect(await texts(one)).toEqual([]);
    expect(await list(wisher)).toMatchObject({
      count: 1,
      cnt_unread: 1,
      results: [
        {
          title: '제목 21',
          item_id: 21,
          episode_id: 2102,
          is_read: false,
          created_at: server.clock.now().toISOString(),
          image: 'http://bora.test/art/pictures/wide.webp',
        },
      ],
    });
  });

  test('is not told when its release was moved, and is told once when it was taken back half-way', async () => {
    const viewers = [await server.buildViewer(), await server.buildViewer()].sort((one, other) =>
      one.accountId < other.accountId ? -1 : 1,
    );
    for (const one of viewers) await wish(one, 23);
    await titles.schedule(episode(2302), inHours(1));
    await titles.schedule(episode(2302), inHours(2));
    server.clock.advance(HOUR);
    await notify();
    expect(await Promise.all(viewers.map(texts))).toEqual([[], []]);

    server.clock.advance(HOUR);
    await notify(abortAfter(1), 1);
    await titles.unpublish(episode(2302));
    await notify();
    const told = ['new_episode', '2화 공개: 이야기 2'];
    const rows = await server.db.selectFrom('notifications').select('account_id').where('item_id', '=', 23).execute();
    expect(rows).toEqual([{ account_id: viewers[0]!.accountId }]);
    // Nobody is led to an episode that is gone.
    expect(await texts(viewers[0]!)).toEqual([]);

    await titles.schedule(episode(2302), inHours(2));
    server.clock.advance(2 * HOUR);
    await notify();
    expect(await Promise.all(viewers.map(texts))).toEqual([[told], [told]]);
  });

  test('reaches everybody once, whatever dies in between, and no title waits for another one', async () => {
    const [many, few] = [[], []] as [Viewer[], Viewer[]];
    for (let count = 0; count < 3; count += 1) many.push(await server.buildViewer());
    few.push(await server.buildViewer());
    for (const one of many) await wish(one, 24);
    for (const one of few) await wish(one, 25);
    for (const id of [2402, 2502]) await titles.schedule(episode(id), inHours(1));
    server.clock.advance(HOUR);
    // One batch each: the follower of the small title is notified before the large title is finished.
    await notify(abortAfter(2), 1);
    const tellings = async (viewers: readonly Viewer[]) =>
      (await Promise.all(viewers.map(texts))).map(({ length }) => length);
    expect(await tellings(few)).toEqual([1]);
    expect((await tellings(many)).sort()).toEqual([0, 0, 1]);

    const dies: Transact = async (work) => {
      await transact(async (tx) => {
        await work(tx);
        throw new Error('before the commit');
      });
      return undefined as never;
    };
    await expect(notifyAboutTitles({ ...options(), transact: dies }, unlimited, { accounts: 1 })).rejects.toThrow();
    expect((await tellings(many)).sort()).toEqual([0, 0, 1]);
    const answersNothing: Transact = async (work) => {
      await transact(work);
      throw new Error('after the commit');
    };
    const lost = notifyAboutTitles({ ...options(), transact: answersNothing }, unlimited, { accounts: 1 });
    await expect(lost).rejects.toMatchObject({ cause: { message: 'after the commit' } });
    expect((await tellings(many)).sort()).toEqual([0, 1, 1]);
    await Promise.all([notify(unlimited, 1), notify(unlimited, 1)]);
    expect(await tellings([...many, ...few])).toEqual([1, 1, 1, 1]);
  });

  test('is told although the one before it fails, which the run reports and the next one continues', async () => {
    const [first, second] = [await server.buildViewer(), await server.buildViewer()];
    await wish(first, 31);
    await wish(second, 32);
    for (const [hours, id] of [3102, 3202].entries()) await titles.schedule(episode(id), inHours(hours + 1));
    server.clock.advance(2 * HOUR);
    let isBroken = true;
    const failsFirst: Transact = (work) => {
      const fails = isBroken;
      isBroken = false;
      return fails ? Promise.reject(new Error('broken')) : transact(work);
    };
    await expect(notifyAboutTitles({ ...options(), transact: failsFirst }, unlimited)).rejects.toMatchObject({
      message: 'an event is not told',
      cause: { message: 'broken' },
    });
    expect([(await list(first)).count, (await list(second)).count]).toEqual([0, 1]);
    await notify();
    expect([(await list(first)).count, (await list(second)).count]).toEqual([1, 1]);
  });
});

test('a delay is told with the sentence of the operator, each new one again', async () => {
  const viewer = await server.buildViewer();
  await wish(viewer, 26);
  await titles.schedule(episode(2602), inHours(1));
  await titles.delay(episode(2602), { at: inHours(24), notice: '제작 사정이에요.' });
  await notify();
  await notify();
  const first = (await list(viewer)).results;
  expect(first).toMatchObject([{ kind: 'delay', title: '제목 26', item_id: 26, episode_id: 2602 }]);
  expect(first[0]!.text).toMatch(/^2화 공개가 연기됐어요: \d+월 \d+일 \(.\) \d\d:00\. 제작 사정이에요\.$/);
  await titles.delay(episode(2602), { at: inHours(48), notice: '하루 더 걸려요.' });
  await titles.delay(episode(2602), { at: inHours(72), notice: '이틀 더 걸려요.' });
  server.clock.advance(1);
  await notify();
  // The delay in between was replaced before anybody was told.
  expect((await list(viewer)).results.map(({ text }) => text.split('. ').at(-1))).toEqual([
    '이틀 더 걸려요.',
    '제작 사정이에요.',
  ]);
});

test('a decision about a request is told to those who asked before it, and operators see how many', async () => {
  const { call, buildMember } = createMembers(server);
  const member = await buildMember('support');
  const params = { id: 27 };
  const ask = ({ profileToken: token }: Viewer) => server.call(endpoints.askForItem, { token, params });
  const viewer = await server.buildViewer({ profiles: [{}, { maxRating: '7' }] });
  const child = await server.selectProfile(viewer, 1);
  await ask(viewer);
  const set = async (status: string) => {
    const { version } = (await call(getRequestedTitle, member, { params })).reply;
    return call(setRequestStatus, member, { params, body: { status, version } });
  };
  expect((await set('accepted')).reply).toMatchObject({ status: 'accepted', told: null });
  server.clock.advance(1);
  const late = await server.buildViewer();
  await ask(late);
  await notify();
  const { reply } = await call(getRequestedTitle, member, { params });
  expect(reply.told).toEqual({ cnt_account: 1, is_done: true });
  const told = [['request', '요청하신 작품을 곧 보라에서 볼 수 있어요.']];
  expect([await texts(viewer), await texts(child), await texts(late)]).toEqual([told, told, []]);
  // The next decision has told nobody so far.
  expect((await set('declined')).reply.told).toBeNull();
  server.clock.advance(1);
  await notify();
  expect((await call(getRequestedTitle, member, { params })).reply.told).toEqual({ cnt_account: 2, is_done: true });
});

test('an end within a day is told once: rentals to who may watch, memberships to who may order', async () => {
  const membership = { plan: 'basic' as const, membership_expires_at: inHours(23) };
  const { id, email, profileIds } = await server.buildAccount({
    ...membership,
    profiles: [{}, { maxRating: '12' }],
  });
  const viewer = await server.signIn(email);
  const child = await server.selectProfile(viewer, 1);
  const later = await server.buildViewer({ plan: 'basic', membership_expires_at: inHours(25) });
  const rental = (hours: number, itemId: number, changes: object = {}) => ({
    account_id: id,
    id: systemRandom.uuid(),
    profile_id: profileIds[0]!,
    product_id: 1,
    item_id: itemId,
    episode_id: null,
    name: '대여',
    kind: 'rental' as const,
    rental_hours: 48,
    price: 1000,
    status: 'paid' as const,
    created_at: server.clock.now(),
    expires_at: server.clock.now(),
    settled_at: server.clock.now(),
    right_expires_at: inHours(hours),
    ...changes,
  });
  await server.db
    .insertInto('orders')
    .values([rental(20, 21), rental(21, 22), rental(30, 23), rental(20, 24, { status: 'refunded' })])
    .execute();
  const tell = () => notifyAboutEndings(options(), unlimited, { endings: 1 });
  await tell();
  await tell();
  const found = async (one: Viewer) => (await list(one)).results.map(({ kind, item_id: itemId }) => [kind, itemId]);
  expect((await found(viewer)).sort()).toEqual([
    ['membership_ending', null],
    ['rental_ending', 21],
    ['rental_ending', 22],
  ]);
  expect(await found(child)).toEqual([['rental_ending', 21]]);
  expect(await found(later)).toEqual([]);
  const { text } = (await list(viewer)).results.find(({ kind }) => kind === 'membership_ending')!;
  expect(text).toMatch(/^베이직 이용권이 \d+월 \d+일 \(.\) \d\d:\d\d에 끝나요\.$/);
  // Extended, and near its new end: told again.
  await server.db
    .updateTable('accounts')
    .set({ membership_expires_at: inHours(24) })
    .where('id', '=', id)
    .execute();
  await tell();
  expect((await found(viewer)).filter(([kind]) => kind === 'membership_ending')).toHaveLength(2);
});

describe('the list', () => {
  /** Notifications about title 1, one second apart. */
  const tell = async ({ accountId, profileId }: Viewer, count: number, itemId = 1) => {
    const start = server.clock.now().getTime();
    const rows = Array.from({ length: count }, (_, index) => ({
      account_id: accountId,
      profile_id: profileId,
      id: systemRandom.uuid(),
      kind: 'delay' as const,
      thing: `${itemId} ${index}`,
      item_id: itemId,
      text: `${index}`,
      created_at: new Date(start + index * 1000),
    }));
    await server.db.insertInto('notifications').values(rows).execute();
    return rows.map(({ id }) => id);
  };
  const read = ({ profileToken: token }: Viewer, id: string) =>
    server.call(endpoints.readNotifications, { token, body: { up_to: id } });

  test('has pages, the newest first, and reading one reads all older ones', async () => {
    const viewer = await server.buildViewer();
    const ids = await tell(viewer, 4);
    const { profileToken: token } = viewer;
    const page = (await server.call(endpoints.listNotifications, { token, query: { limit: 2, offset: 1 } })).reply;
    expect(page).toMatchObject({ count: 4, cnt_unread: 4, results: [{ id: ids[2] }, { id: ids[1] }] });
    expect((await read(viewer, ids[2]!)).status).toBe(204);
    const after = await list(viewer);
    expect(after.cnt_unread).toBe(1);
    expect(after.results.map(({ is_read: isRead }) => isRead)).toEqual([false, true, true, true]);
  });

  test('hides titles above an age limit that was lowered since, and titles that are gone', async () => {
    const { email, id: account_id, profileIds } = await server.buildAccount();
    const viewer = await server.signIn(email);
    await tell(viewer, 1, 22);
    await tell(viewer, 1, 9999);
    expect(await list(viewer)).toMatchObject({ count: 1, cnt_unread: 1, results: [{ item_id: 22 }] });
    const key = { account_id, id: profileIds[0]! };
    await server.db
      .updateTable('profiles')
      .set({ max_rating: '15' })
      .where('account_id', '=', key.account_id)
      .execute();
    const limited = await server.signIn(email);
    expect(await list(limited)).toEqual({ count: 0, cnt_unread: 0, results: [] });
  });

  test('keeps the newest hundred', async () => {
    const profiles = [{}, {}];
    const viewer = await server.buildViewer({ plan: 'basic', membership_expires_at: inHours(2), profiles });
    const other = await server.selectProfile(viewer, 1);
    const ids = await tell(viewer, 101);
    await tell(other, 60);
    server.clock.advance(HOUR);
    await notifyAboutEndings(options(), unlimited);
    const idsOf = async ({ profileId }: Viewer) =>
      (await server.db.selectFrom('notifications').select('id').where('profile_id', '=', profileId).execute()).map(
        ({ id }) => id,
      );
    const rows = await idsOf(viewer);
    expect(rows).toHaveLength(100);
    expect(rows.filter((id) => ids.slice(0, 2).includes(id))).toEqual([]);
    expect(await idsOf(other)).toHaveLength(61);
    expect((await list(viewer)).results[0]).toMatchObject({ kind: 'membership_ending', item_id: null, image: null });
  });

  test.each(['new_episode', 'rental_ending', 'membership_ending', 'request', 'delay', 'leaving'] as const)(
    'of the kind %s goes to whoever has not turned this kind off, whatever else they have',
    async (kind) => {
      const viewer = await server.buildViewer();
      const sibling = await server.buildSibling(viewer);
      const { reply } = await server.call(endpoints.getNotificationSettings, { token: viewer.profileToken });
      const others = Object.keys(reply).filter((each) => each !== kind);
      expect(others).toHaveLength(5);
      await mute(viewer, Object.fromEntries(others.map((each) => [each, false])));
      await mute(sibling, { [kind]: false });
      const stranger = await server.buildViewer();
      const recipients = await listRecipients(server.db, [viewer.accountId], kind);
      expect(recipients.map(({ profile_id: id }) => id)).toEqual([viewer.profileId]);
      const all = await listRecipients(server.db, [viewer.accountId, stranger.accountId], kind);
      expect(all.map(({ profile_id: id }) => id).sort()).toEqual([viewer.profileId, stranger.profileId].sort());
    },
  );

  test('belongs to a profile, which turns kinds off and on', async () => {
    const viewer = await server.buildViewer();
    const all = {
      new_episode: true,
      rental_ending: true,
      membership_ending: true,
      request: true,
      delay: true,
      leaving: true,
    };
    const { profileToken: token } = viewer;
    expect((await server.call(endpoints.getNotificationSettings, { token })).reply).toEqual(all);
    expect((await mute(viewer, { delay: false, request: false })).reply).toEqual({
      ...all,
      delay: false,
      request: false,
    });
    expect((await mute(viewer, { delay: true })).reply).toEqual({ ...all, request: false });
    expect((await mute(viewer, { unknown: false })).reply).toEqual({ ...all, request: false });
  });
});

describe('a title that leaves', () => {
  const leave = (id: number, at: Date | null) =>
    server.db.updateTable('items').set({ ends_at: at }).where('id', '=', id).execute();
  const finish = ({ accountId }: Viewer) =>
    server.db.updateTable('playback_offsets').set({ is_finished: true }).where('account_id', '=', accountId).execute();

  test('is told once, a week before, to who wished for it or is in the middle of it, within their age limits', async () => {
    const wisher = await server.buildViewer();
    const muted = await server.buildSibling(wisher);
    const [viewer, done, other] = [await server.buildViewer(), await server.buildViewer(), await server.buildViewer()];
    const child = await server.buildViewer({ profiles: [{ maxRating: '12' }] });
    for (const one of [wisher, muted]) await wish(one, 25);
    await mute(muted, { leaving: false });
    for (const one of [viewer, done]) await begin(one, 25, 2501);
    await begin(done, 25, 2502);
    await finish(done);
    await begin(child, 6, 601);
    const kinds = async (one: Viewer) =>
      (await texts(one)).filter(([kind]) => kind === 'leaving').map(([, text]) => text);

    const end = inHours(8 * 24);
    for (const id of [25, 6]) await leave(id, end);
    await notify();
    expect(await kinds(wisher)).toEqual([]);
    server.clock.advance(2 * DAY);
    await notify();
    // Another hour of the same day is no news.
    await leave(25, new Date(end.getTime() + 1000));
    await notify();
    const text = expect.stringMatching(/^\d+월 \d+일까지 볼 수 있어요\.$/) as string;
    for (const one of [wisher, viewer]) expect(await kinds(one)).toEqual([text]);
    for (const one of [muted, done, other, child]) expect(await kinds(one)).toEqual([]);
    for (const id of [25, 6]) await leave(id, null);
  });

  test('names the episodes that leave alone, and nobody hears of an end that was taken back', async () => {
    const [wisher, taken] = [await server.buildViewer(), await server.buildViewer()];
    await wish(wisher, 8);
    await wish(taken, 26);
    const end = inHours(3 * 24);
    await server.db.updateTable('episodes').set({ ends_at: end }).where('id', 'in', [801, 802]).execute();
    await leave(26, end);
    await notify(abortAfter(0));
    await leave(26, null);
    await notify();
    expect(await texts(wisher)).toEqual([['leaving', expect.stringMatching(/^1화 외 1개 회차: \d+월 \d+일까지/)]]);
    expect(await texts(taken)).toEqual([]);
    await server.db.updateTable('episodes').set({ ends_at: null }).where('id', 'in', [801, 802]).execute();
  });
});

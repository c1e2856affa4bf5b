import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAtMove, moveEpisode } from '#contract/console/moving.ts';
import { getTitleRecord, type EditedTitle } from '#contract/console/title-editing.ts';
import { changeRelease, getOperatedTitle } from '#contract/console/titles.ts';
import { endpoints } from '#contract/endpoints.ts';
import { carryMoved } from '#server/catalogue/moves/carry.ts';
import { insertJobs } from '#server/intake/store.ts';
import { createTransact } from '#server/db/open.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createMembers, type ConsoleCallOptions, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* Title 8 has episodes 801 to 804 and sells itself as a whole; title 2 has episodes 201 to 203. On PostgreSQL two servers answer in turns. */

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let editor: Member;
let viewer: Viewer;

beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  editor = await members.buildMember('editor');
  viewer = await server.buildViewer();
});
afterAll(() => server.close());

const read = async (id: number): Promise<EditedTitle> =>
  (await members.call(getTitleRecord, editor, { params: { id } })).reply;
const look = async (id: number, titleId: number) =>
  (await members.call(lookAtMove, editor, { params: { id }, query: { title_id: titleId } })).reply;
const tryMove = (id: number, body: ConsoleCallOptions['body']) =>
  members.call(moveEpisode, editor, { params: { id }, body });
const move = async (id: number, from: number, to: number, number: string) => {
  const { version } = (await read(from)).episodes.find((one) => one.id === id)!;
  return tryMove(id, { version, title_id: to, episode_num: number });
};
const decide = async (id: number, action: 'publish' | 'unpublish') => {
  const { title } = (await members.call(getOperatedTitle, editor, { params: { id } })).reply;
  await members.call(changeRelease, editor, {
    params: { kind: 'title', id },
    body: { action, version: title.version },
  });
};
const seen = async (titleId: number) =>
  (
    await server.call(endpoints.listEpisodes, { token: viewer.profileToken, query: { item_id: titleId } })
  ).reply.results.map(({ id }) => id);
const mine = async (id: number) =>
  (await server.call(endpoints.getItem, { token: viewer.profileToken, params: { id } })).reply.my.resume;

const watch = async ({ accountId: account_id, profileId: profile_id }: Viewer, episode_id: number, item_id: number) => {
  const at = server.clock.now();
  await server.db
    .insertInto('playback_offsets')
    .values({ account_id, profile_id, episode_id, item_id, offset: 42, is_finished: false, updated_at: at })
    .execute();
  await server.db
    .insertInto('watch_days')
    .values({ account_id, profile_id, episode_id, item_id, day: '2026-11-01', play_time: 42, watched_at: at })
    .execute();
};
const buy = (buyer: Viewer, episode_id: number | null) => {
  const at = server.clock.now();
  return server.db
    .insertInto('orders')
    .values({
      account_id: buyer.accountId,
      id: systemRandom.uuid(),
      profile_id: buyer.profileId,
      product_id: 82,
      plan_id: null,
      item_id: 8,
      episode_id,
      name: '소장',
      kind: 'own',
      rental_hours: null,
      plan: null,
      days: null,
      price: 9000,
      status: 'paid',
      created_at: at,
      expires_at: at,
      settled_at: at,
      right_starts_at: null,
      right_expires_at: null,
      plan_before: null,
      refunded_at: null,
      refund_reason: null,
      voucher_id: null,
    })
    .execute();
};

test('an episode takes places, histories and its own purchases along, and both titles show it at once', async () => {
  await watch(viewer, 804, 8);
  await buy(viewer, 804);
  await buy(await server.buildViewer(), null);
  expect(await seen(8)).toContain(804);
  expect(await look(804, 2)).toEqual({
    is_number_taken: false,
    release: 'kept',
    is_rated_otherwise: false,
    cnt_bought: 1,
    cnt_product: 0,
  });
  const { status, reply } = await move(804, 8, 2, '4화');
  expect(status).toBe(200);
  expect(reply.episodes.map(({ id }) => id)).toEqual([201, 202, 203, 804]);
  expect([await seen(8), await seen(2)]).toEqual([
    [801, 802, 803],
    [201, 202, 203, 804],
  ]);
  expect([await mine(8), await mine(2)]).toEqual([null, { episode_id: 804, episode_num: '4화', offset: 42 }]);
  const { results } = (await server.call(endpoints.listHistory, { token: viewer.profileToken })).reply;
  expect(results.map(({ item, episode }) => [item.id, episode.id])).toEqual([[2, 804]]);
  const [order] = await server.db
    .selectFrom('orders')
    .select('item_id')
    .where('account_id', '=', viewer.accountId)
    .execute();
  expect(order?.item_id).toBe(2);
  expect(
    await server.db.selectFrom('audit_log').selectAll().where('action', '=', 'episode.move').executeTakeFirstOrThrow(),
  ).toMatchObject({
    subject_id: '804',
    before: { item_name: '제목 8', episode_num: '4화' },
    after: { item_name: '제목 2', episode_num: '4화' },
  });

  // Moving it back is the way to undo it.
  await move(804, 2, 8, '4화');
  expect([await seen(8), await seen(2)]).toEqual([
    [801, 802, 803, 804],
    [201, 202, 203],
  ]);
  expect(await mine(8)).toMatchObject({ episode_id: 804 });
});

test('a number that the other title has asks for another, and comes before greater ones', async () => {
  expect(await look(801, 2)).toMatchObject({ is_number_taken: true });
  const refused = await move(801, 8, 2, ' 1화 ');
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('제목 2에 1화가 이미 있어요.')]);
  const { reply } = await move(801, 8, 2, '1.5화');
  expect(reply.episodes.map(({ id }) => id)).toEqual([201, 801, 202, 203]);
  expect((await tryMove(801, { version: 'old', title_id: 8, episode_num: '1화' })).text).toContain('CHANGED_MEANWHILE');
  expect((await move(801, 2, 2, '9화')).text).toContain('이미 그 작품의 회차예요.');
  expect((await move(801, 2, 999, '9화')).status).toBe(404);
  await move(801, 2, 8, '1화');
});

test('an episode for buyers alone does not move where no product sells it', async () => {
  const refused = await move(803, 8, 2, '9화');
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('상품이 있어야 해요')]);
  expect(await seen(8)).toContain(803);
});

test('a draft stays unseen in a published title, and what viewers saw comes back from a draft', async () => {
  await decide(3, 'unpublish');
  expect(await look(203, 3)).toMatchObject({ release: 'title-hidden' });
  await move(203, 2, 3, '7화');
  expect(await seen(2)).toEqual([201, 202]);
  await move(203, 3, 2, '3화');
  expect(await seen(2)).toEqual([201, 202, 203]);
  await decide(3, 'publish');

  await server.db
    .insertInto('publications')
    .values({ kind: 'title', id: 5, is_hidden: true, starts_at: null, notice: null, changed_at: server.clock.now() })
    .execute();
  expect(await look(503, 2)).toMatchObject({ release: 'hides', is_rated_otherwise: true });
  await move(503, 5, 2, '9화');
  expect(await seen(2)).toEqual([201, 202, 203]);
});

test('a video that is being made for the episode goes to its new title', async () => {
  const id = systemRandom.uuid();
  const target = {
    ...{ titleId: 8, newTitle: null, episodeId: 802, episodeNum: '2화', subject: '', access: 'membership' as const },
    ...{ isPublished: false, isReplacing: true as const },
  };
  const job = { id, name: null, source: '/in/fox.mkv', sourceBytes: 1, target, pictures: {} };
  await insertJobs(server.db, [job], server.clock.now());
  await move(802, 8, 4, '12화');
  const row = await server.db.selectFrom('media_jobs').select('target').where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.target).toEqual({ ...target, titleId: 4, episodeNum: '12화' });
});

test('rows of accounts follow in parts, and again for what was written meanwhile', async () => {
  const viewers = await Promise.all([1, 2, 3].map(() => server.buildViewer()));
  for (const one of viewers) await watch(one, 202, 2);
  const options = { transact: createTransact(server.db), clock: server.clock, accounts: 1 };
  const titles = async () =>
    (
      await server.db
        .selectFrom('playback_offsets')
        .select('item_id')
        .where('episode_id', '=', 202)
        .where(
          'account_id',
          'in',
          viewers.map(({ accountId }) => accountId),
        )
        .execute()
    ).map(({ item_id: id }) => id);
  await move(202, 2, 4, '22화');
  expect(await titles()).toEqual([4, 4, 4]);
  // A process that did not know of the move yet.
  await server.db
    .updateTable('playback_offsets')
    .set({ item_id: 2 })
    .where('account_id', '=', viewers[1]!.accountId)
    .execute();
  await carryMoved(options, new AbortController().signal);
  expect(await titles()).toContain(2);
  server.clock.advance(301);
  const stopped = new AbortController();
  stopped.abort();
  await carryMoved(options, stopped.signal);
  expect(await titles()).toContain(2);
  await carryMoved(options, new AbortController().signal);
  expect(await titles()).toEqual([4, 4, 4]);
  const left = await server.db.selectFrom('settings').select('value').where('name', '=', 'episode-moves').execute();
  expect(left).toEqual([{ value: '[]' }]);
});

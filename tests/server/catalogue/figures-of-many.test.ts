import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { foldViewing } from '#server/monitoring/viewing/fold.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { CHART_SECONDS } from '#tests/support/watching.ts';

/*
 * Charts, requests and what is watched, by one account that does everything again and again, and by many accounts of one
 * address. Then all that they have sent is sent again.
 */

const TIMES = 15;
const ACCOUNTS = 40;
const DAY_MS = 24 * 3600_000;
const OF_ONE = { item: 5, episode: 501 };
const OF_MANY = { item: 4, episode: 401 };
/** Starts of one account, episode and day that count. */
const MOST_STARTS = 10;

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const report = ({ profileToken: token }: Viewer, id: string) =>
  server.call(endpoints.updatePlayLog, {
    token,
    params: { id },
    body: { total_play_time: '00:00:50', play_end_offset: '00:00:50', is_player_exit: true },
  });
const ask = async ({ profileToken: token }: Viewer, id: number) =>
  (await server.call(endpoints.askForItem, { token, params: { id } })).reply!.cnt_request;

/** Counts all again, as the jobs do. @returns what is known of a title, and how many ask for it with this viewer */
async function countAll(reader: Viewer) {
  server.clock.advance(CHART_SECONDS);
  await server.call(endpoints.listItems, { token: reader.profileToken, query: { sorting: 'popular' } });
  const { counts } = await server.db
    .selectFrom('charts')
    .select('counts')
    .where('kind', '=', 'viewers')
    .orderBy('counted_at', 'desc')
    .executeTakeFirstOrThrow();
  const tomorrow = new Date(server.clock.now().getTime() + DAY_MS);
  await foldViewing({ db: server.db, transact: createTransact(server.db) }, tomorrow, new AbortController().signal);
  const days = await server.db.selectFrom('title_days').select(['item_id', 'cnt_start', 'cnt_view']).execute();
  return async (viewer: Viewer, { item }: typeof OF_ONE) => {
    const day = days.find(({ item_id: id }) => id === item);
    return {
      inChart: counts.find(({ item_id: id }) => id === item)?.cnt,
      starts: day?.cnt_start,
      views: day?.cnt_view,
      requests: await ask(viewer, item),
    };
  };
}

test('one account counts once, each of forty accounts of one address counts, and nothing counts again', async () => {
  const sent: (readonly [Viewer, string, number])[] = [];
  const watchAndAsk = async (viewer: Viewer, { item, episode }: typeof OF_ONE) => {
    const { play_log_id: id } = await server.openVideo(viewer, episode);
    expect((await report(viewer, id)).status).toBe(200);
    await ask(viewer, item);
    sent.push([viewer, id, item]);
  };
  const one = await server.buildViewer();
  for (let times = 0; times < TIMES; times += 1) await watchAndAsk(one, OF_ONE);
  for (let accounts = 0; accounts < ACCOUNTS; accounts += 1) await watchAndAsk(await server.buildViewer(), OF_MANY);

  const figures = async () => {
    const figuresOf = await countAll(one);
    return { one: await figuresOf(one, OF_ONE), many: await figuresOf(sent.at(-1)![0], OF_MANY) };
  };
  const expected = {
    one: { inChart: 1, starts: MOST_STARTS, views: 1, requests: 1 },
    many: { inChart: ACCOUNTS, starts: ACCOUNTS, views: ACCOUNTS, requests: ACCOUNTS },
  };
  expect(await figures()).toEqual(expected);
  for (const [viewer, id, item] of sent) {
    expect((await report(viewer, id)).status).toBe(200);
    await ask(viewer, item);
  }
  expect(await figures()).toEqual(expected);
});

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Insertable } from 'kysely';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import type { PlayLogsTable } from '#server/db/tables.ts';
import { systemRandom } from '#server/lib/random.ts';
import { findSummary } from '#server/monitoring/quality/fold-store.ts';
import { foldViewing } from '#server/monitoring/viewing/fold.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

/* What is watched: counted by a worker, and shown to operators without saying it of anybody. */

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Running time of the episodes. */
const LENGTH = 1200;

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let editor: Member;
let viewers: Viewer[];
beforeAll(async () => {
  server = await createServerFixture();
  members = createMembers(server);
  editor = await members.buildMember('editor');
  viewers = [];
  for (let count = 0; count < 6; count += 1)
    viewers.push(await server.buildViewer(count === 0 ? { plan: 'free' } : { plan: 'premium' }));
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of [
    'play_logs',
    'title_days',
    'episode_days',
    'title_sums',
    'missed_searches',
    'proposal_days',
  ] as const)
    await server.db.deleteFrom(table).execute();
  for (const table of ['service_summaries', 'cohort_months'] as const) await server.db.deleteFrom(table).execute();
});

/** Noon in Korea, so many days ago. */
const at = (daysAgo: number, hours = 0) =>
  new Date(server.clock.now().getTime() - (daysAgo * DAY - hours * HOUR) * 1000);

/** A playback: by default one of title 1 yesterday at noon, left in the middle. */
async function play(viewer: Viewer, changes: Partial<Insertable<PlayLogsTable>> = {}): Promise<void> {
  const row = {
    account_id: viewer.accountId,
    id: systemRandom.uuid(),
    profile_id: viewer.profileId,
    device_session_id: systemRandom.uuid(),
    episode_id: 101,
    item_id: 1,
    device: 'tizen' as const,
    state: 'left' as const,
    opened_at: at(1),
    expires_at: at(0),
    total_play_time: 600,
    play_end_offset: 600,
    running_time: LENGTH,
    ...changes,
  };
  await server.db.insertInto('play_logs').values(row).execute();
}
const unlimited = new AbortController().signal;
const fold = (signal = unlimited) =>
  foldViewing({ db: server.db, transact: createTransact(server.db) }, server.clock.now(), signal);
const list = async (query: Record<string, string> = {}) =>
  (await members.call(consoleEndpoints.listViewedTitles, editor, { query })).reply;
const show = async (id = 1, step = 'day') =>
  (await members.call(consoleEndpoints.getViewedTitle, editor, { params: { id }, query: { step } })).reply;

describe('a title', () => {
  test('has starts, views, minutes and finished playbacks, equal after a second run', async () => {
    for (const viewer of viewers) await play(viewer);
    await play(viewers[0]!, { episode_id: 102, total_play_time: 1150, play_end_offset: 1150, device: 'web' });
    // Opened and never watched, and watched too short to be a view.
    await play(viewers[1]!, { total_play_time: 0 });
    await play(viewers[1]!, { total_play_time: 100, play_end_offset: 100 });
    await fold();
    await fold();
    expect((await list()).results[0]).toEqual({
      title: { id: 1, name: expect.any(String) as string, poster: expect.stringContaining('/art/') as string },
      is_small: false,
      cnt_start: 8,
      cnt_view: 6,
      cnt_finished: 1,
      play_seconds: 6 * 600 + 1150 + 100,
      cnt_start_before: 0,
    });
  });

  test('has at most ten starts of an account, episode and day', async () => {
    for (const viewer of viewers) await play(viewer);
    for (let count = 0; count < 30; count += 1) await play(viewers[0]!);
    await fold();
    expect((await list()).results[0]).toMatchObject({ cnt_start: 15, cnt_view: 6 });
  });

  test('a title that fewer than five accounts watched has no figures, however often they did', async () => {
    for (const viewer of viewers.slice(0, 4))
      for (let day = 1; day < 5; day += 1) await play(viewer, { opened_at: at(day) });
    await fold();
    const [first] = (await list()).results;
    expect(first).toMatchObject({ is_small: true, cnt_start: null, cnt_view: null, play_seconds: null });
    const { points, total, episodes } = await show();
    expect(points.at(-2)).toMatchObject({ cnt_start: null, play_seconds: null });
    // Sixteen days of accounts.
    expect([total.cnt_view, episodes[0]!.cnt_view]).toEqual([16, 16]);
  });

  test('that few accounts started often says nothing by device, plan and hour either', async () => {
    for (const viewer of viewers.slice(0, 2)) for (let count = 0; count < 5; count += 1) await play(viewer);
    await fold();
    const { total, by_device, by_plan, by_hour } = await show();
    expect(total.cnt_start).toBeNull();
    for (const part of [...by_device, ...by_plan]) expect(part).toMatchObject({ cnt_start: null, play_seconds: null });
    expect(new Set(by_hour)).toEqual(new Set([null]));
  });

  test('has its days by device, plan and hour in Korea, and its episodes with the tenths in which they were left', async () => {
    for (const viewer of viewers) {
      await play(viewer);
      await play(viewer, { opened_at: at(2, 1), device: 'webos', play_end_offset: 1199 });
    }
    await fold();
    const { points, by_device, by_plan, by_hour, episodes } = await show();
    expect(points).toHaveLength(28);
    expect(points.slice(-3).map(({ cnt_start }) => cnt_start)).toEqual([6, 6, 0]);
    expect(by_device).toEqual([
      { name: 'tizen', cnt_start: 6, play_seconds: 3600 },
      { name: 'webos', cnt_start: 6, play_seconds: 3600 },
      { name: 'web', cnt_start: 0, play_seconds: 0 },
    ]);
    // Two starts without a membership are too few.
    expect(by_plan.map(({ cnt_start }) => cnt_start)).toEqual([null, 0, 10]);
    expect([by_hour[12], by_hour[13], by_hour[3]]).toEqual([6, 6, 0]);
    expect(episodes[0]).toMatchObject({ episode_num: '1화', cnt_start: 12, cnt_finished: 6 });
    expect(episodes[0]!.left_counts).toEqual([0, 0, 0, 0, 0, 6, 0, 0, 0, 0]);
  });

  test('has weeks from Monday on, and months', async () => {
    for (const viewer of viewers) await play(viewer);
    await fold();
    const [weeks, months] = [await show(1, 'week'), await show(1, 'month')];
    expect([weeks.points.length, months.points.length]).toEqual([26, 12]);
    for (const { at: day } of weeks.points) expect(new Date(`${day}T12:00:00Z`).getUTCDay()).toBe(1);
    expect(months.points.every(({ at: day }) => day.endsWith('-01'))).toBe(true);
  });

  test('a title that does not exist is missing', async () => {
    const answer = await members.call(consoleEndpoints.getViewedTitle, editor, { params: { id: 999 } });
    expect(answer.error.code).toBe('NOT_FOUND');
  });
});

describe('the list of titles', () => {
  const namesOf = async (query: Record<string, string>) => (await list(query)).results.map(({ title }) => title.id);

  test('is ordered by starts, minutes, what rose and fell, and has those that nobody began', async () => {
    for (const viewer of viewers) {
      await play(viewer, { item_id: 1, episode_id: 101 });
      await play(viewer, { item_id: 1, episode_id: 102 });
      await play(viewer, { item_id: 2, episode_id: 201, total_play_time: 1200 });
      // In the week before.
      await play(viewer, { item_id: 2, episode_id: 201, opened_at: at(8) });
      await play(viewer, { item_id: 2, episode_id: 202, opened_at: at(8) });
    }
    await fold();
    expect(await namesOf({ order: 'starts' })).toEqual([1, 2]);
    expect(await namesOf({ order: 'minutes' })).toEqual([2, 1]);
    expect(await namesOf({ order: 'rising' })).toEqual([1]);
    expect(await namesOf({ order: 'falling' })).toEqual([2]);
    // Title 7 is not out.
    expect((await namesOf({ order: 'never' })).sort()).toEqual([3, 4, 5, 6]);
    expect(await namesOf({ span: 'day', order: 'falling' })).toEqual([]);
    expect(await namesOf({ span: 'month', order: 'falling' })).toEqual([]);
  });

  test('counts a device or a plan alone, and finds a part of the name', async () => {
    for (const viewer of viewers) {
      await play(viewer, { device: 'web' });
      await play(viewer, { item_id: 2, episode_id: 201, device: 'tizen', total_play_time: 240 });
    }
    await fold();
    expect((await list({ group: 'web' })).results).toMatchObject([
      { title: { id: 1 }, cnt_start: 6, play_seconds: 3600 },
    ]);
    expect((await list({ group: 'free' })).results.map(({ cnt_start }) => cnt_start)).toEqual([1, 1]);
    const { name } = (await list({ group: 'web' })).results[0]!.title;
    expect((await list({ keyword: name.slice(0, 4) })).count).toBeGreaterThan(0);
    expect((await list({ keyword: '%' })).count).toBe(0);
  });

  test('has no day that is not over', async () => {
    for (const viewer of viewers) await play(viewer, { opened_at: at(0, -1) });
    await fold();
    expect(await namesOf({})).toEqual([]);
    expect((await show()).points.at(-1)).toMatchObject({ cnt_start: 6 });
  });
});

test('an aborted run is continued by the next one', async () => {
  for (const viewer of viewers) await play(viewer, { opened_at: at(20) });
  const aborted = new AbortController();
  aborted.abort();
  await fold(aborted.signal);
  expect((await list({ span: 'month' })).count).toBe(0);
  await fold();
  expect((await list({ span: 'month' })).results[0]).toMatchObject({ cnt_start: 6 });
});

test('the whole service has its figures, also with one viewer', async () => {
  await play(viewers[0]!);
  await fold();
  const { reply } = await members.call(consoleEndpoints.getViewing, editor);
  expect(reply.total).toEqual({ cnt_start: 1, cnt_view: 1, cnt_finished: 0, play_seconds: 600 });
  expect(reply.counted_at).toBe(server.clock.now().toISOString());
});

test('the licensors’ report has the month by title, and titles of few accounts in one line', async () => {
  const month = at(1).toISOString().slice(0, 7);
  for (const viewer of viewers) await play(viewer);
  await play(viewers[0]!, { item_id: 2, episode_id: 201 });
  await play(viewers[0]!, { item_id: 3, episode_id: 301 });
  await fold();
  const { text } = await members.call(consoleEndpoints.exportLicensorReport, editor, { query: { month } });
  const [head, first, few, ...more] = text.slice(1).trimEnd().split('\r\n');
  expect(head).toBe('작품 번호,작품,제작,시작,시청(계정·날),끝까지,분');
  expect(first).toMatch(/^1,.+,.+,6,6,0,60$/);
  expect(few).toBe(',시청이 5번 안 되는 작품 2개,,2,2,0,20');
  expect(more).toEqual([]);
});

test('an account joins in the month of Korea', async () => {
  const before = await server.db.selectFrom('accounts').select(['id', 'created_at']).execute();
  const joinAt = (id: string, created_at: Date) =>
    server.db.updateTable('accounts').set({ created_at }).where('id', '=', id).execute();
  const start = new Date(`${new Date(at(0).getTime() + 9 * HOUR * 1000).toISOString().slice(0, 7)}-01T00:00:00+09:00`);
  onTestFinished(async () => {
    for (const { id, created_at: created } of before) await joinAt(id, created);
  });
  const [first, ...others] = before.map(({ id }) => id);
  await joinAt(first!, new Date(start.getTime() - 1000));
  for (const id of others) await joinAt(id, start);
  await fold();
  const rows = await server.db.selectFrom('cohort_months').select(['joined', 'cnt_account']).distinct().execute();
  const monthOf = (time: number) => new Date(time + 9 * HOUR * 1000).toISOString().slice(0, 7);
  expect(rows.map(({ joined, cnt_account: count }) => `${joined} ${count}`).sort()).toEqual([
    `${monthOf(start.getTime() - 1000)} 1`,
    `${monthOf(start.getTime())} ${before.length - 1}`,
  ]);
});

test('an account that has left joined no month', async () => {
  await fold();
  const counts = () => server.db.selectFrom('cohort_months').select('cnt_account').execute();
  const before = await counts();
  const { accountId } = await server.buildViewer();
  await server.db.updateTable('accounts').set({ left_at: server.clock.now() }).where('id', '=', accountId).execute();
  onTestFinished(() =>
    server.db
      .deleteFrom('accounts')
      .where('id', '=', accountId)
      .execute()
      .then(() => undefined),
  );
  await server.db.deleteFrom('service_summaries').execute();
  await fold();
  expect(await counts()).toEqual(before);
});

test('the sums of a day are made again after an hour, and no sooner', async () => {
  const summedAt = async () => (await findSummary(server.db, 'viewing sums'))!.countedAt.getTime();
  await fold();
  const first = await summedAt();
  const start = server.clock.now().getTime();
  onTestFinished(() => server.clock.advance((start - server.clock.now().getTime()) / 1000));
  server.clock.advance(HOUR - 1);
  await fold();
  expect(await summedAt()).toBe(first);
  server.clock.advance(1);
  await fold();
  expect(await summedAt()).toBe(first + HOUR * 1000);
});

test('accounts are followed by their month of joining', async () => {
  await play(viewers[0]!);
  await play(viewers[1]!);
  await fold();
  const { reply } = await members.call(consoleEndpoints.listCohorts, editor);
  const month = at(0).toISOString().slice(0, 7);
  expect(reply.results).toEqual([
    { joined: month, cnt_account: 6, months: [{ month, cnt_account: 6, cnt_watched: 2 }] },
  ]);
});

test('words that found nothing are shown when five accounts have searched for them', async () => {
  const search = (viewer: Viewer, keyword: string) =>
    server.call(endpoints.searchItems, { token: viewer.profileToken, query: { keyword } });
  const missed = async () => (await members.call(consoleEndpoints.listMissedSearches, editor)).reply.results;
  // Accounts count by 256 groups: for one word in 26, two of five share a group.
  const all = ['qqzzxv', 'vvqqzz', 'xxqqzv', 'zzqqyv'];
  for (const viewer of viewers.slice(0, 4))
    for (const words of all.flatMap((one) => [one, ` ${one.toUpperCase()} `])) await search(viewer, words);
  await search(viewers[0]!, 'me@zzqqxv.example');
  expect(await missed()).toEqual([]);
  for (const words of all) await search(viewers[4]!, words);
  const shown = await missed();
  expect(shown.length).toBeGreaterThan(0);
  expect(shown).toEqual(shown.map(({ words }) => ({ words: all.find((one) => one === words), cnt_account: 5 })));
  const stored = await server.db.selectFrom('missed_searches').select('words').orderBy('words').execute();
  expect(stored.map(({ words }) => words)).toEqual(all);
});

test('one account fills only a part of the words that found nothing', async () => {
  await server.db.deleteFrom('missed_searches').execute();
  const [flooder, other] = [await server.buildViewer(), await server.buildViewer()];
  const search = ({ profileToken: token }: Viewer, keyword: string) =>
    server.call(endpoints.searchItems, { token, query: { keyword } });
  for (let word = 0; word < 110; word += 1) await search(flooder, `zzqx${word}`);
  await search(other, 'zzqxv');
  const stored = await server.db.selectFrom('missed_searches').select('words').execute();
  expect(stored).toHaveLength(101);
  expect(stored.map(({ words }) => words)).toContain('zzqxv');
});

describe('the rows in which viewers choose titles', () => {
  const rows = async (range = 'week') =>
    (await members.call(consoleEndpoints.listOpenedRows, editor, { query: { range } })).reply.results;

  test('have a title once for each account and day, watched from ten minutes of all its episodes on', async () => {
    for (const viewer of viewers) {
      await play(viewer, { opened_from: 'ranking', total_play_time: 599 });
      await play(viewer, { opened_from: 'liked', total_play_time: 300 });
      await play(viewer, { opened_from: 'liked', total_play_time: 300, episode_id: 102 });
    }
    await play(viewers[0]!, { opened_from: 'liked', item_id: 2, total_play_time: 60 });
    await play(viewers[0]!, { opened_from: 'liked', item_id: 3, total_play_time: 0 });
    await play(viewers[0]!);
    await fold();
    await fold();
    expect(await rows()).toEqual([
      { row: 'liked', cnt_page: 0, cnt_opened: 7, cnt_watched: 6 },
      { row: 'ranking', cnt_page: 0, cnt_opened: 6, cnt_watched: 0 },
    ]);
    // Yesterday is not today.
    expect(await rows('day')).toEqual([]);
  });

  test('have at most ten titles of an account and day, and none of fewer than five accounts', async () => {
    for (const viewer of viewers) await play(viewer, { opened_from: 'related' });
    for (let id = 100; id < 140; id += 1) await play(viewers[0]!, { opened_from: 'related', item_id: id });
    for (const viewer of viewers.slice(0, 4))
      for (let day = 1; day < 5; day += 1) await play(viewer, { opened_from: 'after', opened_at: at(day) });
    await fold();
    expect(await rows()).toEqual([{ row: 'related', cnt_page: 0, cnt_opened: 15, cnt_watched: 15 }]);
  });

  test('come from the televisions that open videos', async () => {
    const opened = await Promise.all(
      viewers.slice(0, 5).map(async (viewer) => {
        const { reply } = await server.call(endpoints.getVideo, {
          token: viewer.profileToken,
          params: { id: 101 },
          query: { device: 'webos', row: 'genre' },
        });
        return reply.play_log_id;
      }),
    );
    await server.db.updateTable('play_logs').set({ total_play_time: 700 }).where('id', 'in', opened).execute();
    await fold();
    expect(await rows('day')).toEqual([{ row: 'genre', cnt_page: 0, cnt_opened: 5, cnt_watched: 5 }]);
  });

  test('count pages of titles that nobody plays, at most ten of an account in a day', async () => {
    const openPage = ({ profileToken: token }: Viewer, query: { row?: 'liked' }) =>
      server.call(endpoints.listRelatedItems, { token, params: { id: 1 }, query });
    for (let page = 0; page < 13; page += 1) await openPage(viewers[0]!, { row: 'liked' });
    await openPage(viewers[1]!, { row: 'liked' });
    await openPage(viewers[1]!, {});
    await fold();
    // Fewer than five accounts have begun a title.
    expect(await rows('day')).toEqual([]);
    for (const viewer of viewers) await play(viewer, { opened_from: 'liked', opened_at: at(0) });
    await fold();
    await fold();
    expect(await rows('day')).toEqual([{ row: 'liked', cnt_page: 11, cnt_opened: 6, cnt_watched: 6 }]);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildProfileImageRecord,
  buildThemeRecord,
  buildTitleRecord,
} from '#tests/support/server/server-records.ts';
import { watchEpisode } from '#tests/support/watching.ts';

/* Titles 1 and 2 air on Fridays, 3 for adults on Sundays, 4 has ended, 5 never aired weekly. */

const air = (weekday: number | null, isEnded = false) => ({
  year: 2026,
  quarter: 4 as const,
  weekday,
  is_ended: isEnded,
});
const episodes = (titleId: number, days: readonly number[]) =>
  days.map((daysBefore, index) =>
    buildEpisodeRecord(titleId, index + 1, { published_at: { days_before_import: daysBefore } }),
  );

let server: ServerFixture;
let viewer: Viewer;
beforeAll(async () => {
  server = await createServerFixture({
    records: [
      buildClipRecord(),
      buildThemeRecord(1),
      buildProfileImageRecord(1),
      buildTitleRecord(1, { air: air(5), episodes: episodes(1, [14, 7, -1]) }),
      buildTitleRecord(2, { air: air(5), episodes: episodes(2, [30]) }),
      buildTitleRecord(3, { air: air(0), content_rating: '19', episodes: episodes(3, [3]) }),
      buildTitleRecord(4, { air: air(5, true), episodes: episodes(4, [3]) }),
      buildTitleRecord(5, { air: air(null), episodes: episodes(5, [3]) }),
    ],
  });
  viewer = await server.buildViewer();
});
afterAll(() => server.close());

const weekOf = async (of: Viewer = viewer) => (await server.call(endpoints.listWeek, { token: of.profileToken })).reply;
const followedOf = async (of: Viewer = viewer) =>
  (await weekOf(of)).results.flatMap(({ item, is_followed: isFollowed }) => (isFollowed ? [item.id] : []));

test('the week has the titles that air weekly, each with its day, its last and its next episode', async () => {
  const { count, results } = await weekOf();
  expect(count).toBe(3);
  expect(results.map(({ item, weekday }) => [item.id, weekday])).toEqual([
    [3, 0],
    [1, 5],
    [2, 5],
  ]);
  const first = results.find(({ item }) => item.id === 1);
  expect(first?.latest).toMatchObject({ episode_num: '2화' });
  expect(first?.item.next_release).toMatchObject({ episode_num: '3화' });
  expect(results.find(({ item }) => item.id === 2)?.item).not.toHaveProperty('next_release');
});

test('a profile follows what it wished or began, until it takes that back', async () => {
  const { profileToken: token } = viewer;
  expect(await followedOf()).toEqual([]);
  await server.call(endpoints.addWish, { token, params: { id: 2 } });
  await watchEpisode(server, viewer, 101);
  expect(await followedOf()).toEqual([1, 2]);
  expect(await followedOf(await server.buildViewer())).toEqual([]);
  await server.call(endpoints.removeStartAgain, { token, params: { id: 1 } });
  await server.call(endpoints.removeWish, { token, params: { id: 2 } });
  expect(await followedOf()).toEqual([]);
});

test('a profile sees neither titles above its age limit nor hidden ones', async () => {
  const child = await server.buildViewer({ profiles: [{ maxRating: '12' }] });
  await server.call(endpoints.hideItem, { token: child.profileToken, params: { id: 2 } });
  const { count, results } = await weekOf(child);
  expect([count, ...results.map(({ item }) => item.id)]).toEqual([1, 1]);
});

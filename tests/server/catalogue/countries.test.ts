import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getTitleForm } from '#contract/console/title-editing.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createMembers } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildProfileImageRecord,
  buildThemeRecord,
  buildTitleRecord,
} from '#tests/support/server/server-records.ts';

/*
 * Title 1 is everywhere, title 2 in Korea alone. The second episode of title 3 is in Japan alone, all of title 4. Title 5 is for
 * adults in Japan. On PostgreSQL two servers answer in turns.
 */

const air = { year: 2026, quarter: 4, weekday: 5, is_ended: false };
const free = { access: 'free' } as const;
const first = (id: number, changes = {}) => buildEpisodeRecord(id, 1, { ...free, ...changes });
const records = [
  buildClipRecord(),
  buildThemeRecord(1),
  buildProfileImageRecord(1),
  buildTitleRecord(1, { air, episodes: [first(1)] }),
  buildTitleRecord(2, { air, name: '한국 여우', countries: ['KR'], episodes: [first(2, { subject: '눈사람' })] }),
  buildTitleRecord(3, { episodes: [first(3), buildEpisodeRecord(3, 2, { ...free, countries: ['JP'] })] }),
  buildTitleRecord(4, { episodes: [first(4, { countries: ['JP'] })] }),
  buildTitleRecord(5, { country_ratings: [{ country: 'JP', content_rating: '19' }], episodes: [first(5)] }),
];

let server: ServerFixture;
let viewer: Viewer;
beforeAll(async () => {
  const countries = { countries: ['KR', 'JP'], header: 'x-country', unknown: undefined };
  server = await createServerFixture({ records, countries });
  viewer = await server.buildViewer();
});
afterAll(() => server.close());

/** A call that a proxy on this machine forwards. */
const from = (country: string | undefined) => ({
  token: viewer.profileToken,
  headers: { 'x-forwarded-for': '203.0.113.9', ...(country !== undefined && { 'x-country': country }) },
});
type From = ReturnType<typeof from> | { token: string; headers: Record<string, string> };

const listed = async (caller: From) => {
  const { reply } = await server.call(endpoints.listItems, { ...caller, query: { limit: 100, sorting: 'name' } });
  return { ids: reply.results.map(({ id }) => id).sort(), count: reply.count };
};
const homeOf = async (caller: From) => JSON.stringify((await server.call(endpoints.listHomeRows, caller)).reply);
const itemOf = (caller: From, id: number) => server.call(endpoints.getItem, { ...caller, params: { id } });
const searched = async (caller: From, keyword: string) =>
  (await server.call(endpoints.searchItems, { ...caller, query: { keyword } })).reply;

const play = (country: string, id: number) =>
  server.call(endpoints.getVideo, { ...from(country), params: { id }, query: { device: 'web' } });

describe('a title that is limited to countries', () => {
  test('is in lists where it is, with counts that agree', async () => {
    expect(await listed(from('KR'))).toEqual({ ids: [1, 2, 3, 5], count: 4 });
    expect(await listed(from('jp '))).toEqual({ ids: [1, 3, 4, 5], count: 4 });
    expect(await listed(from('KR'))).toEqual({ ids: [1, 2, 3, 5], count: 4 });
    // Elsewhere, and where nobody says it.
    for (const country of ['FR', 'XX', 'T1', '', undefined])
      expect(await listed(from(country))).toEqual({ ids: [1, 3, 5], count: 3 });
    const best = await server.call(endpoints.listItems, { ...from('JP'), query: { sorting: 'rating' } });
    expect(best.reply.results.map(({ id }) => id)).not.toContain(2);
  });

  test('is found, shown on home and in the week there alone, also from answers that are kept', async () => {
    for (const _turn of [1, 2, 3]) {
      expect([await homeOf(from('KR')), await homeOf(from('JP'))]).toEqual([
        expect.stringContaining('한국 여우'),
        expect.not.stringContaining('한국 여우'),
      ]);
      const inKorea = await searched(from('KR'), '한국 여우');
      expect(inKorea.results.map(({ id }) => id)).toEqual([2]);
      const inJapan = await searched(from('JP'), '한국 여우');
      expect(JSON.stringify(inJapan)).not.toContain('"id":2,');
      expect((await searched(from('KR'), '눈사람')).episodes).toHaveLength(1);
      expect((await searched(from('JP'), '눈사람')).episodes).toEqual([]);
      const weekOf = async (country: string) =>
        (await server.call(endpoints.listWeek, from(country))).reply.results.map(({ item }) => item.id);
      expect([await weekOf('KR'), await weekOf('JP')]).toEqual([expect.arrayContaining([1, 2]), [1]]);
    }
  });

  test('answers a link and a playback with why, and is kept nowhere on the way', async () => {
    expect((await itemOf(from('KR'), 2)).status).toBe(200);
    const refused = await server.app.inject({
      url: '/api/items/v1/2/',
      headers: { authorization: `Token ${viewer.profileToken}`, ...from('JP').headers },
    });
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      404,
      '이 나라에서는 볼 수 없는 작품이에요.',
    ]);
    expect([(await play('JP', 201)).status, (await play('KR', 201)).status]).toEqual([404, 200]);
    const releases = await server.app.inject({
      url: `${endpoints.listReleases.path}?ids=1`,
      headers: from('KR').headers,
    });
    expect(releases.headers['cache-control']).not.toContain('s-maxage');
  });

  test('cannot be reached by a header of anybody but a proxy', async () => {
    const own = { token: viewer.profileToken, headers: { 'x-country': 'KR' } };
    expect(await listed(own)).toEqual({ ids: [1, 3, 5], count: 3 });
  });
});

test('an episode that is limited counts, plays and is listed where it is', async () => {
  const shown = async (country: string) => {
    const { reply } = await server.call(endpoints.listEpisodes, { ...from(country), query: { item_id: 3 } });
    return [reply.results.map(({ id }) => id), (await itemOf(from(country), 3)).reply.cnt_episode];
  };
  expect(await shown('KR')).toEqual([[301], 1]);
  expect(await shown('JP')).toEqual([[301, 302], 2]);
  expect((await play('KR', 302)).status).toBe(404);
});

test('an age rating of a country holds there', async () => {
  const child = await server.buildViewer({ profiles: [{ maxRating: '12' }] });
  const as = (country: string) => ({ ...from(country), token: child.profileToken });
  expect((await itemOf(as('KR'), 5)).status).toBe(200);
  expect((await itemOf(as('JP'), 5)).status).toBe(403);
  expect((await listed(as('JP'))).ids).toEqual([1, 3, 4]);
  expect((await itemOf(from('JP'), 5)).reply.content_rating).toBe('19');
});

test('forms ask for countries only where the service is in several', async () => {
  const fieldsOf = async (one: ServerFixture) => {
    const members = createMembers(one);
    const { reply } = await members.call(getTitleForm, await members.buildMember('editor'));
    return Object.keys(reply.title['properties'] as object).filter((name) => name.includes('countr'));
  };
  expect(await fieldsOf(server)).toEqual(['countries', 'country_ratings']);
  const alone = await createServerFixture({ records });
  try {
    expect(await fieldsOf(alone)).toEqual([]);
    const { profileToken: token } = await alone.buildViewer();
    const headers = from('JP').headers;
    const { reply } = await alone.call(endpoints.listItems, { token, headers, query: { limit: 100 } });
    expect(reply.results.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5]);
  } finally {
    await alone.close();
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { readDeepLink } from '#contract/rules/deep-link.ts';
import { composePreview } from '#server/home/preview.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

const DAY = 24 * 3600;
const art = { poster: 'pictures/poster.webp', wide: 'pictures/tiled/wide.webp', backdrop: 'pictures/backdrop.webp' };
/** Titles with a picture that Samsung accepts, none of them for the preview that everybody sees. */
const tiled = [
  buildTitleRecord(31, { art, content_rating: '15' }),
  buildTitleRecord(32, { art, content_rating: '15' }),
  buildTitleRecord(33, { art, content_rating: '19' }),
];

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: [...smallCatalogue(), ...tiled] });
});
afterAll(() => server.close());

const item = (id: number) => ({
  id,
  name: `제목 ${id}`,
  genres: ['판타지', '일상', '음악'],
  wide: `pictures/${id}/wide.webp`,
});
const items = (...ids: number[]) => ids.map(item) as unknown as Parameters<typeof composePreview>[0]['popular'];
const compose = (popular: number[], today: number[]) =>
  composePreview({
    now: new Date(1_800_000_000_000),
    popular: items(...popular),
    today: items(...today),
    artUrl: (path) => `https://tv.example/art/${path}`,
  });

test('the preview needs no account, from any page', async () => {
  const answer = await server.call(endpoints.getPreview);
  expect(answer.status).toBe(200);
  // No title for everybody has a picture that Samsung accepts.
  expect(answer.reply.sections).toEqual([]);
});

test('each tile opens its title, has a JPEG, and is in one row only', () => {
  const { sections } = compose([1, 2], [2, 3]);
  expect(sections.map(({ title, tiles }) => [title, tiles.map(({ title: name }) => name)])).toEqual([
    ['인기 애니메이션', ['제목 1', '제목 2']],
    ['오늘 업데이트', ['제목 3']],
  ]);
  const [tile] = sections[0]!.tiles;
  expect(readDeepLink(tile!.action_data)).toEqual({ item: 1 });
  expect(tile!.image_url).toBe('https://tv.example/art/pictures/1/tile.jpg');
});

test('the preview is valid for at most a week, and has no empty row and at most forty tiles', () => {
  const many = Array.from({ length: 30 }, (_none, index) => index + 11);
  const { expires, sections } = compose(many.slice(0, 10), many.slice(10));
  expect(expires - 1_800_000_000).toBeLessThanOrEqual(7 * 24 * 3600);
  expect(sections.flatMap(({ tiles }) => tiles).length).toBeLessThanOrEqual(40);
  expect(compose([1], []).sections).toHaveLength(1);
});

const begin = ({ accountId, profileId }: Viewer, itemId: number, order: number, offset = 10) =>
  server.db
    .insertInto('playback_offsets')
    .values({
      account_id: accountId,
      profile_id: profileId,
      item_id: itemId,
      episode_id: itemId * 100 + order,
      offset,
      is_finished: false,
      updated_at: server.clock.now(),
    })
    .execute();
const tell = ({ accountId, profileId }: Viewer, itemId: number, order: number) =>
  server.db
    .insertInto('notifications')
    .values({
      account_id: accountId,
      profile_id: profileId,
      id: systemRandom.uuid(),
      kind: 'new_episode',
      thing: `episode ${itemId}-${order}`,
      item_id: itemId,
      episode_id: itemId * 100 + order,
      text: '공개',
      created_at: server.clock.now(),
      read_at: null,
    })
    .execute();
const preview = async ({ profileToken: token }: Viewer) =>
  (await server.call(endpoints.getOwnPreview, { token })).reply;
const rows = async (viewer: Viewer) =>
  (await preview(viewer)).sections.map(({ title, tiles }) => [
    title,
    tiles.map(({ action_data: data }) => readDeepLink(data)),
  ]);

test('a profile’s tiles are its begun titles and the new episodes of what it watches, each with its episode', async () => {
  const viewer = await server.buildViewer();
  await begin(viewer, 31, 2);
  await tell(viewer, 32, 3);
  expect(await rows(viewer)).toEqual([
    ['이어보기', [{ episode: 3102 }]],
    ['보던 작품의 새 에피소드', [{ episode: 3203 }]],
  ]);
  const { sections, expires } = await preview(viewer);
  expect(sections[0]?.tiles[0]).toEqual({
    title: '제목 31',
    subtitle: '2화',
    image_ratio: '16by9',
    image_url: 'http://bora.test/art/pictures/tiled/tile.jpg',
    action_data: '{"episode":3102}',
    is_playable: true,
    position: 0,
  });
  expect(expires - server.clock.now().getTime() / 1000).toBeLessThanOrEqual(3 * DAY);
});

test('an episode is new until it is begun, its title is hidden, or two weeks are over, and has one tile', async () => {
  const viewer = await server.buildViewer();
  await tell(viewer, 31, 1);
  await tell(viewer, 32, 1);
  await begin(viewer, 32, 1);
  expect(await rows(viewer)).toEqual([
    ['이어보기', [{ episode: 3201 }]],
    ['보던 작품의 새 에피소드', [{ episode: 3101 }]],
  ]);
  await server.call(endpoints.hideItem, { token: viewer.profileToken, params: { id: 31 } });
  expect(await rows(viewer)).toEqual([['이어보기', [{ episode: 3201 }]]]);

  const patient = await server.buildViewer();
  await tell(patient, 31, 1);
  server.clock.advance(14 * DAY - 1);
  expect(await rows(patient)).toEqual([['보던 작품의 새 에피소드', [{ episode: 3101 }]]]);
  server.clock.advance(2);
  expect(await rows(patient)).toEqual([]);
});

test('a title for adults, and one without a picture for the set, has no tile', async () => {
  const viewer = await server.buildViewer();
  await begin(viewer, 33, 1);
  await tell(viewer, 33, 2);
  server.clock.advance(1);
  await begin(viewer, 1, 1);
  expect(await rows(viewer)).toEqual([]);
  // Those that have one keep it, whatever is before them in the row.
  server.clock.advance(-2);
  await begin(viewer, 31, 1);
  server.clock.advance(2);
  expect(await rows(viewer)).toEqual([['이어보기', [{ episode: 3101 }]]]);
});

test('a profile with an age limit or a PIN has no tiles', async () => {
  const { email } = await server.buildAccount({ profiles: [{}, { maxRating: '15' }, { hasPin: true }] });
  for (const [index, sections] of [1, 0, 0].entries()) {
    const viewer = await server.signIn(email, index);
    await begin(viewer, 31, 1);
    expect((await preview(viewer)).sections).toHaveLength(sections);
  }
});

test('an account without a profile gets none', async () => {
  const { token } = await server.buildViewer();
  expect((await server.call(endpoints.getOwnPreview, { token })).error.code).toBe('PROFILE_REQUIRED');
});

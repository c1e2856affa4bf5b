import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { readDeepLink } from '#contract/rules/deep-link.ts';
import { composePreview } from '#server/home/preview.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
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
  // The titles of this catalogue have no picture that Samsung accepts.
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

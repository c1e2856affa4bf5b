import { DEMO } from '#tests/support/demo-account.ts';
import { picture } from '#tests/support/browser/picture.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { type Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

/** A title that the first demo profile has begun, so that its reviews are not veiled. */
const TITLE = DEMO.lanternFox;
const PAGE = 20;
/** Many times as many as the page holds. */
const MANY = 400;

/** Writes `count` short reviews of a title by different viewers; the first has the most likes. */
async function writeReviews(server: TestServer, count: number) {
  const person = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  const of = `from generate_series(1, ${count}) as n`;
  await server.query(`delete from short_reviews where item_id = ${TITLE}`);
  await server.query(`insert into accounts (id, email, password_hash, is_email_confirmed, plan, created_at)
    select ${person}, 'many-' || n || '@bora.example', '', true, 'free', now() ${of}`);
  await server.query(`insert into profiles (account_id, id, name, default_image_id, max_rating, is_owner, created_at)
    select ${person}, ${person}, '시청자 ' || n, 1, '19', true, now() ${of}`);
  const id = `(lpad(to_hex(${TITLE}), 8, '0') || '-0000-8000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  await server.query(`insert into short_reviews (id, item_id, account_id, profile_id, profile_name, profile_image_id,
    short_review, cnt_like, created_at, updated_at)
    select ${id}, ${TITLE}, ${person}, ${person}, '시청자 ' || n, 1, '감상평 ' || n, ${count} - n, now(), now() ${of}`);
}

async function openReviews(tv: Tv) {
  await tv.page.evaluate((path) => (window.location.hash = path), `/items/${TITLE}`);
  await tv.reach('item');
  await tv.pressUntil('down', /^reviews\//);
  await tv.press('ok');
  await tv.reach('reviews');
}

test('hundreds of short reviews load in pages of 20 to the last one, with only a few tiles in the page', async ({
  home: tv,
  server,
}) => {
  const { page } = tv;
  await writeReviews(server, MANY);
  const offsets: number[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.pathname.endsWith('/short_review/list/') || url.searchParams.get('limit') !== String(PAGE)) return;
    offsets.push(Number(url.searchParams.get('offset')));
  });
  await openReviews(tv);

  const look = () =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const label = focused.getAttribute('aria-label') ?? '';
      return {
        place: Number(/400개 중 (\d+)번째/.exec(label)?.[1] ?? 0),
        isSeen: focused.dataset['focusKey'] !== undefined && focused.getBoundingClientRect().height > 0,
        mounted: document.querySelectorAll('main [data-focus-key]').length,
      };
    });
  let seen = await look();
  let most = seen.mounted;
  while (seen.place < MANY) {
    const before: number = seen.place;
    await page.keyboard.press('PageDown');
    seen = await look();
    expect(seen.isSeen).toBe(true);
    expect(seen.place).toBeGreaterThanOrEqual(Math.max(1, before));
    most = Math.max(most, seen.mounted);
  }
  expect(most).toBeLessThanOrEqual(90);
  await expect(page.locator(':focus')).toHaveAccessibleName(/감상평 400,/);

  // The first page with fewer than 20 is the last.
  const all = Array.from({ length: MANY / PAGE + 1 }, (_, index) => index * PAGE);
  await expect.poll(() => [...new Set(offsets)].sort((one, other) => one - other)).toEqual(all);
  const asked = offsets.length;
  await tv.press('down', 'up', 'down', 'down');
  expect((await look()).place).toBe(MANY);
  expect(offsets).toHaveLength(asked);
});

test('a like that the server refuses is shown at once and then rolled back with a message', async ({ home: tv }) => {
  const { page } = tv;
  await openReviews(tv);
  const focused = page.locator(':focus');
  const before = (await focused.getAttribute('aria-label')) ?? '';
  const count = Number(/공감 (\d+)개/.exec(before)?.[1]);
  const liked = new RegExp(`공감 ${count + 1}개, 공감했어요`);

  let refuse = () => {};
  const isRefused = new Promise<void>((resolve) => (refuse = resolve));
  const likes = '**/api/v1.0/like/rating/**';
  await page.route(likes, async (route) => {
    await isRefused;
    await route.fulfill({ status: 500, json: { code: 'INTERNAL', message: '잠시 후 다시 시도해 주세요.' } });
  });
  await tv.press('ok');
  await expect(focused).toHaveAccessibleName(liked);
  await expect(page.getByText('공감을 저장하지 못했어요')).toHaveCount(0);
  refuse();
  await expect(page.getByText('공감을 저장하지 못했어요')).toBeVisible();
  await picture(page, 'reviews-like-refused');
  await expect(focused).toHaveAttribute('aria-label', before);

  await page.unroute(likes);
  await tv.press('ok');
  await expect(focused).toHaveAccessibleName(liked);
  await page.reload();
  await tv.reach('profiles');
  await tv.press('ok');
  await tv.reach('reviews');
  await expect(page.locator(':focus')).toHaveAccessibleName(liked);
});

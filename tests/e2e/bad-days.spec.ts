import { picture } from '#tests/support/browser/picture.ts';
import { expect, test } from './fixtures.ts';

test('a broken manifest shows an error, and 다시 시도 plays once it is repaired', async ({ home: tv }) => {
  const { page } = tv;
  await page.route(/\.(mpd|m3u8)(\?|$)/, (route) => route.fulfill({ status: 200, body: 'not a manifest' }));
  await tv.press('ok');
  const dialog = page.getByRole('dialog', { name: '재생할 수 없어요' });
  await expect(dialog).toBeVisible();
  await picture(page, 'player-broken-manifest');
  await expect(page.getByRole('button', { name: '다시 시도' })).toBeFocused();

  await page.unroute(/\.(mpd|m3u8)(\?|$)/);
  await tv.press('ok');
  await expect(dialog).toBeHidden();
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(1);
});

test('a missing video shows an error, and 뒤로 leads back', async ({ home: tv }) => {
  const { page } = tv;
  await page.route('**/media/**', (route) => route.fulfill({ status: 404 }));
  await tv.press('ok');
  await expect(page.getByRole('dialog', { name: '재생할 수 없어요' })).toContainText('찾을 수 없어요');
  await picture(page, 'player-not-found');
  await tv.press('right', 'ok');
  await tv.reach('home');
  expect(await tv.focusKey()).toBe('home/play');
});

test('five reloads of one browser never report another playing device', async ({ home: tv, server }) => {
  await tv.press('ok');
  await tv.reach('player');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(1);
  for (let reload = 0; reload < 5; reload += 1) {
    await tv.page.reload();
    await tv.reach('profiles');
    await tv.press('ok');
    await tv.reach('player');
    await expect.poll(() => tv.videoTime()).toBeGreaterThan(0.5);
    await expect(tv.page.getByRole('dialog')).toHaveCount(0);
  }
  expect(await server.query("select 1 from play_logs where state = 'active'")).toHaveLength(1);
});

test('home reloads by itself with the focus in place when a lost network is back', async ({ tv }) => {
  const { page } = tv;
  await tv.signIn();
  await page.route('**/api/home/**', (route) => route.abort());
  await tv.press('ok');
  await expect(page.locator('main[data-screen="offline"]')).toBeVisible();
  await expect(page.getByRole('button', { name: '다시 시도' })).toBeFocused();
  await picture(page, 'home-without-network');
  await page.unroute('**/api/home/**');
  await tv.reach('home');
  expect(await tv.focusKey()).toBe('home/play');
});

test('a poster that fails to load leaves its colour and the name', async ({ blankTv: tv, server }) => {
  const { page } = tv;
  await page.route('**/art/**', (route) => route.abort());
  await page.goto(server.url);
  await tv.toHome();
  await tv.press('down');
  const name = (await page.locator(':focus').getAttribute('aria-label'))?.split(',')[0] ?? '';
  await expect(page.locator(':focus').getByText(name).first()).toBeVisible();
  await picture(page, 'home-without-art');
});

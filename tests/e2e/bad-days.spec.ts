import { expect, test } from './fixtures.ts';

test('a broken manifest says so, and 다시 시도 plays when it is mended', async ({ tv }) => {
  const { page } = tv;
  await page.route(/\.(mpd|m3u8)(\?|$)/, (route) => route.fulfill({ status: 200, body: 'not a manifest' }));
  await tv.toHome();
  await tv.press('ok');
  const dialog = page.getByRole('dialog', { name: '재생할 수 없어요' });
  await expect(dialog).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: '다시 시도' })).toBeFocused();

  await page.unroute(/\.(mpd|m3u8)(\?|$)/);
  await tv.press('ok');
  await expect(dialog).toBeHidden();
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(1);
});

test('a video that is not there says so, and 뒤로 leads back', async ({ tv }) => {
  const { page } = tv;
  await page.route('**/media/**', (route) => route.fulfill({ status: 404 }));
  await tv.toHome();
  await tv.press('ok');
  await expect(page.getByRole('dialog', { name: '재생할 수 없어요' })).toContainText('찾을 수 없어요', {
    timeout: 20_000,
  });
  await tv.press('right', 'ok');
  await tv.reach('home');
  expect(await tv.focusKey()).toBe('home/play');
});

test('twenty reloads of the same browser never tell it that another device plays', async ({ tv, server }) => {
  test.setTimeout(180_000);
  await tv.toHome();
  await tv.press('ok');
  await tv.reach('player');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(1);
  for (let reload = 0; reload < 20; reload += 1) {
    await tv.page.reload();
    await tv.reach('profiles');
    await tv.press('ok');
    await tv.reach('player');
    await expect.poll(() => tv.videoTime()).toBeGreaterThan(0.5);
    await expect(tv.page.getByRole('dialog')).toHaveCount(0);
  }
  expect(await server.query("select 1 from play_logs where state = 'active'")).toHaveLength(1);
});

test('a network that goes while home loads comes back by itself, where one was', async ({ tv }) => {
  const { page } = tv;
  await tv.signIn();
  await page.route('**/api/home/**', (route) => route.abort());
  await tv.press('ok');
  await expect(page.locator('main[data-screen="offline"]')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: '다시 시도' })).toBeFocused();
  await page.unroute('**/api/home/**');
  await tv.reach('home');
  expect(await tv.focusKey()).toBe('home/play');
});

test('a poster that does not come leaves its colour and the name', async ({ tv }) => {
  const { page } = tv;
  await page.route('**/art/**', (route) => route.abort());
  await tv.toHome();
  await tv.press('down');
  const name = (await page.locator(':focus').getAttribute('aria-label'))?.split(',')[0] ?? '';
  await expect(page.locator(':focus').getByText(name).first()).toBeVisible();
});

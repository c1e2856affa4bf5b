import { expect, test } from './fixtures.ts';

test('two presses after a cold start resume the last episode', async ({ tv }) => {
  await tv.toHome();

  await tv.page.reload();
  await tv.reach('profiles');
  await tv.press('ok');
  await tv.reach('home');
  await expect(tv.page.locator(':focus')).toHaveAccessibleName(/화 (이어보기|재생)$/);
  await tv.press('ok');
  await tv.reach('player');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(0);
});

test('six presses change the profile', async ({ tv }) => {
  await tv.toHome();
  await tv.press('left', 'up', 'up', 'ok');
  await tv.reach('profiles');
  await tv.press('right', 'ok');
  await tv.reach('home');
});

test('the pointer alone switches on large letters and high contrast', async ({ tv }) => {
  const { page } = tv;
  await tv.signIn();
  await page.getByRole('button', { name: '보라', exact: true }).click();
  await tv.reach('home');
  const sizeOf = () => page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
  const before = await sizeOf();
  await page.getByRole('button', { name: '설정' }).click();
  await tv.reach('settings');
  await page.getByRole('button', { name: '접근성' }).hover();
  await page.getByRole('button', { name: /글자 크기/ }).click();
  await page.getByRole('radio', { name: '1.3배' }).click();
  await page.getByRole('switch', { name: /고대비/ }).click();
  expect((await sizeOf()) / before).toBeCloseTo(1.3, 2);
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'high');
});

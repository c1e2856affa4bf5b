import { DEMO } from '#tests/support/demo-account.ts';
import { unsafeFocusOf } from '#tests/certification/look.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { expect, test } from './fixtures.ts';

test('a phone pays for a title, and the television unlocks and plays it by itself', async ({ home: tv, browser }) => {
  const { page } = tv;
  const ordered = page.waitForResponse(/\/orders\/$/);
  await page.evaluate((id) => (window.location.hash = `/items/${id}`), DEMO.redMask);
  await tv.reach('item');
  await tv.pressUntil('down', /^episodes\//);
  await tv.pressUntil('right', /episode:13802$/);
  const episode = await tv.focusKey();
  await tv.press('ok');
  await expect(page.getByRole('dialog', { name: '대여하거나 구매하기' })).toBeVisible();
  // The cheapest comes first: the rental.
  await tv.press('ok');
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();

  const { checkout_url: url } = (await (await ordered).json()) as { checkout_url: string };
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await phone.goto(url);
  await picture(phone, 'phone-checkout');
  await phone.getByRole('button', { name: '결제하기' }).click();
  await phone.getByText('이제 TV에서 볼 수 있어요').waitFor();

  await expect(page.getByRole('button', { name: '바로 보기' })).toBeFocused();
  await picture(page, 'checkout-done');
  await tv.press('ok');
  await tv.reach('player');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(1);
  await tv.press('back', 'back');
  await tv.reach('item');
  expect(await tv.focusKey()).toBe(episode);
  await expect(page.locator(':focus')).toHaveAccessibleName(/대여 중/);
});

test('a wish, a rating, a like and a review made with the remote survive a reload', async ({ home: tv }) => {
  const { page } = tv;
  await page.evaluate(() => (window.location.hash = '/items/107'));
  await tv.reach('item');
  await tv.press('right', 'ok', 'right', 'ok');
  await expect(page.getByRole('slider', { name: '별점' })).toBeFocused();
  for (let half = 0; half < 7; half += 1) await tv.press('right');
  await tv.press('ok');
  await expect(page.getByRole('button', { name: '내 별점 3.5, 고치기' })).toBeFocused();

  await tv.pressUntil('down', /^reviews\//);
  await tv.press('ok');
  await tv.reach('reviews');
  await tv.press('ok');
  await expect(page.locator(':focus')).toHaveAccessibleName(/공감했어요/);
  await tv.press('left');
  await tv.pressUntil('up', /^reviews\/write$/);
  await tv.press('ok');
  // Types ㅇ and then ㅗ with the keys of the on-screen keyboard: 오.
  await tv.pressUntil('right', /\/ㅇ$/, 4);
  await tv.press('ok');
  await tv.pressUntil('right', /\/ㅗ$/, 6);
  await tv.press('ok');
  await expect(page.getByRole('textbox', { name: '감상평' })).toContainText('오');
  await picture(page, 'review-writing');
  await tv.press('down', 'down', 'down');
  await tv.pressUntil('right', /\/done$/, 6);
  await tv.press('ok');
  await expect(page.getByText('감상평을 저장했어요.')).toBeVisible();

  await page.reload();
  await tv.reach('profiles');
  await tv.press('ok');
  await tv.reach('reviews');
  await expect(page.getByRole('button', { name: /^내 감상평, 별점 3.5, 오,/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /공감했어요/ })).toHaveCount(1);
  await picture(page, 'reviews-own');
});

test('a trailer plays over the title without a play log, and Back returns to its button', async ({
  home: tv,
  server,
}) => {
  await tv.goTo(`/items/${DEMO.lastTrain}`, 'item');
  await tv.pressUntil('right', /^item\/trailer$/);
  await tv.press('ok');
  await expect(tv.page.getByRole('dialog', { name: '막차는 눈을 싣고 예고편' })).toBeVisible();
  await expect.poll(tv.videoTime).toBeGreaterThan(0.5);
  // The focused button, grown, is inside the margin.
  await expect(tv.page.locator(':focus')).toHaveAccessibleName('일시정지');
  await expect(tv.page.locator(':focus')).toHaveCSS('transform', /matrix\(1\.04/);
  expect(await unsafeFocusOf(tv.page)).toEqual([]);
  await tv.press('back');
  await expect(tv.page.locator('video')).toHaveCount(0);
  expect(await tv.focusKey()).toBe('item/trailer');
  expect(await server.query("select id from play_logs where state = 'active'")).toEqual([]);
});

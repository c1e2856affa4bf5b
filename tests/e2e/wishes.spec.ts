import { DEMO } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

/* What viewers of anime ask for most, by the remote alone. */

test('alerts, marks, hidden titles and the sleep timer are a few keys away', async ({ home: tv }) => {
  const { page } = tv;

  // An alert leads to its title, and Back to the alert.
  await tv.goTo('/notifications', 'notifications');
  const alert = await tv.focusKey();
  expect(alert).toMatch(/^notifications\/list\/0\//);
  await tv.press('ok');
  await tv.reach('item');
  await tv.press('back');
  await tv.reach('notifications');
  expect(await tv.focusKey()).toBe(alert);

  // Hiding a title is undone with the next press; all its episodes are marked at once.
  await tv.goTo('/items/107', 'item');
  await tv.pressUntil('right', /^item\/more$/);
  await tv.press('ok');
  await tv.pressUntil('right', /^details\/menu$/);
  await tv.press('ok');
  const hide = page.getByRole('switch', { name: /^이 작품 숨기기/ });
  await expect(hide).toBeFocused();
  for (const isHidden of [true, false]) {
    await tv.press('ok');
    await expect(hide).toHaveAttribute('aria-checked', String(isHidden));
  }
  await tv.pressUntil('down', /^item-menu\/watched$/);
  await tv.press('ok');
  await expect(page.getByText('모든 회차 본 것으로 표시했어요.')).toBeVisible();
  expect(await tv.focusKey()).toBe('item/more');

  // Marked episodes are in the history; the player's menu has the sleep timer.
  await tv.goTo('/library', 'library');
  await tv.press('right');
  await expect.poll(tv.focusKey).toBe('library/shelves/history');
  await tv.goTo('/play/10301', 'player');
  await expect.poll(tv.videoTime).toBeGreaterThan(0);
  await tv.pressUntil('down', /^player\/menu:/);
  await tv.pressUntil('right', /^player\/menu:settings$/);
  await tv.press('ok');
  await tv.pressUntil('down', /^menu\/sleep$/, 20);
  await tv.press('right');
  await expect(page.getByRole('spinbutton', { name: '취침 타이머' })).toHaveAttribute('aria-valuetext', '이 화까지');
});

test('a title for adults has a lock that says why, and asks for a proof of age', async ({ tv }) => {
  const { page } = tv;
  await tv.giveAccount('free@bora.example', DEMO.password);
  await tv.reach('home');
  await tv.goTo('/themes/4', 'theme');
  await tv.pressUntil('down', /item:115$/);
  const poster = page.getByRole('button', { name: /^흑매검, 19세, 본인 확인이 필요한 작품, / });
  await expect(poster).toBeFocused();
  await expect(poster.getByText('본인 확인')).toBeVisible();
  await tv.press('ok');
  await tv.reach('item');
  await expect(page.getByRole('button', { name: '본인 확인하고 보기' })).toBeFocused();
  await tv.press('ok');
  await expect(page.getByRole('dialog', { name: '본인 확인이 필요해요' })).toBeVisible();
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  await tv.press('back');
  expect(await tv.focusKey()).toBe('item/primary');
  await tv.press('back');
  await tv.reach('theme');
  await expect(poster).toBeFocused();
});

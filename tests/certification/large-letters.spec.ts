import { DEMO } from '#tests/support/demo-account.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { chooseLetters } from '#tests/support/browser/letters.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { drawn, phoneCardOf, unreadableOf, unsafeFocusOf } from './look.ts';

/* At 200 % and in high contrast, no text is cut, overlaps other text or leaves the panel (docs/decisions/226). */
test.use({ viewport: { width: 1280, height: 720 }, contextOptions: { reducedMotion: 'reduce' } });

/** One screen per kind of layout. */
const SCREENS = [
  ['/weekday', 'weekday'],
  ['/browse', 'browse'],
  ['/search', 'search'],
  ['/library', 'library'],
  [`/items/${DEMO.lastTrain}/reviews`, 'reviews'],
  ['/notifications', 'notifications'],
  ['/settings/password', 'password'],
  ['/profiles/new', 'profile-edit'],
  [`/items/${DEMO.lastTrain}`, 'item'],
] as const;

test('text of 200 % is readable on every kind of screen, in a dialog and in the player', async ({ tv }) => {
  const { page } = tv;
  const faults: string[] = [];
  const look = async (name: string) => {
    await drawn(page);
    await picture(page, `letters-200-${name}`);
    const found = [...(await unreadableOf(page)), ...(await unsafeFocusOf(page))];
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  };
  await tv.toHome();
  await chooseLetters(tv, 'large-3');
  await look('settings');
  // Its outlines take room too.
  await page.getByRole('switch', { name: /고대비/ }).click();
  await tv.goTo('/home', 'home');
  await look('home');
  await tv.press('down');
  await look('home-row');
  for (const [path, screen] of SCREENS) {
    await tv.goTo(path, screen);
    if (screen === 'profile-edit') await expect(phoneCardOf(page)).toBeVisible();
    await look(screen);
  }
  await tv.pressUntil('right', /more$/);
  await tv.press('ok');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('details');
  await tv.press('right', 'ok');
  await expect(page.getByText('제작', { exact: true })).toBeVisible();
  await look('details-facts');
  await tv.press('back');
  await tv.goTo('/library', 'library');
  await tv.pressUntil('right', /statistics$/);
  await expect(page.getByRole('img', { name: /^본 시간/ })).toBeVisible();
  await look('statistics');
  await tv.goTo('/membership', 'membership');
  await look('membership');
  await tv.goTo('/search', 'search');
  await page.keyboard.type('ak');
  await expect(page.getByRole('button', { name: /^작품 마지막/ })).toBeVisible();
  await look('search-chips');
  await tv.goTo(`/play/${DEMO.lastTrainFirst}`, 'player');
  await expect.poll(tv.videoTime).toBeGreaterThan(0.5);
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('player-menu');
  expect(faults, faults.join('\n')).toEqual([]);
});

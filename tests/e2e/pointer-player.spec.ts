import { frames } from '#tests/support/browser/frames.ts';
import type { Page } from '@playwright/test';
import type { Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';
import { EPISODE, moves } from './playing.ts';

/* The pointer over the player: its buttons, its menus, and the picture. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function play(tv: Tv) {
  await tv.goTo(`/play/${EPISODE}`, 'player');
  await moves(tv);
  await tv.page.mouse.move(640, 200);
  await tv.page.mouse.move(641, 200);
  await expect(button(tv.page, '화질')).toBeVisible();
}

const button = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const menuOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const isPaused = (page: Page) => page.evaluate(() => document.querySelector('video')!.paused);

/** Moves over a thing and trembles there; it gets the focus, and stays where it is. */
async function hover(page: Page, thing: ReturnType<typeof button>) {
  const before = (await thing.boundingBox())!;
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
  await page.mouse.move(x - 4, y);
  for (const by of [0, 1, -1, 1, 0]) {
    await page.mouse.move(x + by, y);
    await frames(page, 2);
  }
  await expect(thing).toBeFocused();
  expect(await thing.boundingBox()).toEqual(before);
}

async function click(page: Page) {
  await page.mouse.down();
  await page.mouse.up();
}

test('a click on a button of the player opens its menu, and a click beside it closes that and pauses nothing', async ({
  home: tv,
}) => {
  const { page } = tv;
  await play(tv);
  for (const [name, title] of [
    ['회차', '회차'],
    ['자막', '자막'],
    ['화질', '화질'],
    ['재생 설정', '재생 설정'],
  ] as const) {
    await hover(page, button(page, name));
    await click(page);
    await expect(menuOf(page, title)).toBeVisible();
    await expect(menuOf(page, title).locator(':focus')).toBeVisible();
    await page.mouse.move(200, 150);
    await click(page);
    await expect(menuOf(page, title)).toHaveCount(0);
    expect(await isPaused(page)).toBe(false);
    // The click may have been the last sign of the viewer for a while.
    await page.mouse.move(640, 200);
    await page.mouse.move(641, 200);
    await expect(button(page, name)).toBeVisible();
  }
});

test('a row of a menu that the pointer rests on is what a click chooses, and the wheel goes from row to row', async ({
  home: tv,
}) => {
  const { page } = tv;
  await play(tv);
  await hover(page, button(page, '자막'));
  await click(page);
  const menu = menuOf(page, '자막');
  const off = menu.getByRole('radio', { name: '끄기' });
  await hover(page, off);
  await click(page);
  await expect(off).toHaveAttribute('aria-checked', 'true');
  await expect(menu).toBeVisible();
  const korean = menu.getByRole('radio', { name: '한국어', exact: true });
  await hover(page, korean);
  await click(page);
  await expect(korean).toHaveAttribute('aria-checked', 'true');
  const size = menu.getByRole('spinbutton', { name: '크기' });
  await hover(page, size);
  const before = await size.getAttribute('aria-valuetext');
  await click(page);
  await expect(size).not.toHaveAttribute('aria-valuetext', before ?? '');
  // One row for each turn, whatever is under the pointer then.
  await page.mouse.wheel(0, 100);
  await expect(menu.getByRole('spinbutton', { name: '색' })).toBeFocused();
  await frames(page, 15);
  await page.mouse.wheel(0, -100);
  await expect(size).toBeFocused();
  expect(await isPaused(page)).toBe(false);
});

test('a click on the picture pauses and plays, and the wheel over it does neither', async ({ home: tv }) => {
  const { page } = tv;
  await play(tv);
  await click(page);
  await expect.poll(() => isPaused(page)).toBe(true);
  await page.mouse.wheel(0, 100);
  await frames(page, 15);
  expect(await isPaused(page)).toBe(true);
  await click(page);
  await expect.poll(() => isPaused(page)).toBe(false);
});

import type { Locator, Page } from '@playwright/test';
import { frames } from '#tests/support/browser/frames.ts';
import { expect, test } from './fixtures.ts';

/** Where a tile is now, in its middle. */
async function middleOf(tile: Locator) {
  const box = await tile.boundingBox();
  if (!box) throw new Error('the tile is not drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where a tile rests: a row that glides under it is waited for. */
async function restOf(page: Page, tile: Locator) {
  for (;;) {
    const one = await middleOf(tile);
    await frames(page, 3);
    const other = await middleOf(tile);
    if (one.x === other.x && one.y === other.y) return other;
  }
}

/** Hovers over a tile, trembles there so many times, and checks that it stays where it is, with the focus. */
async function hover(page: Page, tile: Locator, tremors: number) {
  const before = await restOf(page, tile);
  await page.mouse.move(before.x - 30, before.y - 30);
  await page.mouse.move(before.x, before.y);
  for (let tremor = 0; tremor < tremors; tremor += 1) {
    await page.mouse.move(before.x + (tremor % 2), before.y);
    await frames(page, 6);
  }
  await expect(tile).toBeFocused();
  const after = await middleOf(tile);
  expect(Math.abs(after.x - before.x) + Math.abs(after.y - before.y)).toBeLessThan(4);
}

const press = async (page: Page) => {
  await page.mouse.down();
  await page.mouse.up();
};

test('what is under the pointer on home is what a click opens, and Back leaves it there', async ({ home: tv }) => {
  const { page } = tv;
  const keys = await page
    .locator('[data-row-track="0"] [data-focus-key]')
    .evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset['focusKey'] ?? ''));
  for (const [index, tremors] of [
    [1, 0],
    [2, 6],
  ] as const) {
    const tile = page.locator(`[data-focus-key="${keys[index]}"]`);
    await hover(page, tile, tremors);
    const at = await middleOf(tile);
    await press(page);
    await tv.reach('player');
    await tv.leavePlayer();
    await tv.reach('home');
    await expect(tile).toBeFocused();
    const again = await middleOf(tile);
    expect(Math.abs(again.x - at.x) + Math.abs(again.y - at.y)).toBeLessThan(4);
  }

  // The wheel raises the rows from the large block, and goes back to it.
  const play = await middleOf(page.locator('[data-focus-key="home/play"]'));
  await page.mouse.move(play.x, play.y);
  await page.mouse.move(play.x + 1, play.y);
  await expect(page.locator('[data-focus-key="home/play"]')).toBeFocused();
  await page.mouse.move(900, 150);
  await page.mouse.wheel(0, 100);
  await expect(page.locator('[data-row-track="0"] :focus')).toBeVisible();
  await expect.poll(async () => (await middleOf(page.locator(':focus'))).y).toBeLessThan(400);
  // Turns that follow one another within a few frames are one.
  await frames(page, 15);
  await page.mouse.wheel(0, -100);
  await expect(page.locator('[data-focus-key="home/play"]')).toBeFocused();
});

test('a tile that the pointer chose low on the panel is inside the margin when keys come back to it', async ({
  home: tv,
}) => {
  const { page } = tv;
  const { height } = page.viewportSize()!;
  await tv.press('down');
  await expect(page.locator('[data-row-track="0"] :focus')).toBeVisible();
  await expect.poll(async () => (await middleOf(page.locator(':focus'))).y).toBeLessThan(400);
  const tile = page.locator('[data-row-track="1"] [data-focus-key]').first();
  await hover(page, tile, 0);
  const bottom = async () => {
    const box = await tile.boundingBox();
    return box ? box.y + box.height : Infinity;
  };
  expect(await bottom()).toBeGreaterThan(height * 0.95);
  await tv.press('left', 'down', 'back');
  await expect(tile).toBeFocused();
  await expect.poll(bottom).toBeLessThan(height * 0.95);
});

test('a click on an episode plays it', async ({ home: tv }) => {
  const { page } = tv;
  await tv.goTo('/items/105', 'item');
  const episode = page.locator('[data-focus-key^="episodes/"]').nth(1);
  const id = /episode:(\d+)/.exec((await episode.getAttribute('data-focus-key')) ?? '')?.[1];
  await hover(page, episode, 0);
  await press(page);
  await tv.reach('player');
  expect(page.url()).toContain(`/play/${id}`);
});

test('a tile that the pointer holds offers its menu, and plays by a click after it', async ({ home: tv }) => {
  const { page } = tv;
  const tile = page.locator('[data-row-track="0"] [data-focus-key]').nth(1);
  await hover(page, tile, 0);
  await page.mouse.down();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  await page.mouse.up();
  await frames(page, 10);
  await expect(menu).toBeVisible();
  await tv.press('back');
  await expect(tile).toBeFocused();
  await press(page);
  await tv.reach('player');
});

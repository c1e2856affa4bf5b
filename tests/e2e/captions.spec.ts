import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/*
 * Names under tiles are read from the sofa: the whole name must be drawn, not its beginning and an ellipsis. Captions that are
 * hidden without the focus are laid out too, so one check of a screen covers all of its tiles.
 */

// Letters have whole pixels here: a smaller panel may break lines elsewhere.
test.use({ viewport: { width: 1920, height: 1080 } });

/** Names that are partly outside of their box, and the number of names checked. */
const captionsOf = (page: Page) =>
  page.evaluate(() => {
    const cut: string[] = [];
    const captions = [...document.querySelectorAll<HTMLElement>('[data-focus-key] > [class*="aption_"]')];
    let longest = 0;
    for (const caption of captions) {
      // A long name has a box of its own, which hides what does not fit.
      const long = caption.querySelector<HTMLElement>('[class*="cut_"]');
      const name = (long ?? caption).firstChild;
      if (!(name instanceof Text)) continue;
      longest = Math.max(longest, name.data.length);
      const range = document.createRange();
      range.selectNodeContents(name);
      const box = (long ?? caption).getBoundingClientRect();
      const isCut = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1,
      );
      if (isCut) cut.push(name.data);
    }
    return { count: captions.length, longest, cut };
  });

test('draws the whole name under every tile of rows, library and search, with normal and with large letters', async ({
  home: tv,
}) => {
  const { page } = tv;
  let longest = 0;
  const look = async (where: string) => {
    for (const letters of ['large', 'normal']) {
      await page.evaluate((size) => (document.documentElement.dataset['letters'] = size), letters);
      const { count, cut, ...found } = await captionsOf(page);
      expect(count, `${where}, ${letters}`).toBeGreaterThan(0);
      expect(cut, `${where}, ${letters}`).toEqual([]);
      longest = Math.max(longest, found.longest);
    }
  };
  await tv.press('down');
  for (let row = 1; row < 8; row += 1) {
    await tv.press('right', 'down');
    await look(`home, row ${row}`);
  }
  await tv.goTo('/library', 'library');
  await look('library');
  await tv.goTo('/search', 'search');
  // 고양이, by the keys of a Korean keyboard.
  await page.keyboard.type('rhdiddl');
  await expect(page.getByText(/검색 결과 \d+개/)).toBeVisible();
  await look('search');
  // Longer than two lines under the narrowest poster hold: otherwise nothing was at stake.
  expect(longest).toBeGreaterThan(12);
});

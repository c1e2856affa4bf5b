import { expect, test } from '#tests/e2e/fixtures.ts';
import { drawn, unsafeFocusOf, unsafeWordsOf } from './look.ts';
import { ROUTES } from './routes.ts';

/* The margin of 5 % on every screen: some sets cut it off. */
test.use({ viewport: { width: 1280, height: 720 }, contextOptions: { reducedMotion: 'reduce' } });

const SCREENS = [['/home', 'home'] as const, ...ROUTES, ['/items/999999', 'error'] as const];

for (const letters of ['normal', 'large-3'] as const)
  test(`words and the focus stay inside the margin of 5 % on every screen with ${letters} letters`, async ({
    home: tv,
  }) => {
    const { page } = tv;
    const faults: string[] = [];
    if (letters !== 'normal') {
      await tv.goTo('/settings', 'settings');
      await page.getByRole('button', { name: '접근성' }).hover();
      await page.getByRole('button', { name: /글자 크기/ }).click();
      await page.getByRole('radio', { name: '2배' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-letters', letters);
    }
    for (const [path, screen] of SCREENS) {
      await tv.goTo(path, screen);
      const look = async () => {
        await drawn(page);
        const found = [...(await unsafeWordsOf(page)), ...(await unsafeFocusOf(page))];
        faults.push(...found.map((fault) => `${path}: ${fault}`));
      };
      await look();
      await tv.press('down', 'right');
      await look();
    }
    expect(faults, faults.join('\n')).toEqual([]);
  });

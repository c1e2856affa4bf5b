import { expect, test } from '#tests/e2e/fixtures.ts';
import { chooseLetters } from '#tests/support/browser/letters.ts';
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
    await chooseLetters(tv, letters);
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

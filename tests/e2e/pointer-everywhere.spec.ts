import type { Page } from '@playwright/test';
import type { RouteName } from '#src/app/visits/paths.ts';
import { PLACES, type Place } from '#tests/certification/routes.ts';
import { chooseLetters } from '#tests/support/browser/letters.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { DEMO, type Tv } from '#tests/support/tv.ts';
import { frames } from '#tests/support/browser/frames.ts';
import { expect, test } from './fixtures.ts';

/*
 * A press acts on what was under the pointer when its button went down, on every screen of the router. `POINTER_WIDTHS=1280,1920
 * POINTER_LETTERS=normal,large-2,large-3` walks on other panels too (npm run test:nightly).
 */
const WIDTHS = (process.env['POINTER_WIDTHS'] ?? '1280').split(',').map(Number);
const LETTERS = (process.env['POINTER_LETTERS'] ?? 'normal').split(',');

/** Ways to press: how the pointer behaves between hover and press, and in it. */
const MANNERS = ['at once', 'later', 'with a tremor', 'after the wheel', 'for long'] as const;
type Manner = (typeof MANNERS)[number];

/** What would end the story, has no way back, or opens later than the next press; typing changes what search has found. */
const AVOIDED =
  /sign-out|exit|remove|delete|leave|done|devices\/|navigation\/|next|previous|keep|timeline|trailer|search\/keyboard/;
/** Where a hold has an effect of its own. */
const HOLDS = ['home', 'library', 'item', 'reviews'];
const HOLD_MS = 900;

interface Spot {
  readonly key: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

declare global {
  interface Window {
    /** Under the pointer when its button went down, and what had the focus then. */
    pressed?: { under: string | null; focused: string | null };
  }
}

const watchPresses = (page: Page) =>
  page.evaluate(() => {
    const keyOf = (element: Element | null) =>
      element?.closest<HTMLElement>('[data-focus-key]')?.dataset['focusKey'] ?? null;
    // After the app's own listeners.
    window.addEventListener('mousedown', ({ target }) => {
      window.pressed = { under: keyOf(target as Element), focused: keyOf(document.activeElement) };
    });
  });

/** What a pointer reaches now, from the top left to the bottom right. */
const spotsOf = (page: Page): Promise<Spot[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('[data-focus-key]')).flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const there = document.elementFromPoint(x, y);
      const isThere = there?.closest('[data-focus-key]') === element;
      const key = element.dataset['focusKey'] ?? '';
      return isThere ? [{ key, label: element.getAttribute('aria-label') ?? '', x, y }] : [];
    }),
  );

async function pressIn(page: Page, manner: Manner, { x, y }: Spot) {
  const { mouse } = page;
  await mouse.move(x - 3, y - 3);
  await mouse.move(x, y);
  if (manner === 'later') await frames(page, 20);
  if (manner === 'with a tremor')
    for (const by of [1, -1, 1, 0]) {
      await mouse.move(x + by, y);
      await frames(page, 3);
    }
  if (manner === 'for long') return mouse.click(x, y, { delay: HOLD_MS });
  await mouse.down();
  if (manner === 'with a tremor') await mouse.move(x + 2, y + 1);
  await mouse.up();
}

const whereIs = (page: Page) =>
  page.evaluate(() => `${location.hash} ${document.querySelectorAll('[role="dialog"]').length}`);

/** Why what opened is not what was pressed; null if it is, or if the press opens no title. */
async function wrongTitle(page: Page, { key, label }: Spot): Promise<string | null> {
  const id = /item:(\d+)/.exec(key)?.[1];
  if (id === undefined || (await page.getByRole('dialog').count()) > 0) return null;
  // A tile of 이어보기 plays.
  const name = label.split(', ').find((part) => !/^\d+위$/.test(part)) ?? '';
  const isOpen = await page
    .waitForFunction(
      ([item, title]) =>
        location.hash === `#/items/${item}` ||
        (location.hash.startsWith('#/play/') && document.querySelector(`main[aria-label^="${title}"]`) !== null),
      [id, name],
      { timeout: 5_000 },
    )
    .then(
      () => true,
      () => false,
    );
  return isOpen ? null : `${await whereIs(page)} instead of ${id} ${name}`;
}

/** Goes back to the screen; what was pressed has the focus there, and is where it was. */
async function comeBack(tv: Tv, screen: string, { key, x, y }: Spot): Promise<string | null> {
  const { page } = tv;
  if ((await page.locator('main[data-screen="player"]').count()) > 0 && screen !== 'player') await tv.leavePlayer();
  else await tv.press('back');
  await tv.reach(screen);
  const isBack = await expect
    .poll(tv.focusKey, { timeout: 5_000 })
    .toBe(key)
    .then(
      () => true,
      () => false,
    );
  if (!isBack) return `${await tv.focusKey()} has the focus after Back`;
  const spot = (await spotsOf(page)).find((found) => found.key === key);
  return spot && Math.abs(spot.x - x) + Math.abs(spot.y - y) < 4 ? null : `moved to ${spot?.x}, ${spot?.y} after Back`;
}

/** Presses in each manner on a screen, each time something else. Returns what went wrong. */
async function walk(tv: Tv, [path, screen]: Place): Promise<string[]> {
  const { page } = tv;
  const { width, height } = page.viewportSize()!;
  const faults: string[] = [];
  await page.mouse.move(1, 1);
  await tv.goTo(path, screen);
  // The buttons of the player come with its video.
  if (screen === 'player') await expect(page.getByRole('button', { name: /^화질/ })).toBeVisible();
  for (const [index, manner] of MANNERS.entries()) {
    if (manner === 'for long' && !HOLDS.includes(screen)) continue;
    if (manner === 'after the wheel') {
      await page.mouse.move(width * 0.6, height * 0.3);
      await page.mouse.wheel(0, 100);
      await frames(page, 20);
    }
    const spots = (await spotsOf(page)).filter(({ key }) => !AVOIDED.test(key));
    const spot = spots[Math.floor(((spots.length - 1) * (index + 1)) / MANNERS.length)];
    if (!spot) continue;
    const told = `${path}: ${spot.key} ${manner}`;
    const before = await whereIs(page);
    await pressIn(page, manner, spot);
    const pressed = await page.evaluate(() => window.pressed);
    if (pressed?.under !== spot.key || pressed.focused !== spot.key)
      faults.push(`${told}: pressed ${pressed?.under} with the focus on ${pressed?.focused}`);
    const wrong = await wrongTitle(page, spot);
    if (wrong) faults.push(`${told}: ${wrong}`);
    await frames(page, 4);
    if ((await whereIs(page)) === before) continue;
    const lost = await comeBack(tv, screen, spot);
    if (lost) faults.push(`${told}: ${lost}`);
  }
  return faults;
}

/** Every screen of the router; the compiler names a missing one. */
async function placesOf(server: Pick<TestServer, 'query'>): Promise<{ readonly [N in RouteName]: Place }> {
  const [profile] = await server.query<{ id: string }>(
    `select profiles.id from profiles join accounts on accounts.id = account_id where email = '${DEMO.email}' limit 1`,
  );
  return { ...PLACES, profile: [`/profiles/${profile?.id}`, 'profile-edit'] };
}

for (const width of WIDTHS)
  for (const letters of LETTERS)
    test.describe(`a pointer on ${width} pixels with ${letters} letters`, () => {
      test.use({ viewport: { width, height: (width * 9) / 16 }, contextOptions: { reducedMotion: 'reduce' } });

      test('gets what it points at, on every screen', async ({ home: tv, server }) => {
        await chooseLetters(tv, letters);
        await watchPresses(tv.page);
        const faults: string[] = [];
        for (const place of Object.values(await placesOf(server))) faults.push(...(await walk(tv, place)));
        expect(faults, faults.join('\n')).toEqual([]);
      });
    });

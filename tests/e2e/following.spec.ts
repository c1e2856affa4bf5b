import type { Page } from '@playwright/test';
import { createThrottle } from '#tests/support/slow-processor.ts';
import type { Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

/* How the stage of home follows the focus, with real pictures. Times depend on the machine: they are printed. */

const TILES = 6;

interface Drawn {
  /** The art of the highest layer, which covers those below; empty while it is plain. */
  readonly art: string;
  /** Whether the art is loaded. */
  readonly isThere: boolean;
  /** How much of it is drawn, from 0 to 1. */
  readonly shown: number;
}

interface Frame extends Drawn {
  readonly atMs: number;
  readonly heading: string;
}

interface Recording {
  recorded?: Frame[];
  /** What the stage draws now. */
  drawn?(): Drawn;
}

/** Makes `drawn` known to the page. */
const watch = (page: Page) =>
  page.evaluate(() => {
    (window as Recording).drawn = () => {
      const layers = Array.from(document.querySelectorAll('main [class*="backdrop"] > [class*="layer"]')).reverse();
      for (const layer of layers) {
        const image = layer.querySelector('img');
        const { backgroundColor, opacity } = getComputedStyle(layer);
        const picture = image ? getComputedStyle(image).opacity : '0';
        // Without a ground, a layer lets the one below show through.
        if (picture === '0' && backgroundColor === 'rgba(0, 0, 0, 0)') continue;
        return {
          art: picture === '0' ? '' : (image?.currentSrc ?? ''),
          isThere: image !== null && image.complete && image.naturalWidth > 0,
          shown: Number(opacity) * Number(picture),
        };
      }
      return { art: '', isThere: false, shown: 0 };
    };
  });

/** Records what each frame draws, until the page is asked for it. Returns its time. */
const record = (page: Page) =>
  page.evaluate(() => {
    const frames: Frame[] = [];
    (window as Recording).recorded = frames;
    const heading = document.querySelector('main [class*="compact"]')!;
    const look = (atMs: number) => {
      if ((window as Recording).recorded !== frames) return;
      frames.push({ atMs, heading: heading.textContent ?? '', ...(window as Recording).drawn!() });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return performance.now();
  });

/** The frames since `record`; later ones are not recorded. */
const recorded = (page: Page) =>
  page.evaluate(() => {
    const { recorded: frames = [] } = window as Recording;
    delete (window as Recording).recorded;
    return frames;
  });

const labelOf = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

/** Waits until the stage shows the focused title. */
const followed = async (page: Page) =>
  page.waitForFunction(
    (wanted) => {
      const last = (window as Recording).recorded?.slice(-1)[0];
      return last?.heading.startsWith(wanted) && last.art !== '' && last.shown === 1;
    },
    (await labelOf(page)).split(',')[0]!,
  );

/** Goes to the next tile, and records what is drawn until the stage shows it. */
async function goOn({ page, press }: Tv) {
  const before = await labelOf(page);
  const fromMs = await record(page);
  await press('right');
  await expect.poll(() => labelOf(page)).not.toBe(before);
  await followed(page);
  return { fromMs, frames: await recorded(page) };
}

async function toFirstRow({ page, press }: Tv) {
  await press('down');
  await expect(page.locator('[data-row-track="0"] :focus')).toBeVisible();
  await watch(page);
  await record(page);
  await followed(page);
  await recorded(page);
}

for (const slowness of [1, 6]) {
  test(`home changes a title's name and art in one frame on a processor slowed down by ${slowness}`, async ({
    home: tv,
  }) => {
    await toFirstRow(tv);
    const slow = await createThrottle(tv.page);
    await slow(slowness);
    const lines: string[] = [];
    for (let tile = 0; tile < TILES; tile += 1) {
      const { fromMs, frames } = await goOn(tv);
      const old = frames[0]!;
      const named = frames.find(({ heading }) => heading !== old.heading);
      // The next tile of a row may be of the same title.
      if (!named) continue;
      expect(frames.find(({ art }) => art !== old.art)).toBe(named);
      // Art that is late leaves its layer plain.
      expect(named.art === '' || named.isThere).toBe(true);
      const whole = frames.find(({ art, shown }) => art !== '' && art !== old.art && shown === 1)!;
      const ms = (at: Frame, since: number) => Math.round(at.atMs - since);
      lines.push(
        `name and ${named.art === '' ? 'a plain layer' : 'art'} ${ms(named, fromMs)} ms after the key, all of the art ${ms(whole, named.atMs)} ms later`,
      );
    }
    await slow(1);
    console.log(`  slowed down by ${slowness}:\n    ${lines.join('\n    ')}`);
    expect(lines.length).toBeGreaterThan(2);
  });
}

test('home leaves the art of another title when its own is late, and shows that when it comes', async ({
  home: tv,
}) => {
  const { page } = tv;
  await toFirstRow(tv);
  const art = () => page.evaluate(() => (window as Recording).drawn!().art);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/art\/.*backdrop/, async (route) => {
    await held;
    await route.continue();
  });
  const heading = page.locator('[class*="compact"] h1');
  const before = await heading.textContent();
  await tv.press('right');
  await expect(heading).not.toHaveText(before ?? '');
  expect(await art()).toBe('');
  release();
  await expect.poll(art).toContain('backdrop');
});

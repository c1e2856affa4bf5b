import type { Page } from '@playwright/test';
import { createThrottle } from '#tests/support/slow-processor.ts';
import { expect, test } from '../fixtures.ts';

/* How the stage of home follows the focus, with real pictures. Times depend on the machine: they are printed. */

const TILES = 6;

interface Frame {
  readonly atMs: number;
  readonly heading: string;
  /** The art on top; empty while it is blank. */
  readonly art: string;
  /** How much of it is drawn, from 0 to 1. */
  readonly shown: number;
}

/** What each frame draws, until the page is asked for it. */
const record = (page: Page) =>
  page.evaluate(() => {
    const frames: Frame[] = [];
    Object.assign(window, { recorded: frames });
    const stage = document.querySelector('main [class*="backdrop"]')!.parentElement!;
    const [layers, heading] = [stage.children[0]!, stage.querySelector('[class*="compact"]')!];
    const look = (atMs: number) => {
      if ((window as unknown as { recorded: Frame[] }).recorded !== frames) return;
      // Above the layers are the glow and the scrim.
      const top = layers.children[layers.children.length - 3]!;
      const image = top.querySelector('img');
      const shown = image ? Number(getComputedStyle(image).opacity) : 0;
      frames.push({ atMs, heading: heading.textContent ?? '', art: image?.currentSrc || image?.src || '', shown });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return performance.now();
  });

/** The frames since `record`; later ones are not recorded. */
const recorded = (page: Page) =>
  page.evaluate(() => {
    const { recorded: frames } = window as unknown as { recorded: Frame[] };
    Object.assign(window, { recorded: [] });
    return frames;
  });

for (const slowness of [1, 6]) {
  test(`heading and art of home change together on a processor slowed down by ${slowness}`, async ({ home: tv }) => {
    const { page } = tv;
    await tv.press('down');
    await expect(page.locator('[data-row-track="0"] :focus')).toBeVisible();
    const slow = await createThrottle(page);
    await slow(slowness);
    const lines: string[] = [];
    for (let tile = 0; tile < TILES; tile += 1) {
      const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
      const before = await label();
      const fromMs = await record(page);
      await tv.press('right');
      await expect.poll(label).not.toBe(before);
      const name = (await label()).split(',')[0]!;
      await page.waitForFunction((wanted) => {
        const last = (window as unknown as { recorded: Frame[] }).recorded.slice(-1)[0];
        return last && last.heading.startsWith(wanted) && last.art !== '' && last.shown === 1;
      }, name);
      const frames = await recorded(page);
      const old = frames[0]!;
      const named = frames.find(({ heading }) => heading !== old.heading);
      // The next tile of a row may be of the same title.
      if (!named) continue;
      const begun = frames.find(({ art }) => art !== old.art)!;
      const there = frames.find(({ art, shown }) => art !== '' && art !== old.art && shown === 1)!;
      const ms = (at: Frame, since: number) => Math.round(at.atMs - since);
      lines.push(
        `heading ${ms(named, fromMs)} ms after the key, art of the other title leaves ${ms(begun, named.atMs)} ms and its own is whole ${ms(there, named.atMs)} ms later`,
      );
      expect(named.art, 'the art of another title under a heading').not.toBe(old.art);
    }
    await slow(1);
    console.log(`  slowed down by ${slowness}:\n    ${lines.join('\n    ')}`);
    expect(lines.length).toBeGreaterThan(2);
  });
}

import type { Page } from '@playwright/test';
import type { WalkReport } from '#tests/support/page-walker/record.ts';
import { pageWalkerScript } from '#tests/support/page-walker/script.ts';
import { startTestServer } from '#tests/support/server/server.ts';
import { createTv } from '#tests/support/tv.ts';
import { expect, test as base } from '../fixtures.ts';
import { startGoBetween, type GoBetween } from './go-between.ts';

/*
 * Random walks over the whole app. Repeat a failed walk by its seed, and set the length by the number of keys:
 * `WALK_SEED=7 WALK_KEYS=100000 npm run test:walk`.
 */
export const SEEDS = (process.env['WALK_SEED'] ?? '20261121,424242,11').split(',').map(Number);
/** The seed of walks that run once. */
export const SEED = SEEDS[0] ?? 0;

const TIMEOUT_MS = 600_000;

/** A page with the page walker of `tests/support/page-walker`, and calls that the test can interfere with. */
export const test = base.extend<{ goBetween: GoBetween }>({
  viewport: { width: 1280, height: 720 },
  contextOptions: { reducedMotion: 'reduce' },
  goBetween: async ({}, use) => {
    const goBetween = await startGoBetween();
    await use(goBetween);
    await goBetween.close();
  },
  server: async ({ goBetween, database }, use) => {
    const server = await startTestServer({ publicUrl: goBetween.url, database: await database.take() });
    goBetween.leadTo(server.url);
    await use({ ...server, url: goBetween.url });
    await server.remove();
  },
  page: async ({ page }, use, testInfo) => {
    testInfo.setTimeout(TIMEOUT_MS);
    await page.addInitScript(await pageWalkerScript());
    await use(page);
  },
});

/** Resets the app, as after a power cut with empty storage. */
export async function startFresh(page: Page, address: string): Promise<void> {
  // Leave the app first: closing a form would save its draft again.
  await page.goto(new URL('/api/v1.0/status/', address).href);
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto(address);
  await createTv(page).reach('sign-in');
}

export function expectNoFaults({ faults, keys, screens, counts }: WalkReport, seed = SEED): void {
  console.log(`  seed ${seed}: ${keys} keys`, JSON.stringify(screens), JSON.stringify(counts));
  expect(faults, `seed ${seed}\n  ${faults.join('\n  ')}`).toEqual([]);
}

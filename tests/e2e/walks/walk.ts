import type { Page } from '@playwright/test';
import type { WalkReport } from '#tests/support/page-walker/record.ts';
import { pageWalkerScript } from '#tests/support/page-walker/script.ts';
import { startTestServer } from '#tests/support/server.ts';
import { createTv } from '#tests/support/tv.ts';
import { expect, test as base } from '../fixtures.ts';
import { startGoBetween, type GoBetween } from './go-between.ts';

/*
 * Walks over the whole app that nobody wrote down. One that failed is walked again by its seed, and longer ones by other
 * numbers: `WALK_SEED=7 WALK_KEYS=100000 npm run test:walk`.
 */
export const SEED = Number(process.env['WALK_SEED'] ?? 20_261_121);

const TIMEOUT_MS = 600_000;

/** A page with a hand in it, that of `tests/support/page-walker`, and calls that can be interfered with. */
export const test = base.extend<{ goBetween: GoBetween }>({
  viewport: { width: 1280, height: 720 },
  contextOptions: { reducedMotion: 'reduce' },
  trace: ['off', { scope: 'worker' }],
  goBetween: async ({}, use) => {
    const goBetween = await startGoBetween();
    await use(goBetween);
    await goBetween.close();
  },
  server: async ({ goBetween, furnished }, use) => {
    const server = await startTestServer({ publicUrl: goBetween.url, copyOf: furnished });
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

/** Begins anew, as after the television was unplugged. */
export async function startAnew(page: Page, address: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(address);
  await createTv(page).reach('sign-in');
}

export function expectNoFaults({ faults, keys, screens, counts }: WalkReport): void {
  console.log(`  seed ${SEED}: ${keys} keys`, JSON.stringify(screens), JSON.stringify(counts));
  expect(faults, `seed ${SEED}\n  ${faults.join('\n  ')}`).toEqual([]);
}

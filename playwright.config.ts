import { setFlagsFromString } from 'node:v8';
import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '#tests/support/browser/browser.ts';
import { hasDemo } from './tests/support/demo-tests.ts';
import { takesPictures } from '#tests/support/browser/picture.ts';

// Optimizing the WebAssembly of a worker's embedded database takes as long as it gains.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');

const { executablePath, env } = await findBrowser();

export default defineConfig({
  testDir: 'tests',
  // Every story plays the demo's titles.
  testIgnore: hasDemo ? (takesPictures ? [] : '**/pictures.spec.ts') : '**',
  // The longest tests begin first, and each test goes to the next free worker: both workers end at about the same time.
  projects: [
    { name: 'walks', testMatch: '**/e2e/walks/*.spec.ts' },
    // Only the nightly runs stories that are slow or wait for windows of the desktop, such as a file chooser.
    ...(process.env['LONG_STORIES'] ? [{ name: 'long', testMatch: '**/e2e/long/*.spec.ts' }] : []),
    { name: 'stories', testMatch: ['**/e2e/*.spec.ts', '**/certification/*.spec.ts'] },
  ],
  fullyParallel: true,
  outputDir: 'test-results',
  // Stories wait about as long as they work: on two cores, three at a time are slower than two.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Limits for what hangs, not for what is slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    // A smaller panel has the same layout (TC 5 in docs/certification.md), and Chromium takes 40 % less time to draw it.
    viewport: takesPictures ? { width: 1920, height: 1080 } : { width: 1280, height: 720 },
    locale: 'ko-KR',
    // A trace of every press costs more than the press, and holds memory in the page.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: BROWSER_ARGS, env: { ...process.env, ...env } as Record<string, string> },
  },
});

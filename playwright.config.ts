import { setFlagsFromString } from 'node:v8';
import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './tests/support/browser.ts';
import { hasDemo } from './tests/support/demo-tests.ts';
import { takesPictures } from './tests/support/picture.ts';

// Each story opens an embedded database for some seconds: optimizing its WebAssembly takes longer than it gains.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');

const { executablePath, env } = await findBrowser();

export default defineConfig({
  testDir: 'tests',
  // Every story plays the demo's titles.
  testIgnore: hasDemo ? (takesPictures ? [] : '**/pictures.spec.ts') : '**',
  // What takes longest begins first.
  projects: [
    { name: 'walks', testMatch: '**/e2e/walks/*.spec.ts' },
    { name: 'stories', testMatch: ['**/e2e/*.spec.ts', '**/certification/*.spec.ts'] },
  ],
  outputDir: 'test-results',
  // Stories wait about as long as they work: on two cores, three at a time are slower than two.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1920, height: 1080 },
    locale: 'ko-KR',
    // Pictures of every step would take a good part of the two cores.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: { executablePath, args: BROWSER_ARGS, env: { ...process.env, ...env } as Record<string, string> },
  },
});

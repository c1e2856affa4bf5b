import { expect, test as base, type Page } from '@playwright/test';
import { startTestServer, takeFurnished, type TestServer } from '#tests/support/server.ts';
import { createTv, type Tv } from '#tests/support/tv.ts';

interface WorkerFixtures {
  /** The data folder of a server that was started once, with the demo's catalogue and accounts. */
  readonly furnished: string;
}

interface Fixtures {
  readonly server: TestServer;
  readonly tv: Tv;
}

/** Every test has its own server on a new folder. Console errors of the page fail the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  furnished: [
    async ({}, use) => {
      const { dataDir, remove } = await takeFurnished();
      await use(dataDir);
      await remove();
    },
    { scope: 'worker' },
  ],
  server: async ({ furnished }, use) => {
    const server = await startTestServer({ copyOf: furnished });
    await use(server);
    await server.remove();
  },
  tv: async ({ page, server }, use) => {
    const said = listenTo(page);
    await page.goto(server.url);
    await use(createTv(page));
    expect(said).toEqual([]);
  },
});

/** Collects console errors. The browser's own line about a 4xx answer is not an error of the app. */
export function listenTo(page: Page): string[] {
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) said.push(message.text());
  });
  return said;
}

export { expect };

import { expect, test as base, type Page } from '@playwright/test';
import { login } from '#contract/accounts.ts';
import { comparable } from '#server/catalogue/prepared-operated.ts';
import type { CountryOptions } from '#server/http/country.ts';
import { callAt } from '#tests/support/calls-at.ts';
import { openReused, type ReusedDatabase } from '#tests/support/server/reused-database.ts';
import { startTestServer, takeFurnished, type TestServer } from '#tests/support/server/server.ts';
import { createTv, DEMO, type Tv } from '#tests/support/tv.ts';

interface WorkerFixtures {
  /** The data folder of a server that was started once, with the demo's catalogue and accounts. */
  readonly furnished: string;
  /** The database of this worker's servers, which run one after another. */
  readonly database: ReusedDatabase;
}

interface Fixtures {
  /** Where the service is, if it is in several countries. */
  readonly countries: CountryOptions | undefined;
  readonly server: TestServer;
  /** A television before the first page. */
  readonly blankTv: Tv;
  /** A television that nobody has signed in on, at its first screen. */
  readonly tv: Tv;
  /** A television at home: signed in by its cookie, with the first profile of the demo account. */
  readonly home: Tv;
}

/** Every test has its own server, with the rows of a first start. Console errors of the page fail the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  furnished: [
    async ({}, use) => {
      const { dataDir, remove } = await takeFurnished();
      await use(dataDir);
      await remove();
    },
    { scope: 'worker' },
  ],
  database: [
    async ({ furnished }, use) => {
      const database = await openReused(furnished);
      await use(database);
      await database.close();
    },
    { scope: 'worker' },
  ],
  countries: [undefined, { option: true }],
  server: async ({ database, countries }, use) => {
    const server = await startTestServer({ database: await database.take(), countries });
    await use(server);
    await server.remove();
  },
  // The server outlives the page's last calls.
  blankTv: async ({ page, server: _ }, use) => {
    const said = listenTo(page);
    await use(createTv(page));
    expect(said).toEqual([]);
  },
  tv: async ({ blankTv, server }, use) => {
    await blankTv.page.goto(server.url);
    await use(blankTv);
  },
  home: async ({ blankTv: tv, server }, use) => {
    const { page } = tv;
    const { reply } = await callAt(server.url)(login, {
      body: { email: DEMO.email, password: DEMO.password, device: { platform: 'web' } },
    });
    const session = JSON.stringify({ account_token: reply.token, profile: null, is_picker_skipped: false });
    await page.context().addCookies([{ name: 'lS_session', value: encodeURIComponent(session), url: server.url }]);
    await page.goto(server.url);
    await tv.reach('profiles');
    await tv.press('ok');
    await tv.reach('home');
    await use(tv);
  },
});

/** Another name of a title, also for the finder of the console, which reads the names that are prepared. */
export async function addAlias(server: TestServer, titleId: number, alias: string): Promise<void> {
  await server.query('update items set aliases = aliases || array[$2::text] where id = $1', [titleId, alias]);
  await server.query('update prepared_operated set names = names || $2 where item_id = $1', [
    titleId,
    `${comparable(alias)}\n`,
  ]);
}

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

import type { Page } from '@playwright/test';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { PAGES } from '#console/lib/pages.ts';
import { PLACES } from '#tests/certification/routes.ts';
import { createCallConsole } from '#tests/support/console.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { DEMO } from '#tests/support/demo-account.ts';
import { expect, test } from './fixtures.ts';

/** Ends an attribute and an element, and runs when it becomes an element. */
const MARKUP = `"'><img data-markup src=x onerror=ran()>`;
const SHORT = '<b data-markup>';

/** Columns whose text somebody chooses: a viewer, an operator, a device, a file or another service. */
const WRITTEN =
  /^(name|text|short_review|title|description|message|stack|problem|path|reason|detail|subject|synopsis|director|production|episode_num|browser|profile_name|keyword|engine)$/;
/** Tables whose names are keys of the service. */
const OF_THE_SERVICE = /^(jobs|kysely_|rate_limits|settings)/;

/** Pages of the console and screens of the app that show such a text. */
const WITH_TEXTS = new Set([
  ...['overview', 'viewing', 'titles', 'accounts', 'advertisements', 'shop', 'shop/vouchers', 'shop/products'],
  ...['automation', 'reviews', 'sessions'],
  ...['home', 'item', 'reviews', 'library', 'membership'],
]);

/** Adds markup to every text that somebody wrote, below all rules for texts: pages must not trust them. */
async function writeMarkup({ query }: TestServer): Promise<string[]> {
  const columns = await query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER'`,
  );
  const written: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    if (!WRITTEN.test(column) || OF_THE_SERVICE.test(table)) continue;
    const write = (text: string, markup: string) =>
      query(`update "${table}" set "${column}" = ${text} || $1 where "${column}" is not null`, [markup]);
    // Some columns have a limit of their own.
    await write(`"${column}"`, MARKUP).catch(() => write(`left("${column}", 3)`, SHORT));
    written.push(`${table}.${column}`);
  }
  return written;
}

/** Notes what runs, and what the page's policy stops. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(window, { found, ran: () => found.push('a script ran') });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      found.push(`${violatedDirective} ${blockedURI}`),
    );
  });

/** @param isShown whether the page has a written text: then it is waited for */
async function look(page: Page, name: string, isShown: boolean): Promise<void> {
  if (isShown) await expect(page.locator('body'), name).toContainText(' data-markup', { timeout: 15_000 });
  await page.waitForLoadState('networkidle');
  const { found, elements } = await page.evaluate(() => ({
    found: (window as unknown as { found: string[] }).found,
    elements: document.querySelectorAll('[data-markup]').length,
  }));
  expect({ name, found, elements }).toEqual({ name, found: [], elements: 0 });
}

test('markup in any text is text on every page of the console, the television and the phone', async ({
  home: tv,
  server,
  browser,
}) => {
  const call = createCallConsole(server.app);
  const signedIn = await call(consoleEndpoints.consoleSignIn, {}, { body: DEMO_OWNER });
  const owner = {
    cookie: String(signedIn.headers['set-cookie']).split(';')[0],
    csrf: signedIn.reply.csrf_token,
  };
  const end = new Date(Date.now() + 86_400_000).toISOString();
  const voucher = await call(consoleEndpoints.addVoucher, owner, {
    body: {
      name: '쿠폰',
      max_uses: 1,
      ends_at: end,
      gives: { kind: 'discount', percent: 10 },
    },
  });
  const token = await call(consoleEndpoints.addToken, owner, {
    body: { name: '통계', scopes: ['figures.read'], days: 30 },
  });
  // The console lists reported and hidden reviews alone.
  await server.query('update short_reviews set hidden_at = now() where item_id <> $1', [DEMO.lastTrain]);
  expect([voucher.status, token.status]).toEqual([201, 201]);
  const params = { id: DEMO.lastTrain };
  const readTitle = async () =>
    (await call(consoleEndpoints.getTitleRecord, owner, { params })).reply as never as {
      version: string;
      fields: Record<string, unknown>;
    };
  const { fields } = await readTitle();
  expect(await writeMarkup(server)).toEqual(
    expect.arrayContaining([
      'profiles.name',
      'items.name',
      'items.synopsis',
      'short_reviews.short_review',
      'plans.name',
      'vouchers.name',
    ]),
  );
  const { version } = await readTitle();
  // A change of a title is what makes every cache read it again.
  const changed = await call(consoleEndpoints.changeTitle, owner, {
    params,
    body: {
      version,
      fields: {
        ...fields,
        name: `막차${MARKUP}`.slice(0, 60),
        synopsis: MARKUP,
      },
    },
  });
  expect(changed.text).toContain('data-markup');

  const desk = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await watch(desk);
  await desk.goto(`${server.url}/console/`);
  await desk.getByLabel('이메일').fill(DEMO_OWNER.email);
  await desk.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await desk.getByRole('button', { name: '로그인' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: '현황' })).toBeVisible();
  const [account] = await server.query<{ id: string }>('select id from accounts where email = $1', [DEMO.email]);
  const places = [
    ...PAGES.map(({ path }) => path),
    `titles/${DEMO.lastTrain}`,
    `titles/${DEMO.lastTrain}/fields`,
    'shop/vouchers',
    'shop/products',
    `accounts/${account!.id}`,
    'accounts?list=reported',
    `viewing/${DEMO.lastTrain}`,
  ];
  for (const place of places) {
    await desk.goto(`${server.url}/console/#/${place}`);
    await expect(desk.getByRole('heading', { level: 1 })).toBeVisible();
    await look(desk, place, WITH_TEXTS.has(place) || place.startsWith('titles/') || place.startsWith('accounts/'));
  }

  const { page } = tv;
  await watch(page);
  await page.reload();
  await tv.reach('profiles');
  await look(page, 'profiles', true);
  await tv.press('ok');
  await tv.reach('home');
  for (const [path, screen] of Object.values(PLACES)) {
    if (screen === 'player') continue;
    await tv.goTo(path, screen);
    await look(page, path, WITH_TEXTS.has(screen));
  }

  const phone = await browser.newPage();
  await watch(phone);
  const text = encodeURIComponent(MARKUP);
  for (const path of [
    `link?code=${text}`,
    `password?token=${text}`,
    `checkout/${text}`,
    `identity/${text}`,
    `pin/${text}`,
    'dev/mail',
    text,
  ]) {
    await phone.goto(`${server.url}/${path}`);
    await look(phone, path, false);
  }
  await Promise.all([desk.close(), phone.close()]);
});

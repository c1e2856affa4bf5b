import type { Page } from '@playwright/test';
import { errorCodes } from '#contract/errors.ts';
import { installPageWalker, type WalkKey, type WalkReport } from '#tests/support/page-walker.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createTv, DEMO } from '#tests/support/tv.ts';
import { expect, listenTo, test } from '../e2e/fixtures.ts';

/*
 * Walks over the whole app that nobody wrote down. A walk that failed is walked again by its seed: `WALK_SEED=7 npm run test:walk
 * test walks`; `WALK_KEYS` makes the long one longer or shorter.
 */
const SEED = Number(process.env['WALK_SEED'] ?? 20_261_121);
const KEYS = Number(process.env['WALK_KEYS'] ?? 10_000);

/** What ends the walk, or takes away what it walks on: other tests press these. */
const WAYS_OUT = '^(exit/exit|sign-out/sign-out|remove/remove|server-address/done|settings/devices/.*)$';
/** What changes the thing itself and not where one is, and 홈, which begins anew: not on the way to somewhere and back. */
const CHANGES =
  /^(navigation\/home|item\/(wish|rate|primary)|home\/play|library\/undo|search\/clear|search\/recent\/.*|settings\/(playback|accessibility|profiles\/keep).*|profiles\/keep|failed\/.*|write-review.*|profile-edit\/.*|change.*|server-address.*|offline.*)$/
    .source;

test.use({ viewport: { width: 1280, height: 720 }, contextOptions: { reducedMotion: 'reduce' }, trace: 'off' });

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.remove());

/** A page with a hand in it. Pictures are no part of any walk. */
async function openPage(page: Page) {
  const said = listenTo(page);
  await page.addInitScript(installPageWalker);
  await page.route('**/art/**', (route) => route.abort());
  await page.goto(server.url);
  return said;
}

async function toHome(page: Page) {
  const tv = createTv(page);
  await tv.signIn(DEMO.email, DEMO.password);
  await tv.press('ok');
  await tv.reach('home');
}

function expectNoFaults({ faults, keys, screens, compared }: WalkReport) {
  console.log(`  ${keys} keys`, JSON.stringify(screens), JSON.stringify(compared));
  expect(faults, `seed ${SEED}\n  ${faults.join('\n  ')}`).toEqual([]);
}

/** Numbers that look like chance and are the same for the same seed. */
function createDice(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** What the app has given up meanwhile needs no answer. */
const givenUp = () => undefined;

/** Lists with an order of their own, which is nobody's to change. */
const KEEPS_ORDER = /episodes|products|profiles|sessions|filters/;

/** Whatever is asked for again comes in another order. */
async function turnListsRound(page: Page) {
  const asked = new Map<string, number>();
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const url = request.url();
    const times = asked.get(url) ?? 0;
    asked.set(url, times + 1);
    if (request.method() !== 'GET' || times % 2 === 0 || KEEPS_ORDER.test(url)) return route.fallback();
    const response = await route.fetch();
    const body = (await response.json().catch(() => null)) as { results?: unknown[] } | null;
    if (!response.ok() || !Array.isArray(body?.results)) return route.fulfill({ response }).catch(givenUp);
    const turn = (list: unknown[]) => [...list.slice(1), ...list.slice(0, 1)];
    const inner = (entry: unknown) =>
      entry !== null && typeof entry === 'object' && 'results' in entry && Array.isArray(entry.results)
        ? { ...entry, results: turn(entry.results as unknown[]) }
        : entry;
    return route.fulfill({ response, json: { ...body, results: turn(body.results.map(inner)) } });
  });
}

/** Answers that fail, come late, or have lost something. */
async function haveBadDays(page: Page) {
  const dice = createDice(SEED);
  const spells = new Map<string, number>();
  const internal = { status: 500, json: { code: 'INTERNAL', message: errorCodes.INTERNAL.message } };
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname.includes('/status/') || pathname.includes('/accounts/')) return route.fallback();
    const left = spells.get(pathname) ?? 0;
    if (left > 0) {
      spells.set(pathname, left - 1);
      return route.fulfill(internal);
    }
    const chance = dice();
    // As often as it is tried: then the screen has to say so.
    if (chance < 0.03) {
      spells.set(pathname, 2);
      return route.fulfill(internal);
    }
    if (chance < 0.06) return route.fulfill(internal);
    if (chance < 0.08 && request.method() === 'GET' && /\/items\/v1\/\d+\/$/.test(pathname))
      return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: errorCodes.NOT_FOUND.message } });
    if (chance < 0.2) await new Promise((resolve) => setTimeout(resolve, 20 + dice() * 300));
    if (chance < 0.26 || chance > 0.3 || request.method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const body = (await response.json().catch(() => null)) as { results?: unknown[]; count?: number } | null;
    if (!response.ok() || !Array.isArray(body?.results)) return route.fulfill({ response }).catch(givenUp);
    const results = body.results.filter(() => dice() > 0.3);
    const count = body.count === undefined ? {} : { count: body.count - body.results.length + results.length };
    return route.fulfill({ response, json: { ...body, ...count, results } });
  });
}

test('after every key of a random walk one thing that can be seen and is named has the focus', async ({ page }) => {
  test.setTimeout(600_000);
  const said = await openPage(page);
  await createTv(page).reach('sign-in');
  const walk = (seed: number, keys: number) =>
    page.evaluate((options) => window.pageWalker.stroll(options), { seed, keys, avoid: WAYS_OUT });
  expectNoFaults(await walk(SEED, Math.round(KEYS / 20)));
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(server.url);
  await toHome(page);
  await haveBadDays(page);
  const start = Date.now();
  expectNoFaults(await walk(SEED + 1, KEYS - Math.round(KEYS / 20)));
  console.log(`  ${Date.now() - start} ms`);
  expect(said).toEqual([]);
});

test('Back leads exactly to where OK was pressed, whatever came in between', async ({ page }) => {
  test.setTimeout(600_000);
  const said = await openPage(page);
  await toHome(page);
  await turnListsRound(page);
  const start = Date.now();
  const report = await page.evaluate((options) => window.pageWalker.thereAndBack(options), {
    seed: SEED,
    rounds: 120,
    avoid: CHANGES,
  });
  console.log(`  ${Date.now() - start} ms`);
  expectNoFaults(report);
  expect(said).toEqual([]);
});

/** Where to look round: an address, and the keys that lead on from there. */
const PLACES: readonly (readonly [string, ...WalkKey[]])[] = [
  ['#/home'],
  ['#/home', 'down', 'down'],
  ['#/home', 'back'],
  ['#/weekday'],
  ['#/themes'],
  ['#/themes/1'],
  ['#/browse'],
  ['#/browse', 'ok'],
  ['#/search'],
  ['#/library'],
  ['#/library', 'right'],
  ['#/library', 'right', 'right'],
  ['#/library', 'right', 'right', 'right'],
  ['#/library', 'right', 'right', 'right', 'right'],
  ['#/items/101'],
  ['#/items/101', 'down', 'down'],
  ['#/items/101', 'yellow'],
  ['#/items/128'],
  ['#/items/101/reviews'],
  ['#/items/999999'],
  ['#/settings'],
  ['#/settings', 'down'],
  ['#/settings', 'down', 'down'],
  ['#/settings', 'down', 'down', 'down'],
  ['#/settings', 'down', 'down', 'down', 'down'],
  ['#/settings', 'down', 'down', 'down', 'down', 'down'],
  ['#/settings', 'down', 'down', 'down', 'down', 'down', 'down'],
  ['#/settings/server'],
  ['#/settings/password'],
  ['#/profiles/new'],
  ['#/home', 'ok', 'down'],
  ['#/home', 'ok', 'red'],
  ['#/home', 'ok', 'green'],
  ['#/home', 'ok', 'yellow'],
];

test('everything that is seen on a screen is reached by arrows, and left again', async ({ page }) => {
  test.setTimeout(600_000);
  const said = await openPage(page);
  const faults: string[] = [];
  const start = Date.now();
  const look = async (name: string) => {
    await page.evaluate(() => window.pageWalker.rest());
    const report = await page.evaluate(() => window.pageWalker.explore({ presses: 600 }));
    faults.push(...report.faults.map((fault) => `${name}: ${fault}`));
    console.log(`  ${name}: ${report.compared['reached']} reached with ${report.keys} keys`);
  };
  const tv = createTv(page);
  await tv.reach('sign-in');
  await look('sign-in');
  await page.goto('about:blank');
  await page.goto(server.url);
  await tv.signIn(DEMO.email, DEMO.password);
  await look('profiles');
  await page.reload();
  await tv.reach('profiles');
  await tv.press('ok');
  await tv.reach('home');
  for (const [hash, ...keys] of PLACES) {
    // By an address that leads nowhere: each place is a visit of its own.
    for (const address of ['#/nowhere', hash]) {
      await page.evaluate((next) => void (location.hash = next), address);
      await page.evaluate(() => window.pageWalker.rest());
    }
    for (const key of keys) {
      await page.evaluate((pressed) => window.pageWalker.pressAll([pressed]), key);
      await page.evaluate(() => window.pageWalker.rest());
    }
    await look([hash, ...keys].join(' '));
    if (keys.length > 0) await page.evaluate(() => window.pageWalker.pressAll(['back']));
  }
  console.log(`  ${Date.now() - start} ms`);
  expect(faults, faults.join('\n')).toEqual([]);
  expect(said).toEqual([]);
});

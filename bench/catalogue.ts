import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '#tests/support/browser/browser.ts';
import { startTestServer } from '#tests/support/server/server.ts';
import { createTv, type Tv } from '#tests/support/tv.ts';
import { buildAppWhenNeeded } from '../scripts/build-app.ts';
import { enlargeCatalogue } from './catalogue/large-catalogue.ts';
import { countCalls, decodedBytes, heapOf, mostTiles, openUncached, signIn, slopeOf } from './catalogue/measure.ts';
import { printTable, type Figure } from './lib/table.ts';

/*
 * Measures server calls and memory of the catalogue's screens, with a catalogue twenty times the demo's:
 *
 *     npm run bench:catalogue         about two minutes
 *
 * Measures counts and sizes instead of times, so results are the same on every machine.
 */
const TIMES = 20;
/** Limits: calls before the first tile of home can be focused, and mounted tiles of a list of any length. */
const MOST_CALLS_OF_HOME = 3;
const MOST_TILES = 90;
/** Two backdrops during a cross-fade, and the rows above and below the focus. */
const MOST_DECODED = 32 * 2 ** 20;
const CHANGES = 200;
/** Heap growth per screen change: far below the tiles of one screen, if they leaked. */
const MOST_HEAP_SLOPE = 1024;
/** Tolerance for one fade more or less; a screen has many times as many nodes. */
const MORE_NODES = 30;
/** Interpreter only: recompiled hot code would hide other growth. */
const HEAP_ARGS = ['--js-flags=--jitless'];

/** Screens, and the key that scrolls their longest list. */
const SCREENS = [
  { screen: 'home', path: '/home', key: 'ArrowDown', presses: 30 },
  { screen: 'home', path: '/home', key: 'ArrowRight', presses: 60, first: 'ArrowDown' },
  { screen: 'weekday', path: '/weekday', key: 'ArrowDown', presses: 15 },
  { screen: 'themes', path: '/themes', key: 'ArrowDown', presses: 10 },
  { screen: 'theme', path: '/themes/1', key: 'PageDown', presses: 20 },
  { screen: 'browse', path: '/browse', key: 'PageDown', presses: 80 },
  { screen: 'search', path: '/search', key: 'ArrowDown', presses: 5 },
  { screen: 'library', path: '/library', key: 'ArrowDown', presses: 10 },
  { screen: 'item', path: '/items/128', key: 'ArrowRight', presses: 64, first: 'ArrowDown' },
  { screen: 'item', path: '/items/104', key: 'ArrowDown', presses: 8 },
  { screen: 'reviews', path: '/items/104/reviews', key: 'ArrowDown', presses: 80 },
] as const;

const figures: Figure[] = [];
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

buildAppWhenNeeded();
const server = await startTestServer();
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  args: [...BROWSER_ARGS, ...HEAP_ARGS],
  env: { ...process.env, ...env } as Record<string, string>,
});
try {
  console.error(`${await enlargeCatalogue(server, TIMES)} titles`);
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, locale: 'ko-KR' });
  await page.goto(server.url);
  await signIn(createTv(page));
  await measureScreens(page);
  await measureHeap(page);
} finally {
  await browser.close();
  await server.remove();
}
printTable(figures);

async function measureScreens(page: Page): Promise<void> {
  const tv = createTv(page);
  const calls = countCalls(page);
  for (const { screen, path, key, presses, ...rest } of SCREENS) {
    console.error(path);
    await openUncached(tv, `${server.url}/#${path}`, screen, () => calls.reset());
    const before = calls.list().length;
    if (screen === 'home' && key === 'ArrowDown')
      figures.push({
        what: 'home, calls before a tile can be focused',
        figure: String(before),
        target: `<= ${MOST_CALLS_OF_HOME}`,
        isMet: before <= MOST_CALLS_OF_HOME,
      });
    await calls.rest();
    if (!('first' in rest) || screen !== 'home')
      figures.push({ what: `${path}, calls in all`, figure: String(calls.list().length), target: '' });
    if (screen === 'home' && key === 'ArrowDown') figures.push(await decoded(page, 'home, pictures decoded'));
    if ('first' in rest) await page.keyboard.press(rest.first);
    const most = await mostTiles(page, key, presses);
    figures.push({
      what: `${path}, tiles at most in ${presses} x ${key}`,
      figure: String(most),
      target: `<= ${MOST_TILES}`,
      isMet: most <= MOST_TILES,
    });
  }
  await openUncached(tv, `${server.url}/#/home`, 'home', () => undefined);
  for (let row = 0; row < 14; row += 1) await page.keyboard.press('ArrowDown');
  await calls.rest();
  figures.push(await decoded(page, 'home, pictures decoded at its end'));
}

async function decoded(page: Page, what: string): Promise<Figure> {
  const bytes = await decodedBytes(page);
  return { what, figure: megabytes(bytes), target: `<= ${megabytes(MOST_DECODED)}`, isMet: bytes <= MOST_DECODED };
}

/** Navigates with the remote like a viewer: home, a title, its reviews, home again, search, another title. */
async function goAround(tv: Tv): Promise<number> {
  await tv.pressUntil('right', /^home\/details$/);
  await tv.press('ok');
  await tv.reach('item');
  await tv.pressUntil('down', /^reviews\//);
  await tv.press('ok');
  await tv.reach('reviews');
  await tv.press('back');
  await tv.reach('item');
  await tv.press('back');
  await tv.reach('home');
  await tv.page.keyboard.press('F1');
  await tv.reach('search');
  await tv.press('back');
  await tv.reach('home');
  await tv.pressUntil('down', /^ranking\//);
  await tv.press('ok');
  await tv.reach('item');
  await tv.press('back');
  await tv.reach('home');
  await tv.pressUntil('up', /^home\/(play|details)$/);
  return 8;
}

/** Heap growth per screen change, as a slope. */
async function measureHeap(page: Page): Promise<void> {
  console.error('heap');
  const tv = createTv(page);
  await openUncached(tv, `${server.url}/#/home`, 'home', () => undefined);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const samples: [change: number, bytes: number, nodes: number][] = [];
  const sample = async (change: number) =>
    samples.push([change, await heapOf(session), (await session.send('Memory.getDOMCounters')).nodes]);
  await sample(0);
  for (let change = 0; change < CHANGES;) {
    change += await goAround(tv);
    await sample(change);
  }
  // The first changes load code and fill the cache, so they do not count.
  const settled = samples.slice(Math.ceil(samples.length / 2));
  const [first, half, last] = [samples[0]!, settled[0]!, samples[samples.length - 1]!];
  const slope = slopeOf(settled.map(([change, bytes]) => [change, bytes] as const));
  figures.push(
    {
      what: `heap, at first and after ${half[0]} and ${last[0]} changes of screen`,
      figure: [first, half, last].map(([, bytes]) => megabytes(bytes)).join(', '),
      target: '',
    },
    {
      what: `heap, slope from change ${half[0]} on`,
      figure: `${(slope / 1024).toFixed(2)} KiB a change`,
      target: `<= ${MOST_HEAP_SLOPE / 1024} KiB`,
      isMet: slope <= MOST_HEAP_SLOPE,
    },
    {
      what: `nodes of the page, after ${half[0]} and ${last[0]} changes`,
      figure: `${half[2]}, ${last[2]}`,
      target: `<= ${half[2] + MORE_NODES}`,
      isMet: last[2] <= half[2] + MORE_NODES,
    },
  );
}

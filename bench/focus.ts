import { launchPage, type CdpPage } from '#tests/support/browser/cdp.ts';
import { findEngine, type EngineName } from '#tests/support/browser/engines.ts';
import {
  addProbe,
  countElements,
  findRenderer,
  measureHeap,
  measureHeld,
  measurePace,
  measureSingle,
  open,
  type Cost,
  type Pace,
} from './focus/measure.ts';
import { pageNames, servePages, type PageName } from './focus/pages.ts';
import { figuresOf, type Measured } from './focus/report.ts';
import { printTable, type Figure } from './lib/table.ts';

/*
 * Measures the cost of a key press on a wall of 50 rows of 100 tiles: the app's own parts next to a hand-written page
 * (the floor) and a common approach (React and norigin with every tile mounted).
 *
 *     npm run bench:focus             the tests' browser and Chromium 69, about eight minutes
 *     npm run bench:focus -- 69       one engine
 *
 * Machines differ and are never quiet: compare only ratios within one run. The pages take turns, and the median of the
 * turns counts. The cost of a press is the CPU time of the page's main thread, not the elapsed time.
 */

/** Alternately down and up: more than six would reach the ends of the rows, where a press costs nothing. */
const ROUNDS = 5;
/** Rounds per CPU throttling rate. */
const PACE_ROUNDS = 3;
const THROTTLES = [1, 4, 6];
const LOADS = 3;

type Costs = Record<'single' | 'right' | 'down', Cost[]>;

async function measureEngine(name: EngineName): Promise<Figure[]> {
  const addressOf = (page: PageName) => served.address(page, name !== 'current');
  const choice = await findEngine(name);
  if (!choice) return [{ what: `Chromium ${name}`, figure: 'does not run here', target: '' }];
  const pages = {} as Record<PageName, CdpPage>;
  const measured = {} as Record<PageName, Measured>;
  try {
    for (const page of pageNames) {
      pages[page] = await launchPage(choice);
      await addProbe(pages[page]);
    }
    const starts = {} as Record<PageName, number[]>;
    const costs = {} as Record<PageName, Costs>;
    const paces = {} as Record<PageName, Record<number, Pace[]>>;
    for (const page of pageNames) {
      starts[page] = [];
      costs[page] = { single: [], right: [], down: [] };
      paces[page] = {};
    }
    for (let load = 0; load < LOADS; load += 1)
      for (const page of pageNames) starts[page].push(await open(pages[page], addressOf(page)));

    const pids = {} as Record<PageName, number>;
    for (const page of pageNames) pids[page] = findRenderer(pages[page].pid);
    // Warm-up: one-time compilation is not part of a press.
    for (const page of pageNames) await measureSingle(pages[page], pids[page]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const page of pageNames) {
        // The common page takes seconds for what the others do immediately, so it gets fewer rounds.
        if (page === 'common' && round >= 3) continue;
        costs[page].single.push(await measureSingle(pages[page], pids[page]));
        if (page === 'common' && round > 0) continue;
        costs[page].right.push(await measureHeld(pages[page], pids[page], 'right', 24));
        costs[page].down.push(await measureHeld(pages[page], pids[page], round % 2 === 0 ? 'down' : 'up', 12));
      }
    }
    for (const factor of THROTTLES) {
      for (const page of pageNames) paces[page][factor] = [];
      for (let round = 0; round < PACE_ROUNDS; round += 1) {
        for (const page of factor === 1 && round === 0 ? pageNames : (['bora', 'floor'] as const)) {
          await open(pages[page], addressOf(page));
          await pages[page].throttle(factor);
          paces[page][factor]?.push(await measurePace(pages[page], 30));
          await pages[page].throttle(1);
        }
      }
    }
    await open(pages.bora, addressOf('bora'));
    const heapGrowth = await measureHeap(pages.bora);
    for (const page of pageNames) {
      measured[page] = {
        starts: starts[page],
        costs: costs[page],
        paces: paces[page],
        elements: await countElements(pages[page]),
        said: pages[page].said,
      };
    }
    return figuresOf(name, measured, heapGrowth);
  } finally {
    for (const page of Object.values(pages)) await page.close();
  }
}

const asked = process.argv.slice(2) as EngineName[];
const figures: Figure[] = [];
const served = await servePages();
try {
  for (const name of asked.length > 0 ? asked : (['current', '69'] as const)) {
    console.error(`measuring on Chromium ${name} …`);
    figures.push(...(await measureEngine(name)));
  }
} finally {
  await served.close();
}
printTable(figures);

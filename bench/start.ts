import { findEngine, type EngineName } from '#tests/support/browser/engines.ts';
import { buildAppWhenNeeded } from '../scripts/build-app.ts';
import { measureStart, type Start } from './start/measure.ts';
import { createStage, type Stage } from './start/stage.ts';
import { printTable, type Figure } from './lib/table.ts';

/*
 * Measures the time from the navigation to home with the focus, for a signed-in viewer who skips the profile picker: with
 * and without a stored home, next to a page on which React alone draws a home (the floor).
 *
 *     npm run bench:start             the tests' browser and Chromium 69, about six minutes
 *     npm run bench:start -- 69       one engine
 *
 * Every answer is delayed by 40 ms. Machines differ and are never quiet: the pages take turns.
 */
const ROUNDS = 5;
const THROTTLES = [1, 4, 6];

/** Maximum ms to the focused home with an empty cache, by CPU throttling rate. */
const TARGETS: Readonly<Record<number, number>> = { 1: 450, 6: 1200 };

const pageNames = ['stored', 'not stored', 'floor'] as const;
type PageName = (typeof pageNames)[number];

/** Long enough for home to be stored, in ms. */
const STORED_AFTER_MS = 60_000;

async function measureEngine(stage: Stage, name: EngineName): Promise<Figure[]> {
  const choice = await findEngine(name);
  if (!choice) return [{ what: `Chromium ${name}`, figure: 'does not run here', target: '' }];
  const page = await stage.openPage(choice);
  const open = async (which: PageName, line: { throttle: number; isCold: boolean }) => {
    if (which === 'floor') return measureStart(page, stage.floorUrl, line);
    await page.throttle(1);
    await page.goto(`${stage.url}api/v1.0/status/`);
    if (which === 'not stored') await page.evaluate("localStorage.removeItem('home')");
    else if (!(await page.evaluate<boolean>("localStorage.getItem('home') !== null"))) {
      await measureStart(page, stage.url, { throttle: 1, isCold: false });
      await page.until("localStorage.getItem('home') !== null", STORED_AFTER_MS);
    }
    return measureStart(page, stage.url, line);
  };

  const figures: Figure[] = [];
  for (const isCold of [true, false]) {
    for (const throttle of THROTTLES) {
      const starts: Record<PageName, Start[]> = { stored: [], 'not stored': [], floor: [] };
      for (let round = 0; round < ROUNDS; round += 1)
        for (const which of pageNames) starts[which].push(await open(which, { throttle, isCold }));
      for (const which of pageNames)
        figures.push(...figuresOf(`${name}, ${throttle}x, ${isCold ? 'cold' : 'warm'}, ${which}`, starts[which]));
      const target = isCold && name === 'current' ? TARGETS[throttle] : undefined;
      if (target === undefined) continue;
      const focus = median(starts.stored.map((start) => start.focus));
      figures.push({
        what: `${name}, ${throttle}x, cold: home has the focus`,
        figure: ms(starts.stored.map((start) => start.focus)),
        target: `<= ${target} ms`,
        isMet: focus <= target,
      });
    }
  }
  await page.close();
  return figures;
}

const median = (values: readonly number[]) => [...values].sort((one, other) => one - other)[values.length >> 1] ?? NaN;
/** The minimum, which has the least noise, and the median. */
const ms = (values: readonly number[]) => `${Math.min(...values).toFixed(0)} / ${median(values).toFixed(0)} ms`;

function figuresOf(what: string, starts: readonly Start[]): Figure[] {
  const of = (part: keyof Start) => starts.map((start) => start[part]);
  const parts = [
    `paint ${ms(of('paint'))}`,
    `focus ${ms(of('focus'))}`,
    `pictures ${ms(of('pictures'))}`,
    `main thread ${ms(of('main'))}`,
    `scripts ${(median(of('script')) / 1000).toFixed(0)} kB`,
  ];
  return [{ what, figure: parts.join(', '), target: '' }];
}

const asked = process.argv.slice(2) as EngineName[];
buildAppWhenNeeded();
const stage = await createStage();
try {
  for (const name of asked.length > 0 ? asked : (['current', '69'] as const)) {
    console.error(`measuring on Chromium ${name} …`);
    // At once: a later engine may fail.
    printTable(await measureEngine(stage, name));
  }
} finally {
  await stage.close();
}

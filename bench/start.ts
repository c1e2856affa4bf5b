import { findEngine, type EngineName } from '#tests/support/browser/engines.ts';
import { buildAppWhenNeeded } from '../scripts/build-app.ts';
import { measureStart, type Start } from './start/measure.ts';
import { createStage, type Stage } from './start/stage.ts';
import { median } from './lib/quantile.ts';
import { ratioFigures } from './lib/ratio.ts';
import { addFigures, finishBench, readBenchWords, type Figure } from './lib/table.ts';

/*
 * Measures the time from the navigation to home with the focus, for a signed-in viewer who skips the profile picker: with
 * and without a stored home, next to a page on which React alone draws a home (the floor).
 *
 *     npm run bench:start             the tests' browser and Chromium 69, about twelve minutes
 *     npm run bench:start -- 69       one engine
 *     npm run bench:start -- current --turns 3
 *
 * Every answer is delayed by 40 ms. Machines differ and are never quiet: the pages take turns, and the target is a ratio
 * within a turn.
 */
const THROTTLES = [1, 6];

/** Maximum time to the focused home with an empty cache and a stored home, as a share of React alone. */
const MOST = 1.5;

const pageNames = ['stored', 'not stored', 'floor'] as const;
type PageName = (typeof pageNames)[number];

/** Long enough for home to be stored, in ms. */
const STORED_AFTER_MS = 60_000;

async function measureEngine(stage: Stage, name: EngineName, turns: number): Promise<Figure[]> {
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
      for (let round = 0; round < turns; round += 1)
        for (const which of pageNames) starts[which].push(await open(which, { throttle, isCold }));
      for (const which of pageNames)
        figures.push(...figuresOf(`${name}, ${throttle}x, ${isCold ? 'cold' : 'warm'}, ${which}`, starts[which]));
      const focused = starts.stored.map(({ focus }, turn) => ({ app: focus, floor: starts.floor[turn]?.focus ?? NaN }));
      const what = `${name}, ${throttle}x, ${isCold ? 'cold' : 'warm'}: home has the focus`;
      figures.push(...ratioFigures(what, 'React alone', focused, isCold ? MOST : undefined));
    }
  }
  await page.close();
  return figures;
}

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

const { asked, turns } = readBenchWords(process.argv.slice(2));
buildAppWhenNeeded();
const stage = await createStage();
const figures: Figure[] = [];
for (const name of asked.length > 0 ? (asked as EngineName[]) : (['current', '69'] as const)) {
  console.error(`measuring on Chromium ${name} …`);
  await addFigures(figures, name, async () => figures.push(...(await measureEngine(stage, name, turns))));
}
await stage.close();
finishBench(figures);

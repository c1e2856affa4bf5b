import type { EngineName } from '#tests/support/browser/engines.ts';
import { median, quantile } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import type { Cost, Pace } from './measure.ts';
import type { PageName } from './pages.ts';

export interface Measured {
  /** From the navigation to the first frame with a focus, in ms. */
  readonly starts: readonly number[];
  readonly costs: Record<'single' | 'right' | 'down', readonly Cost[]>;
  /** By CPU throttling rate. */
  readonly paces: Readonly<Record<number, readonly Pace[]>>;
  readonly elements: number;
  readonly said: readonly string[];
}

const FRAME_MS = 1000 / 60;

/** Maximum cost of a key press, as a multiple of the floor's. */
const MOST = { single: 1.25, right: 1.3, down: 1.2 };
/** Changing rows costs more there. */
const MOST_DOWN_ON_69 = 1.5;

const NAMES = { single: 'single press', right: 'held right', down: 'held down' };

/** Merges all rounds of one throttling rate; null when there are none. */
function together(paces: readonly Pace[] = []): Pace | null {
  if (paces.length === 0) return null;
  return {
    waits: paces.flatMap(({ waits }) => waits),
    lost: paces.reduce((sum, { lost }) => sum + lost, 0) / paces.length,
    runsOn: Math.max(...paces.map(({ runsOn }) => runsOn)),
  };
}

/** The table's rows for one engine. */
export function figuresOf(engine: EngineName, of: Record<PageName, Measured>, heapGrowth: number): Figure[] {
  const { bora, floor, common } = of;
  const figures: Figure[] = [];
  const add = (what: string, figure: string, target = '', isMet?: boolean) =>
    figures.push({ what: `${engine}: ${what}`, figure, target, ...(isMet === undefined ? {} : { isMet }) });
  const most = (what: string, value: number, limit: number, note = '') =>
    add(what, `${value.toFixed(2)}${note}`, `<= ${limit}`, value <= limit);

  for (const kind of ['single', 'right', 'down'] as const) {
    const part = (page: Measured, name: keyof Cost) => median(page.costs[kind].map((cost) => cost[name]));
    const limit = kind === 'down' && engine === '69' ? MOST_DOWN_ON_69 : MOST[kind];
    const cpu = part(bora, 'cpu');
    // Computed per round, because the machine's other work changes between rounds.
    const ratio = median(bora.costs[kind].map((cost, round) => cost.cpu / (floor.costs[kind][round]?.cpu ?? NaN)));
    most(`${NAMES[kind]}, CPU against the floor`, ratio, limit, ` (${cpu.toFixed(1)} ms)`);
    if (kind !== 'single') {
      const perMove = (page: Measured) => part(page, 'cpu') * part(page, 'keysPerMove');
      add(`${NAMES[kind]}, the same for each move`, (perMove(bora) / perMove(floor)).toFixed(2));
    }
    const least = engine === '69' ? 12 : 4;
    const times = part(common, 'cpu') / cpu;
    if (kind === 'single')
      add('single press, times cheaper than common', times.toFixed(1), `>= ${least}`, times >= least);
    else add(`${NAMES[kind]}, times cheaper than common`, times.toFixed(1));
    for (const name of ['script', 'style', 'layout'] as const)
      add(`${NAMES[kind]}, ${name}`, `${part(bora, name).toFixed(2)} ms (floor ${part(floor, name).toFixed(2)})`);
  }

  for (const factor of Object.keys(bora.paces).map(Number)) {
    const [own, least, dearest] = [bora, floor, common].map((page) => together(page.paces[factor]));
    if (!own || !least) continue;
    const beside = (figure: string | null | undefined) => (!figure ? '' : `, common ${figure}`);
    const wait = median(own.waits) - median(least.waits);
    add(
      `${factor}x, key to frame p50, p95`,
      `${median(own.waits).toFixed(0)}, ${quantile(own.waits, 0.95).toFixed(0)} ms (floor ${median(least.waits).toFixed(0)}, ${quantile(least.waits, 0.95).toFixed(0)})`,
      'p50 <= floor + one frame',
      wait <= FRAME_MS,
    );
    add(
      `${factor}x, frames lost while held`,
      `${(own.lost * 100).toFixed(0)} % (floor ${(least.lost * 100).toFixed(0)} %${beside(dearest && `${(dearest.lost * 100).toFixed(0)} %`)})`,
      '<= floor + 5',
      own.lost <= least.lost + 0.05,
    );
    add(
      `${factor}x, runs on after release`,
      `${own.runsOn.toFixed(0)} ms (floor ${least.runsOn.toFixed(0)}${beside(dearest?.runsOn.toFixed(0))})`,
      '<= 100 ms',
      own.runsOn <= 100,
    );
  }

  const start = median(bora.starts);
  most(
    `first focus against common`,
    start / median(common.starts),
    0.25,
    ` (${start.toFixed(0)} ms; floor ${median(floor.starts).toFixed(0)})`,
  );
  add(
    'elements',
    `${bora.elements} (floor ${floor.elements}, common ${common.elements})`,
    '<= 500',
    bora.elements <= 500,
  );
  add('heap growth over 2,000 presses', `${heapGrowth.toFixed(0)} kB`, '<= 300 kB', heapGrowth <= 300);
  const said = [...bora.said, ...floor.said, ...common.said];
  if (said.length > 0) add('said as an error', said[0]!.slice(0, 80), 'nothing', false);
  return figures;
}

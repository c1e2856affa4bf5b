import type { CdpPage } from '#tests/support/browser/cdp.ts';
import type { Figure } from '../lib/table.ts';
import { playEpisode, type Stage } from './stage.ts';

const EPISODES = 50;
/**
 * Episodes before measuring: snapshots showed that growth from the tenth to the seventieth is mostly compiled code.
 */
const WARM_UP = 50;
const LOOK_EVERY = 5;

interface Look {
  readonly episodes: number;
  readonly heapKb: number;
  readonly nodes: number;
  readonly listeners: number;
}

async function look(page: CdpPage, episodes: number): Promise<Look> {
  await page.client.HeapProfiler.collectGarbage();
  await page.client.HeapProfiler.collectGarbage();
  const { metrics } = await page.client.Performance.getMetrics();
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  const { nodes, jsEventListeners } = await page.client.Memory.getDOMCounters();
  return { episodes, heapKb: heap / 1024, nodes, listeners: jsEventListeners };
}

/** Growth per episode, by least squares. */
function slope(looks: readonly Look[], of: (look: Look) => number): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = mean(looks.map(({ episodes }) => episodes));
  const level = mean(looks.map(of));
  const rise = looks.reduce((sum, each) => sum + (each.episodes - middle) * (of(each) - level), 0);
  return rise / looks.reduce((sum, { episodes }) => sum + (episodes - middle) ** 2, 0);
}

/** Heap growth over consecutive episodes. */
export async function measureHeap({ server, episodeIds, openPage }: Stage): Promise<Figure[]> {
  const page = await openPage();
  await page.goto(`${server.url}/#/home`);
  const looks: Look[] = [];
  for (let played = 0; played <= WARM_UP + EPISODES; played += 1) {
    await playEpisode(page, episodeIds[played % episodeIds.length]!);
    const measured = played - WARM_UP;
    if (measured >= 0 && measured % LOOK_EVERY === 0) looks.push(await look(page, measured));
  }
  await page.close();
  const [first, last] = [looks[0]!, looks[looks.length - 1]!];
  const grows = (of: (look: Look) => number) => slope(looks, of).toFixed(1);
  return [
    {
      what: `heap over ${EPISODES} episodes in a row, after ${WARM_UP} others`,
      figure: `${grows(({ heapKb }) => heapKb)} kB an episode (${(first.heapKb / 1024).toFixed(1)} to ${(last.heapKb / 1024).toFixed(1)} MB)`,
      target: '',
    },
    {
      what: '  elements, listeners',
      figure: `${grows(({ nodes }) => nodes)}, ${grows(({ listeners }) => listeners)} an episode (${last.nodes}, ${last.listeners} at the end)`,
      target: '',
    },
  ];
}

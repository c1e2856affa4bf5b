import { readdirSync, readFileSync } from 'node:fs';
import type { CdpPage } from '#tests/support/browser/cdp.ts';
import { PROBE, type Probed } from './probe.ts';

export const KEYS = { left: 37, up: 38, right: 39, down: 40 } as const;
export type Key = keyof typeof KEYS;

/** Times in ms for one key press. */
export interface Cost {
  readonly cpu: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  /** Keys sent per key that moved the focus. */
  readonly keysPerMove: number;
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const HELD_EVERY_MS = 1000 / 30;
const SINGLE_EVERY_MS = 260;
const FRAME_MS = 1000 / 60;

/** The page's renderer process: its main thread's CPU clock is independent of other programs. */
export function findRenderer(browserPid: number): number {
  const renderers = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
        return parent === browserPid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
      } catch {
        // The process ended while the list was read.
        return false;
      }
    });
  const pid = renderers[renderers.length - 1];
  if (pid === undefined) throw new Error('the browser has no renderer');
  return pid;
}

/** CPU time of the main thread, in ms. */
const threadTime = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

async function metrics(page: CdpPage) {
  const { metrics: all } = await page.client.Performance.getMetrics();
  const ms = (name: string) => (all.find((each) => each.name === name)?.value ?? NaN) * 1000;
  return { script: ms('ScriptDuration'), style: ms('RecalcStyleDuration'), layout: ms('LayoutDuration') };
}

export async function open(page: CdpPage, address: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(address);
  await page.until('window.__probe && window.__probe.firstFocus() > 0', 60_000);
  return page.evaluate<number>('window.__probe.firstFocus()');
}

export const addProbe = (page: CdpPage) => page.client.Page.addScriptToEvaluateOnNewDocument({ source: PROBE });

export const focused = (page: CdpPage) => page.evaluate<string>('window.__focused()');

/** Sends keys without waiting, like a remote. */
async function hold(page: CdpPage, key: Key, count: number): Promise<void> {
  const sent: Promise<void>[] = [];
  const from = performance.now();
  for (let index = 0; index < count; index += 1) {
    sent.push(page.keyDown(KEYS[key], index > 0));
    await rest(from + (index + 1) * HELD_EVERY_MS - performance.now());
  }
  sent.push(page.keyUp(KEYS[key]));
  await Promise.all(sent);
}

async function pressEach(page: CdpPage, keys: readonly Key[]): Promise<void> {
  for (const key of keys) {
    const from = performance.now();
    await page.press(KEYS[key]);
    await rest(from + SINGLE_EVERY_MS - performance.now());
  }
}

/** Waits until the page is idle: all work that a key caused belongs to its cost. */
async function settle(page: CdpPage): Promise<void> {
  await page.evaluate('0');
  await rest(300);
}

const distance = (from: string, to: string) => {
  const [row = 0, column = 0] = from.split(':').map(Number);
  const [otherRow = 0, otherColumn = 0] = to.split(':').map(Number);
  return Math.abs(row - otherRow) + Math.abs(column - otherColumn);
};

async function cost(
  page: CdpPage,
  pid: number,
  keys: number,
  send: () => Promise<void>,
  isOneWay: boolean,
): Promise<Cost> {
  await settle(page);
  const place = await focused(page);
  const [before, cpuBefore] = [await metrics(page), threadTime(pid)];
  await send();
  await settle(page);
  const [cpuAfter, after] = [threadTime(pid), await metrics(page)];
  const moved = isOneWay ? distance(place, await focused(page)) : keys;
  return {
    cpu: (cpuAfter - cpuBefore) / keys,
    script: (after.script - before.script) / keys,
    style: (after.style - before.style) / keys,
    layout: (after.layout - before.layout) / keys,
    keysPerMove: keys / Math.max(1, moved),
  };
}

/** Mostly along the row, sometimes to another row. */
const SINGLES: readonly Key[] = ['right', 'right', 'right', 'down', 'right', 'right', 'right', 'right', 'up', 'right'];

export const measureSingle = (page: CdpPage, pid: number) =>
  cost(page, pid, SINGLES.length, () => pressEach(page, SINGLES), false);

export const measureHeld = (page: CdpPage, pid: number, key: Key, keys: number) =>
  cost(page, pid, keys, () => hold(page, key, keys), true);

export interface Pace {
  /** From a key to its frame, in ms. */
  readonly waits: readonly number[];
  /** Share of dropped frames while a key was held. */
  readonly lost: number;
  readonly runsOn: number;
}

async function probed(page: CdpPage, send: () => Promise<void>): Promise<Probed> {
  await page.evaluate('window.__probe.start()');
  await send();
  // A slow page continues after the keyup: wait until it stops.
  for (let before = ''; ;) {
    await rest(250);
    const now = await focused(page);
    if (now === before) break;
    before = now;
  }
  return JSON.parse(await page.evaluate<string>('window.__probe.stop()')) as Probed;
}

export async function measurePace(page: CdpPage, keys: number): Promise<Pace> {
  const single = await probed(page, () => pressEach(page, SINGLES.slice(0, 6)));
  const right = await probed(page, () => hold(page, 'right', keys));
  const down = await probed(page, () => hold(page, 'down', Math.round(keys / 3)));
  const frames = [...right.frames, ...down.frames];
  const due = frames.reduce((sum, ms) => sum + Math.max(1, Math.round(ms / FRAME_MS)), 0);
  return {
    waits: single.waits,
    lost: due === 0 ? 0 : 1 - frames.length / due,
    runsOn: Math.max(right.runsOn, down.runsOn),
  };
}

/** Used heap after a garbage collection, in kB. */
async function heap(page: CdpPage): Promise<number> {
  await page.client.HeapProfiler.collectGarbage();
  await page.client.HeapProfiler.collectGarbage();
  const { metrics: all } = await page.client.Performance.getMetrics();
  return (all.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 1024;
}

/** Heap growth over 2,000 presses through the whole wall and back, in kB. */
export async function measureHeap(page: CdpPage): Promise<number> {
  const lap: Key[] = [...Array<Key>(19).fill('right'), 'down', ...Array<Key>(19).fill('left'), 'down'];
  const run = async (presses: number) => {
    for (let done = 0; done < presses; done += lap.length) {
      const back = Math.floor(done / (lap.length * 20)) % 2 === 1;
      await Promise.all(lap.map((key) => page.press(KEYS[back && key === 'down' ? 'up' : key])));
    }
  };
  await run(400);
  const before = await heap(page);
  await run(2000);
  return (await heap(page)) - before;
}

export const countElements = (page: CdpPage) => page.evaluate<number>("document.getElementsByTagName('*').length");

import type { CdpPage } from '#tests/support/browser/cdp.ts';
import type { Probed } from './probe.ts';

/** Times of one start in ms, and its bytes. */
export interface Start {
  readonly paint: number;
  readonly focus: number;
  readonly pictures: number;
  /** Main-thread time until the pictures were drawn. */
  readonly main: number;
  readonly script: number;
}

export interface Line {
  /** CPU slowdown factor. */
  readonly throttle: number;
  readonly isCold: boolean;
}

const ROUND_TRIP_MS = 40;
const WITHIN_MS = 60_000;

const FACTS = `(function () {
  var paints = performance.getEntriesByType('paint');
  var scripts = performance.getEntriesByType('resource').filter(function (entry) { return /\\.js$/.test(entry.name); });
  return JSON.stringify({
    focusAt: __probe.focusAt,
    picturesAt: __probe.picturesAt,
    paint: paints.length > 0 ? paints[0].startTime : 0,
    script: scripts.reduce(function (sum, entry) { return sum + entry.encodedBodySize; }, 0),
  });
})()`;

async function worked(page: CdpPage): Promise<number> {
  const { metrics } = await page.client.Performance.getMetrics();
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}

/** Measures from the navigation to home with its pictures. */
export async function measureStart(page: CdpPage, address: string, { throttle, isCold }: Line): Promise<Start> {
  const { Network } = page.client;
  await page.throttle(1);
  await page.goto('about:blank');
  if (isCold) await Network.clearBrowserCache();
  await Network.emulateNetworkConditions({
    offline: false,
    latency: ROUND_TRIP_MS,
    // No limit. With -1, which is documented for it, Chromium 69 never delivers an answer.
    downloadThroughput: 0,
    uploadThroughput: 0,
  });
  await page.throttle(throttle);
  const before = await worked(page);
  await page.goto(address);
  await page.until('window.__probe && window.__probe.picturesAt > 0', WITHIN_MS);
  const facts = JSON.parse(await page.evaluate<string>(FACTS)) as Probed & { paint: number; script: number };
  const main = (await worked(page)) - before;
  return { paint: facts.paint, focus: facts.focusAt, pictures: facts.picturesAt, main, script: facts.script };
}

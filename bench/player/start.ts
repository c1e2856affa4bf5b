import type { CdpPage } from '#tests/support/browser/cdp.ts';
import { median, quantile } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { playFloor, prepareFloor } from './floor.ts';
import { OK, probed, rest, type Stage } from './stage.ts';

const COLD = 4;
const WARM = 7;
/** The screen of a title loads the player after 1.5 s of rest. */
const REST_MS = 2_500;

const frame = async (page: CdpPage) => {
  await page.until('window.__probe.frameAt > 0', 30_000);
  return probed(page);
};

const focusPlay = (page: CdpPage) =>
  page.until("(document.activeElement.dataset || {}).focusKey === 'item/primary'", 30_000);

/** The server's duration of the latest video call, in ms. */
const videoCall = (page: CdpPage) =>
  page.evaluate<number>(`(function () {
    var calls = performance.getEntriesByType('resource').filter(function (entry) { return entry.name.indexOf('/video/?') > 0; });
    return calls[calls.length - 1].duration;
  })()`);

async function press(page: CdpPage) {
  await page.press(OK);
  const { okAt, frameAt } = await frame(page);
  return { ms: frameAt - okAt, callMs: await videoCall(page) };
}

/** From OK on a title's screen to the first picture of the episode. */
export async function measureStart(stage: Stage): Promise<Figure[]> {
  const { server, episode } = stage;
  const cold: number[] = [];
  const coldFloor: number[] = [];
  for (let round = 0; round < COLD; round += 1) {
    const page = await stage.openPage();
    await page.goto(`${server.url}/#/items/${episode.itemId}`);
    await focusPlay(page);
    // Immediately, before any part of the player is loaded.
    cold.push((await press(page)).ms);
    await page.close();

    const floor = await stage.openPage();
    const stream = await stage.requestStream(episode.id);
    await prepareFloor(floor, server.url);
    const scriptMs = await floor.evaluate<number>(
      "performance.getEntriesByType('resource').filter(function (entry) { return entry.name.indexOf('shaka') > 0; })[0].duration",
    );
    const beganAt = await playFloor(floor, stream, 0);
    coldFloor.push(scriptMs + (await frame(floor)).frameAt - beganAt);
    await floor.close();
  }

  const page = await stage.openPage();
  const floor = await stage.openPage();
  await prepareFloor(floor, server.url);
  const warm: number[] = [];
  const calls: number[] = [];
  const warmFloor: number[] = [];
  for (let round = 0; round <= WARM; round += 1) {
    await page.goto('about:blank');
    await page.goto(`${server.url}/#/items/${episode.itemId}`);
    await focusPlay(page);
    await rest(REST_MS);
    const { ms, callMs } = await press(page);
    const beganAt = await playFloor(floor, await stage.requestStream(episode.id), 0);
    const floorMs = (await frame(floor)).frameAt - beganAt;
    // The first round fills the cache.
    if (round === 0) continue;
    warm.push(ms);
    calls.push(callMs);
    warmFloor.push(floorMs);
  }
  await page.close();
  await floor.close();

  const ours = median(warm) - median(calls) - median(warmFloor);
  const ms = (values: readonly number[]) => `${median(values).toFixed(0)} ms (worst ${quantile(values, 1).toFixed(0)})`;
  return [
    { what: 'OK to first frame, cold: nothing loaded before', figure: ms(cold), target: '' },
    { what: '  Shaka alone, its script included', figure: ms(coldFloor), target: '' },
    { what: 'OK to first frame, warm: after a rest on the title', figure: ms(warm), target: '' },
    { what: "  the server's answer with the video", figure: ms(calls), target: '' },
    { what: '  Shaka alone, from its load on', figure: ms(warmFloor), target: '' },
    { what: '  ours', figure: `${ours.toFixed(0)} ms (${((ours / median(warm)) * 100).toFixed(0)} %)`, target: '' },
  ];
}

import type { CdpPage } from '#tests/support/browser/cdp.ts';
import { ratioFigures } from '../lib/ratio.ts';
import type { Figure } from '../lib/table.ts';
import { playFloor, prepareFloor } from './floor.ts';
import { delayed, OK, probed, rest, type Stage } from './stage.ts';

const THROTTLES = [1, 6];
/** Targets: the app's time as a share of Shaka's alone, in the same turn. */
const MOST = { cold: 1.5, warm: 0.6 } as const;
/** The first frame counts from OK, after this rest on the title. */
const REST_MS = 6_000;

const frame = async (page: CdpPage) => {
  await page.until('window.__probe.frameAt > 0', 30_000);
  return probed(page);
};

const focusPlay = (page: CdpPage) =>
  page.until("(document.activeElement.dataset || {}).focusKey === 'item/primary'", 30_000);

async function press(page: CdpPage): Promise<number> {
  await page.press(OK);
  const { okAt, frameAt } = await frame(page);
  return frameAt - okAt;
}

/** One turn: the app, then Shaka alone, each with an empty cache if `isCold`. */
async function turn(stage: Stage, pages: { app: CdpPage; floor: CdpPage }, throttle: number, isCold: boolean) {
  const { server, fresh } = stage;
  const { app, floor } = pages;
  for (const page of [app, floor]) {
    await page.throttle(1);
    await page.goto('about:blank');
    if (isCold) await page.client.Network.clearBrowserCache();
  }
  await app.goto(`${server.url}/#/items/${fresh.itemId}`);
  await focusPlay(app);
  // Cold: at once, before any part of the player is loaded.
  if (!isCold) await rest(REST_MS);
  await app.throttle(throttle);
  const ms = await press(app);
  await app.throttle(1);
  await app.goto('about:blank');

  const stream = await stage.requestStream(fresh.id);
  await floor.throttle(throttle);
  const scriptMs = await prepareFloor(floor, server.url);
  const beganAt = await playFloor(floor, stream, 0);
  const loadMs = (await frame(floor)).frameAt - beganAt;
  await floor.throttle(1);
  return { app: ms, floor: isCold ? scriptMs + loadMs : loadMs };
}

/** From OK on a title's screen to the first picture of the episode. */
export async function measureStart(stage: Stage, turns: number, figures: Figure[]): Promise<void> {
  const pages = { app: await stage.openPage(), floor: await stage.openPage() };
  await Promise.all([delayed(pages.app), delayed(pages.floor)]);
  for (const throttle of THROTTLES) {
    for (const line of ['cold', 'warm'] as const) {
      const measured: { app: number; floor: number }[] = [];
      try {
        // The first turn warms the server and the browsers.
        for (let count = 0; count <= turns; count += 1) {
          const one = await turn(stage, pages, throttle, line === 'cold');
          if (count > 0) measured.push(one);
        }
      } finally {
        const from = line === 'cold' ? 'its script included' : 'from its load on';
        figures.push(
          ...ratioFigures(`OK to first frame, ${throttle}x, ${line}`, `Shaka alone, ${from}`, measured, MOST[line]),
        );
      }
    }
  }
  await pages.app.close();
  await pages.floor.close();
}

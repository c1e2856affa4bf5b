import type { CdpPage } from '#tests/support/browser/cdp.ts';
import { median, quantile } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { playFloor, prepareFloor } from './floor.ts';
import { digit, MOVES, OK, playEpisode, probed, rest, type Stage } from './stage.ts';

/** Tenths of the episode, each far from the previous one and not buffered. */
const TENTHS = [7, 2, 8, 1, 6, 0, 7, 3];
const SECONDS = 90;

/** Pause at each target, in ms, so that only it is fetched. */
const STAY_MS = 700;

async function frame(page: CdpPage) {
  await page.until('window.__probe.seekedAt > 0', 30_000);
  return probed(page);
}

/** From OK to the picture at the target. */
export async function measureSeek(stage: Stage): Promise<Figure[]> {
  const { server, episode } = stage;
  const page = await stage.openPage();
  await page.goto(`${server.url}/#/home`);
  await playEpisode(page, episode.id);
  const floor = await stage.openPage();
  await prepareFloor(floor, server.url);
  await playFloor(floor, await stage.requestStream(episode.id), 0);
  await floor.until(MOVES, 30_000);
  const ours: number[] = [];
  const least: number[] = [];
  for (const tenths of TENTHS) {
    await page.press(digit(tenths));
    await page.press(OK);
    const { okAt, seekedAt } = await frame(page);
    ours.push(seekedAt - okAt);
    const askedAt = await floor.evaluate<number>(
      `(__probe.seekedAt = 0, document.querySelector('video').currentTime = ${(tenths * SECONDS) / 10}, performance.now())`,
    );
    least.push((await frame(floor)).seekedAt - askedAt);
    await rest(STAY_MS);
  }
  await page.close();
  await floor.close();
  const ms = (values: readonly number[]) => `${median(values).toFixed(0)} ms (worst ${quantile(values, 1).toFixed(0)})`;
  return [
    { what: 'seek to frame, nothing of it buffered', figure: ms(ours), target: '' },
    { what: '  Shaka alone', figure: ms(least), target: '' },
  ];
}

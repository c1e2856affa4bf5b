import type { CdpPage } from '#tests/support/browser/cdp.ts';
import { median, quantile } from '../lib/quantile.ts';
import { ratioFigures } from '../lib/ratio.ts';
import type { Figure } from '../lib/table.ts';
import { playFloor, prepareFloor } from './floor.ts';
import { delayed, digit, MOVES, OK, playEpisode, probed, rest, type Stage } from './stage.ts';

/** Tenths of the episode, each far from the previous one and not buffered. */
const TENTHS = [7, 2, 8, 1, 6, 0, 7, 3];
const SECONDS = 90;

/** Pause at each target, in ms, so that only it is fetched. */
const STAY_MS = 700;
/** Pause before a seek to the next tenth, in ms: it is buffered by then. */
const BUFFERED_MS = 2_500;

const MOST = 1.3;
const MOST_BUFFERED_MS = 150;

async function frame(page: CdpPage) {
  await page.until('window.__probe.seekedAt > 0', 30_000);
  return probed(page);
}

async function seek(page: CdpPage, tenths: number): Promise<number> {
  await page.press(digit(tenths));
  await page.press(OK);
  const { okAt, seekedAt } = await frame(page);
  return seekedAt - okAt;
}

/** From OK to the picture at the target, next to Shaka alone, and at a target that is buffered. */
export async function measureSeek(stage: Stage, _turns: number, figures: Figure[]): Promise<void> {
  const { server, episode } = stage;
  const ours: number[] = [];
  const least: number[] = [];
  const buffered: number[] = [];
  try {
    const page = await stage.openPage();
    await page.goto(`${server.url}/#/home`);
    await playEpisode(page, episode.id);
    await delayed(page);
    for (const tenths of TENTHS) {
      ours.push(await seek(page, tenths));
      await rest(STAY_MS);
    }
    for (const tenths of [2, 5]) {
      await seek(page, tenths);
      await rest(BUFFERED_MS);
      buffered.push(await seek(page, tenths + 1));
    }
    // Its play log would end that of the floor, and the addresses with it.
    await page.close();

    const floor = await stage.openPage();
    await prepareFloor(floor, server.url);
    await playFloor(floor, await stage.requestStream(episode.id), 0);
    await floor.until(MOVES, 30_000);
    await delayed(floor);
    for (const tenths of TENTHS) {
      const askedAt = await floor.evaluate<number>(
        `(__probe.seekedAt = 0, document.querySelector('video').currentTime = ${(tenths * SECONDS) / 10}, performance.now())`,
      );
      least.push((await frame(floor)).seekedAt - askedAt);
      await rest(STAY_MS);
    }
    await floor.close();
  } finally {
    const pairs = least.map((ms, index) => ({ app: ours[index] ?? NaN, floor: ms }));
    figures.push(...ratioFigures('seek to frame, nothing of it buffered', 'Shaka alone', pairs, MOST));
    const ms = median(buffered);
    figures.push({
      what: 'seek to frame within the buffer',
      figure: `${ms.toFixed(0)} ms (worst ${quantile(buffered, 1).toFixed(0)})`,
      target: `<= ${MOST_BUFFERED_MS} ms`,
      isMet: ms <= MOST_BUFFERED_MS,
    });
  }
}

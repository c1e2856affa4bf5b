import type { CdpPage } from '#tests/support/browser/cdp.ts';
import { median, quantile } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { delayed, digit, MOVES, OK, playEpisode, probed, rest, type Stage } from './stage.ts';

/** Nine tenths of an episode: the card of the next one is there, or soon. */
const LATE = 9;
/** The viewer reads the card before OK, in ms: it is gone some seconds after it has the focus. */
const READ_MS = 1_500;
const MOST_MS = 300;

/** Records when the element of one episode leaves the page: from then on the screen is black until the next first frame. */
const WATCH_ELEMENTS = `(function () {
  if (window.__watched) return;
  window.__watched = true;
  new MutationObserver(function (changes) {
    var isGone = changes.some(function (change) {
      return [].some.call(change.removedNodes, function (node) {
        return node.nodeName === 'VIDEO' || (node.querySelector && node.querySelector('video'));
      });
    });
    if (!isGone) return;
    __probe.goneAt = performance.now();
    __probe.frameAt = 0;
  }).observe(document.body, { childList: true, subtree: true });
})()`;

async function playToCard({ server, pair }: Stage, page: CdpPage) {
  // From the beginning: near its end the card would take the OK of the seek.
  await server.query('delete from playback_offsets', []);
  await page.evaluate('__probe.frameAt = 0');
  await playEpisode(page, pair.id);
  await page.evaluate(WATCH_ELEMENTS);
  // The element of the episode before may have been there for a moment.
  await page.until(`window.__probe.frameAt > 0 && ${MOVES} && document.querySelector('video').currentTime > 1`, 30_000);
  await page.press(digit(LATE));
  await page.press(OK);
  await page.until(`document.activeElement.dataset.plays === '${pair.nextId}'`, 30_000);
}

/** How long the screen is black between two episodes, in ms. */
async function blackOf(page: CdpPage, nextId: number): Promise<number> {
  await page.until(`window.location.hash === '#/play/${nextId}' && window.__probe.frameAt > 0`, 60_000);
  const { goneAt = NaN, frameAt } = await probed(page);
  return frameAt - goneAt;
}

/** From one episode to the next: by OK on its card, and by itself. */
export async function measureNext(stage: Stage, turns: number, figures: Figure[]): Promise<void> {
  const { server, pair } = stage;
  const page = await stage.openPage();
  await delayed(page);
  await page.goto(`${server.url}/#/home`);
  await page.until("(document.activeElement.dataset || {}).focusKey === 'home/play'", 30_000);
  for (const way of ['OK on its card', 'by itself'] as const) {
    const blacks: number[] = [];
    try {
      for (let count = 0; count <= turns; count += 1) {
        await playToCard(stage, page);
        if (way !== 'by itself') {
          await rest(READ_MS);
          await page.press(OK);
        }
        const black = await blackOf(page, pair.nextId);
        // The first turn loads scripts.
        if (count > 0) blacks.push(black);
      }
    } finally {
      const ms = median(blacks);
      figures.push({
        what: `black before the next episode, ${way}`,
        figure: `${ms.toFixed(0)} ms (worst ${quantile(blacks, 1).toFixed(0)})`,
        target: `<= ${MOST_MS} ms`,
        isMet: ms <= MOST_MS,
      });
    }
  }
  await page.close();
}

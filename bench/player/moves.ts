import type { CdpPage } from '#tests/support/browser/cdp.ts';
import type { Figure } from '../lib/table.ts';
import { rest, type Stage } from './stage.ts';

const MOVES = 2_000;
/** Moves and rests before measuring, after which everything has run and is compiled. */
const WARM_UP = { moves: 800, rests: 10 };
/** Tiles of one way, each of which plays an episode. */
const WAY = 8;
const LEFT = 37;
const RIGHT = 39;
const DOWN = 40;
/** The viewer rests after so many moves, for longer than preparing waits: in ms. */
const REST_EVERY = 200;
const REST_MS = 1_500;
const MOST_GROWTH_KB = 300;

/** Used heap after a garbage collection, in kB. */
async function heap(page: CdpPage): Promise<number> {
  await page.client.HeapProfiler.collectGarbage();
  await page.client.HeapProfiler.collectGarbage();
  const { metrics } = await page.client.Performance.getMetrics();
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 1024;
}

/** Moves over tiles that play, with rests that prepare: what stays in memory, and what it asks for. */
export async function measureMoves({ server, pair, openPage }: Stage): Promise<Figure[]> {
  const page = await openPage();
  let calls = 0;
  let bytes = 0;
  const media = new Set<string>();
  const { Network } = page.client;
  Network.requestWillBeSent(({ request: { url, method }, requestId }) => {
    if (/\/prepared-video\/$/.test(url) && method === 'GET') calls += 1;
    if (/^\/media\/[^/]+\.\d+p\./.test(new URL(url).pathname)) media.add(requestId);
  });
  Network.loadingFinished(({ requestId, encodedDataLength }) => {
    if (media.has(requestId)) bytes += encodedDataLength;
  });
  const [title] = await server.query<{ item_id: number }>('select item_id from episodes where id = $1', [pair.id]);
  await page.goto(`${server.url}/#/items/${title!.item_id}`);
  await page.until("(document.activeElement.dataset || {}).focusKey === 'item/primary'", 30_000);
  while (!(await page.evaluate<boolean>("/^episodes/.test(document.activeElement.dataset.focusKey || '')"))) {
    await page.press(DOWN);
    await rest(100);
  }
  const run = async (moves: number) => {
    for (let done = 0; done < moves; done += WAY) {
      const way = (done / WAY) % 2 === 0 ? RIGHT : LEFT;
      for (let step = 0; step < WAY; step += 1) await page.press(way);
      if (done % REST_EVERY === 0) await rest(REST_MS);
    }
    await rest(REST_MS);
  };
  for (let count = 0; count < WARM_UP.rests; count += 1) {
    await page.press(count % 2 === 0 ? RIGHT : LEFT);
    await rest(REST_MS);
  }
  await run(WARM_UP.moves);
  const before = await heap(page);
  calls = bytes = 0;
  await run(MOVES);
  const growth = (await heap(page)) - before;
  await page.close();
  const rests = MOVES / REST_EVERY + 1;
  return [
    {
      what: `heap growth over ${MOVES} moves with preparing`,
      figure: `${growth.toFixed(0)} kB`,
      target: `<= ${MOST_GROWTH_KB} kB`,
      isMet: growth <= MOST_GROWTH_KB,
    },
    {
      what: `  prepared calls in ${rests} rests`,
      figure: `${calls}, ${(bytes / calls / 1024).toFixed(0)} KiB of media each`,
      target: `1 to ${rests}`,
      isMet: calls > 0 && calls <= rests,
    },
  ];
}

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { webFolder } from '#server/start/folders.ts';
import type { CdpPage } from '#tests/support/browser/cdp.ts';
import type { Figure } from '../lib/table.ts';
import { rest, type Stage } from './stage.ts';

/** Longer than the delay of any automatic load. */
const REST_MS = 5_000;

const PARTS = /player-screen[^/]*\.js$|shaka-player[^/]*\.js$/;

const kb = (file: string) => (statSync(file).size / 1024).toFixed(0);

function sizeOf(folder: string, pattern: RegExp): string {
  const name = readdirSync(join(webFolder, folder)).find((each) => pattern.test(each));
  if (name === undefined) return 'not there';
  const file = join(webFolder, folder, name);
  return `${kb(file)} kB (${kb(`${file}.br`)} kB sent)`;
}

/** When each part of the player was requested, in ms since the page's start. */
const loads = (page: CdpPage) =>
  page.evaluate<{ name: string; at: number }[]>(
    `performance.getEntriesByType('resource').filter(function (entry) { return ${PARTS.toString()}.test(entry.name); })
      .map(function (entry) { return { name: entry.name, at: entry.startTime }; })`,
  );

/** Size of the player's chunks, and whether they load on a title's screen and not before. */
export async function measureChunk({ server, episode, openPage }: Stage): Promise<Figure[]> {
  const page = await openPage();
  await page.goto(`${server.url}/#/home`);
  await page.until("(document.activeElement.dataset || {}).focusKey === 'home/play'", 30_000);
  await rest(REST_MS);
  const atHome = await loads(page);
  await page.evaluate(`window.location.hash = '#/items/${episode.itemId}'`);
  await page.until("(document.activeElement.dataset || {}).focusKey === 'item/primary'", 30_000);
  const readyAt = await page.evaluate<number>('performance.now()');
  await rest(REST_MS);
  const onTitle = await loads(page);
  await page.close();
  const restedMs = Math.min(...onTitle.map(({ at }) => at)) - readyAt;
  return [
    { what: "the player's chunk", figure: sizeOf('assets', /^player-screen-(?!legacy).*\.js$/), target: '' },
    { what: 'Shaka', figure: sizeOf('vendor', /^shaka-player.*\.js$/), target: '' },
    {
      what: `loaded after ${REST_MS / 1_000} s on home`,
      figure: `${atHome.length} of 2`,
      target: '0',
      isMet: atHome.length === 0,
    },
    {
      what: 'loaded on the screen of a title',
      figure:
        onTitle.length === 0 ? 'no' : `${onTitle.length} of 2, ${(restedMs / 1_000).toFixed(1)} s after it was there`,
      target: '2, idle',
      isMet: onTitle.length === 2 && restedMs > 500,
    },
  ];
}

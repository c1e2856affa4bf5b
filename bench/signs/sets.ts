import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInViewer } from '#tests/support/app/signed-in-viewer.ts';
import { type CdpPage, launchPage } from '#tests/support/browser/cdp.ts';
import { type EngineName, findEngine } from '#tests/support/browser/engines.ts';
import { giveDrawnClip } from '#tests/support/media/drawn-demo.ts';
import { startTestServer, type TestServer } from '#tests/support/server/server.ts';
import { buildAppWhenNeeded } from '../../scripts/build-app.ts';
import { median, quantile } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { digit, MOVES, rest } from '../player/stage.ts';
import { changeDrawings } from './changes.ts';

const ENGINES: readonly EngineName[] = ['current', '69'];
const SLOWDOWN = 6;
/** While the picture has drawings and a picture subtitle, in seconds of the film. */
const WINDOW = { from: 22, to: 38 };
const UP = 38;
const DOWN = 40;
const PRESSES = 6;
const PRESS_EVERY_MS = 700;
/** A digit seeks to so many tenths of the film's 90 seconds. */
const TENTHS = 2;

/** Runs before the page's scripts: keeps how long after each key the page has painted, in ms. */
const KEYS = `(function () {
  window.__keys = [];
  window.addEventListener('keydown', function (event) {
    requestAnimationFrame(function () {
      setTimeout(function () { window.__keys.push(performance.now() - event.timeStamp); });
    });
  }, true);
})();`;

interface Play {
  readonly dropped: number;
  readonly shown: number;
  readonly heapMb: number;
  readonly keysMs: readonly number[];
}

/** Addresses of two episodes. */
interface Episodes {
  readonly plain: string;
  readonly drawn: string;
}

/** Two episodes of the same film, one of which has drawings and a picture subtitle. */
async function giveClips(server: TestServer, mediaFolder: string): Promise<Episodes> {
  const [plain, drawn] = await server.query<{ id: number }>(
    "select id from episodes where published_at < now() and access = 'membership' and clip_id = 'cloud-mail' order by id limit 2",
  );
  await giveDrawnClip(server, mediaFolder, drawn!.id);
  await server.query(`insert into clips select
    (jsonb_populate_record(clips, '{"id": "plain-demo", "drawings": null, "subtitles": []}'::jsonb)).*
    from clips where id = 'drawn-demo'`);
  await server.query("update episodes set clip_id = 'plain-demo' where id = $1", [plain!.id]);
  const addressOf = (id: number) => `${server.url}/#/play/${id}`;
  return { plain: addressOf(plain!.id), drawn: addressOf(drawn!.id) };
}

const video = "document.querySelector('video')";

/** Plays an episode in a new page, a little before the window. */
async function open(page: CdpPage, address: string): Promise<void> {
  await page.throttle(1);
  await page.goto('about:blank');
  await page.goto(address);
  await page.until(MOVES, 60_000);
  await page.press(digit(TENTHS));
  await page.until(
    `!${video}.seeking && ${video}.currentTime > ${WINDOW.from - 5} && ${video}.currentTime < ${WINDOW.from + 4}`,
    30_000,
  );
}

async function heapMb(page: CdpPage): Promise<number> {
  await page.client.HeapProfiler.collectGarbage();
  await page.client.HeapProfiler.collectGarbage();
  const { metrics } = await page.client.Performance.getMetrics();
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 2 ** 20;
}

/** Plays the window on a slow processor, with some keys on the controls. */
async function play(page: CdpPage, episode: string): Promise<Play> {
  await open(page, episode);
  await page.until(`${video}.currentTime > ${WINDOW.from}`);
  await page.throttle(SLOWDOWN);
  const quality = () =>
    page.evaluate<[number, number]>(`(function () {
    var quality = ${video}.getVideoPlaybackQuality();
    return [quality.droppedVideoFrames, quality.totalVideoFrames];
  })()`);
  const [droppedBefore, shownBefore] = await quality();
  await page.evaluate('void (window.__keys = [])');
  for (let press = 0; press < PRESSES; press += 1) {
    await page.press(press % 2 === 0 ? UP : DOWN);
    await rest(PRESS_EVERY_MS);
  }
  await page.until(`${video}.currentTime > ${WINDOW.to}`);
  const [dropped, shown] = await quality();
  const keysMs = await page.evaluate<number[]>('window.__keys');
  await page.throttle(1);
  return { dropped: dropped - droppedBefore, shown: shown - shownBefore, heapMb: await heapMb(page), keysMs };
}

/** Compares plays on one engine. */
async function compare(page: CdpPage, about: string, episodes: Episodes, turns: number): Promise<Figure[]> {
  await page.addStartScript(KEYS);
  const plays: Record<keyof Episodes, Play[]> = { plain: [], drawn: [] };
  // The first play of a page compiles the player.
  await play(page, episodes.plain);
  for (let turn = 0; turn < turns; turn += 1)
    for (const which of ['plain', 'drawn'] as const) plays[which].push(await play(page, episodes[which]));
  const both = (text: (one: readonly Play[]) => string) => `${text(plays.drawn)}; ${text(plays.plain)}`;
  return [
    {
      what: `${about}, ${SLOWDOWN}x: dropped of shown pictures, with drawings; without`,
      figure: both((all) => all.map(({ dropped, shown }) => `${dropped}/${shown}`).join(' ')),
      target: '',
    },
    {
      what: `${about}, ${SLOWDOWN}x: heap after it`,
      figure: both((all) => `${median(all.map((one) => one.heapMb)).toFixed(1)} MB`),
      target: '',
    },
    {
      what: `${about}, ${SLOWDOWN}x: from a key to its picture, median and worst`,
      figure: both((all) => {
        const keys = all.flatMap(({ keysMs }) => keysMs);
        return `${median(keys).toFixed(0)} and ${quantile(keys, 1).toFixed(0)} ms`;
      }),
      target: '',
    },
  ];
}

type MeasurePage = (page: CdpPage, about: string, episodes: Episodes, turns: number) => Promise<Figure[]>;

async function onEngine(
  server: TestServer,
  name: EngineName,
  measure: (page: CdpPage, about: string) => Promise<Figure[]>,
): Promise<Figure[]> {
  const about = `Chromium ${name}`;
  const choice = await findEngine(name);
  if (!choice) return [{ what: about, figure: 'does not run here', target: '' }];
  const page = await launchPage(choice);
  try {
    await page.client.Network.enable({});
    await page.client.Network.setCookie((await signInViewer(server.url)).cookie);
    return await measure(page, about);
  } finally {
    await page.close();
  }
}

async function onEngines(figures: Figure[], turns: number, measure: MeasurePage): Promise<void> {
  buildAppWhenNeeded();
  const mediaFolder = mkdtempSync(join(tmpdir(), 'bora-bench-sets-'));
  const server = await startTestServer({ mediaFolder });
  try {
    const episodes = await giveClips(server, mediaFolder);
    for (const name of ENGINES)
      figures.push(
        ...(await onEngine(server, name, (page, about) => measure(page, about, episodes, Math.min(turns, 5)))),
      );
  } finally {
    await server.remove();
    rmSync(mediaFolder, { recursive: true, force: true });
  }
}

/** Plays one film with and without drawings on a slowed engine, and compares dropped pictures, heap and keys. */
export const measureSets = (figures: Figure[], turns: number) => onEngines(figures, turns, compare);

/** Turns drawings off and on while they are in the picture, and finds the first picture that is different. */
export const measureChanges = (figures: Figure[], turns: number) =>
  onEngines(figures, turns, (page, about, { drawn }, plays) =>
    changeDrawings(page, about, () => open(page, drawn), plays),
  );

import type { CdpPage } from '#tests/support/browser/cdp.ts';
import { median } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { playFloor, prepareFloor } from './floor.ts';
import { CONTROLS_ARE_HIDDEN, digit, MOVES, OK, playEpisode, rest, type Stage } from './stage.ts';

const THROTTLE = 6;
const ROUNDS = 7;
const WINDOW_MS = 8_000;
/** After the opening and 50 s before the ending, so that no button appears. */
const FROM_TENTHS = 3;
const FROM_SECONDS = 27;

/** Maximum cost of the app beyond Shaka, as a share of one core. */
const MOST = 0.01;

interface Cost {
  /** Main-thread CPU time, in ms per second of playback. */
  readonly all: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
}

async function counted(page: CdpPage) {
  const { metrics } = await page.client.Performance.getMetrics();
  const ms = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? NaN) * 1_000;
  return {
    all: ms('TaskDuration'),
    script: ms('ScriptDuration'),
    style: ms('RecalcStyleDuration'),
    layout: ms('LayoutDuration'),
    playedMs: await page.evaluate<number>("document.querySelector('video').currentTime * 1000"),
  };
}

async function costOfPlaying(page: CdpPage): Promise<Cost> {
  const before = await counted(page);
  await rest(WINDOW_MS);
  const after = await counted(page);
  const seconds = (after.playedMs - before.playedMs) / 1_000;
  const each = (name: keyof Cost) => (after[name] - before[name]) / seconds;
  return { all: each('all'), script: each('script'), style: each('style'), layout: each('layout') };
}

/** Main-thread cost of playback while only the picture and its subtitles are visible. */
export async function measureCpu(stage: Stage): Promise<Figure[]> {
  const { server, episode } = stage;
  const page = await stage.openPage();
  await page.goto(`${server.url}/#/home`);
  await playEpisode(page, episode.id);
  const floor = await stage.openPage();
  await prepareFloor(floor, server.url);
  const own: Cost[] = [];
  const least: Cost[] = [];
  for (const each of [page, floor]) {
    await each.client.Performance.disable();
    // CPU time of the thread, which excludes other programs.
    await each.client.Performance.enable({ timeDomain: 'threadTicks' });
  }
  // One at a time, so that the machine is quiet; the other is paused.
  for (let round = 0; round < ROUNDS; round += 1) {
    await floor.evaluate("document.querySelector('video').pause()");
    await page.press(digit(FROM_TENTHS));
    await page.press(OK);
    await page.until(`${MOVES} && document.querySelector('video').currentTime > ${FROM_SECONDS}`);
    await page.until(CONTROLS_ARE_HIDDEN, 20_000);
    await page.throttle(THROTTLE);
    own.push(await costOfPlaying(page));
    await page.throttle(1);
    await page.press(OK);

    await playFloor(floor, await stage.requestStream(episode.id), FROM_SECONDS);
    await floor.until(MOVES, 20_000);
    // Wait until the controls have gone and both have passed their start.
    await rest(4_000);
    await floor.throttle(THROTTLE);
    least.push(await costOfPlaying(floor));
    await floor.throttle(1);
    await page.press(OK);
  }
  await page.close();
  await floor.close();
  const part = (costs: readonly Cost[], name: keyof Cost) => median(costs.map((cost) => cost[name]));
  // Computed per round, because the machine's other work changes between rounds.
  const beyond = median(own.map(({ all }, round) => all - least[round]!.all)) / 1_000;
  const percent = (value: number) => `${(value * 100).toFixed(2)} %`;
  return [
    {
      what: `main thread while playing, controls hidden, ${THROTTLE}x slower, beyond Shaka's own`,
      figure: `${percent(beyond)} of a core`,
      target: `< ${percent(MOST)}`,
      isMet: beyond < MOST,
    },
    {
      what: '  the app',
      figure: `${part(own, 'all').toFixed(1)} ms/s (script ${part(own, 'script').toFixed(1)}, style ${part(own, 'style').toFixed(1)}, layout ${part(own, 'layout').toFixed(1)})`,
      target: '',
    },
    {
      what: '  Shaka alone',
      figure: `${part(least, 'all').toFixed(1)} ms/s (script ${part(least, 'script').toFixed(1)}, style ${part(least, 'style').toFixed(1)}, layout ${part(least, 'layout').toFixed(1)})`,
      target: '',
    },
    {
      what: '  rounds: the app, Shaka alone',
      figure: own.map((cost, round) => `${cost.all.toFixed(1)}, ${least[round]!.all.toFixed(1)}`).join('; '),
      target: '',
    },
  ];
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { EngineName } from '#tests/support/engines.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { startEngineTv, type EngineTv, type Layout } from './engine-tv.ts';
import { keyboardOf } from './engine-keyboard.ts';
import { DEMO } from '#tests/support/tv.ts';

/** Titles of the demo that a member may watch, and whose clips are VP9 too. */
const TITLE = /item:103$/;
/** Boxes of the same thing on two engines differ by no more, in px. */
const TOLERANCE = 2;
const pictures = join(import.meta.dirname, '../../test-results/engines');

const packages = inject('packages');
const layouts: { engine: EngineName; screen: string; layout: Layout }[] = [];

beforeAll(() => mkdir(pictures, { recursive: true }));

describe.for(inject('engines'))('Chromium %s', (engine) => {
  let server: TestServer;
  let tv: EngineTv;
  let tile: string;
  let episode: string;
  let isBroken = false;

  /** Steps of one story: what follows a failed one cannot be told from it. */
  const step = (name: string, act: () => Promise<void>) =>
    test(name, async () => {
      if (isBroken) throw new Error('a step before failed');
      isBroken = true;
      await act();
      isBroken = false;
    });
  const keep = async (screen: string) => {
    layouts.push({ engine, screen, layout: await tv.layout() });
    await tv.page.screenshot(join(pictures, `${screen}-${engine}.png`));
  };
  const playsOn = async () => {
    const from = await tv.videoTime();
    await tv.page.until(`document.querySelector('video').currentTime > ${from + 0.5}`);
  };

  beforeAll(async () => {
    // Each engine finds the demo as it is at first; the packages know one address.
    server = await startTestServer({ dataDir: 'memory', port: Number(new URL(packages.apiUrl).port) });
    tv = await startEngineTv(engine, packages);
  });
  afterAll(async () => {
    await tv?.close();
    await server?.close();
  });

  step('starts from file:// and signs in', async () => {
    await tv.reach('sign-in');
    await tv.pressUntil('up', /^sign-in\/by-email$/);
    await tv.press('ok');
    await tv.focusOn(/^sign-in\/email\//);
    if (engine === inject('engines')[0]) await keyboardOf(tv, 'sign-in/email').press(...DEMO.email, 'done');
    else await tv.type(DEMO.email).then(() => tv.press('ok'));
    await tv.focusOn(/^sign-in\/password\//);
    if (engine === inject('engines')[0]) await keyboardOf(tv, 'sign-in/password').press(...DEMO.password, 'done');
    else await tv.type(DEMO.password).then(() => tv.press('ok'));
    await tv.reach('profiles');
    await keep('profiles');
  });

  step('shows home, and walks its rows', async () => {
    await tv.press('ok');
    await tv.reach('home');
    await keep('home');
    await tv.pressUntil('down', /^ranking\//);
    await tv.pressUntil('right', TITLE);
    await keep('home-row');
    tile = await tv.focusKey();
  });

  step('plays an episode', async () => {
    await tv.press('ok');
    await tv.reach('item');
    await tv.focusOn(/./);
    await keep('item');
    await tv.pressUntil('down', /^episodes\//);
    await tv.press('right');
    episode = await tv.focusKey();
    await tv.press('ok');
    await tv.reach('player');
    await tv.page.until(`document.querySelector('video').currentTime > 5`, 30_000);
    expect(await tv.page.evaluate(`document.querySelector('video').videoWidth`)).toBeGreaterThan(0);
    expect(await tv.page.evaluate(`document.querySelectorAll('video').length`)).toBe(1);
  });

  step('obeys the keys for playing that its remote has', async () => {
    const paused = `document.querySelector('video').paused`;
    await tv.press('pause');
    await tv.page.until(paused);
    await tv.press('play');
    await playsOn();
    if (tv.set.codes.toggle !== undefined) {
      await tv.press('toggle');
      await tv.page.until(paused);
      await tv.press('toggle');
      await playsOn();
    }
    const from = await tv.videoTime();
    await tv.press('forward', 'forward');
    await tv.page.until(`document.querySelector('video').currentTime > ${from + 15}`);
    const ahead = await tv.videoTime();
    await tv.press('rewind');
    await tv.page.until(`document.querySelector('video').currentTime < ${ahead - 2}`);
    await playsOn();
  });

  step('seeks with the arrows', async () => {
    const from = await tv.videoTime();
    await tv.press('right', 'ok');
    await tv.page.until(`document.querySelector('video').currentTime > ${from + 8}`);
    await playsOn();
  });

  step('lets the decoder go while hidden, and plays on where it was', async () => {
    const from = await tv.videoTime();
    await tv.television('setHidden(true)');
    // HTMLMediaElement.NETWORK_EMPTY: the element holds nothing.
    await tv.page.until(`(document.querySelector('video') || { networkState: 0 }).networkState === 0`);
    const kept = await tv.page.evaluate<string>(`localStorage.getItem('pendingReports') || ''`);
    expect(Math.abs(keptSeconds(kept) - from)).toBeLessThan(2);
    await tv.television('setHidden(false)');
    await tv.page.until(`(document.querySelector('video') || {}).currentTime > ${from - 2}`);
    await playsOn();
    expect(await tv.videoTime()).toBeLessThan(from + 10);
  });

  step('goes Back to the same episode, and to the same tile', async () => {
    await tv.press('back');
    if (await tv.page.evaluate(`!!document.querySelector('main[data-screen=player]')`)) await tv.press('back');
    await tv.reach('item');
    expect(await tv.focusKey()).toBe(episode);
    await tv.press('back');
    await tv.reach('home');
    expect(await tv.focusKey()).toBe(tile);
  });

  step('asks before it ends, or leaves that to the system', async () => {
    await tv.press('back');
    if (tv.set.kind === 'tizen') {
      await tv.focusOn(/^exit\/cancel$/);
      await keep('exit');
      await tv.press('back');
      await tv.page.until(`!document.querySelector('[role=dialog]')`);
      expect(await tv.focusKey()).toBe(tile);
      await tv.press('back');
      await tv.pressUntil('right', /^exit\/exit$/);
      await tv.press('ok');
    }
    expect(await tv.television('exits()')).toBe(1);
  });

  step('is still signed in when it starts again', async () => {
    await tv.page.goto(`file://${packages[tv.set.kind]}/index.html`);
    await tv.reach('profiles');
    expect(tv.page.said).toEqual([]);
  });
});

/** One engine alone has nothing to be compared with. */
const compared = inject('engines').length > 1 ? ['profiles', 'home', 'home-row', 'item', 'exit'] : [];

test.for(compared)('%s looks the same on all engines', (screen) => {
  const [first, ...others] = layouts.filter((one) => one.screen === screen);
  expect(others.length).toBeGreaterThan(0);
  const apart = others.flatMap(({ engine, layout }) => differences(first!.layout, layout, engine));
  expect(apart).toEqual([]);
});

/** Where the newest report on disk says that watching stopped, in seconds. */
function keptSeconds(text: string): number {
  const reports = JSON.parse(text || '[]') as { playEndOffset: number }[];
  return reports[reports.length - 1]?.playEndOffset ?? NaN;
}

function differences(one: Layout, other: Layout, engine: EngineName): string[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => {
    const [mine, theirs] = [one[key], other[key]];
    if (!mine || !theirs) return [`${engine}: ${key} is only on ${mine ? 'the first' : 'this'}`];
    const isNear = mine.every((edge, index) => Math.abs(edge - theirs[index]!) <= TOLERANCE);
    return isNear ? [] : [`${engine}: ${key} ${theirs.join()} instead of ${mine.join()}`];
  });
}

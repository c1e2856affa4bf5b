import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isSubtracted, type EngineName, type SubtractedName } from '#tests/support/browser/engines.ts';
import { giveDrawnClip } from '#tests/support/media/drawn-demo.ts';
import { startTestServer, type TestServer } from '#tests/support/server/server.ts';
import { exactly, startEngineTv, type EngineTv } from './engine-tv.ts';
import { keyboardOf } from './engine-keyboard.ts';
import { surviveBadMedia } from './bad-media.ts';
import { watchDrawings } from './drawings.ts';
import { differences, type Recorded } from './layouts.ts';
import { usePointer } from './pointer.ts';
import { otherSets } from './sets.ts';
import type { Packages } from './setup.ts';
import { DEMO } from '#tests/support/tv.ts';

/** Titles of the demo that a member may watch, with VP9 clips. */
const TITLE = /item:103$/;
const EPISODE_ID = 10305;
const EPISODE = new RegExp(`episode:${EPISODE_ID}$`);
const VP9 = /\/vp9-\d+\.webm$/;
/** Buttons exist only while the controls are visible. */
const CONTROLS = `document.querySelector('[data-focus-key^="player/menu:"]')`;
const PAUSED = `document.querySelector('video').paused`;
const MIDDLE_SECONDS = 22.5;
/** Builds of Chromium that cannot demux other formats than WebM. */
const isWithoutMp4 = (engine: EngineName) => engine === '64' || engine === '69' || isSubtracted(engine);
/** The oldest ones: Playwright tells it on the current one. */
const isWithDrawings = (engine: EngineName) => engine === '69' || engine === '64-53';
const DRAWN_EPISODE_ID = 12306;
/** The engine on which e-mail and password are typed with arrows, which takes the longest. */
const byRemote = inject('engines').find((engine) => !isSubtracted(engine));
const pictures = join(import.meta.dirname, '../../test-results/engines');

/** The engine's name in titles of tests. */
export const titleOf = (engine: EngineName) => (isSubtracted(engine) ? engine.replace('-', ' minus ') : engine);

/**
 * The story of an evening, told on each engine, and a comparison of its layouts. Each file that calls this has its own
 * packages, which call its own server.
 */
export function tellStory<Name extends 'all' | SubtractedName>(
  engines: readonly EngineName[],
  packages: Packages<Name>,
  folderOf: (engine: EngineName) => Name,
): void {
  const layouts: Recorded[] = [];
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
  });
  describe.for(engines.map((engine) => [titleOf(engine), engine] as const))('Chromium %s', ([, engine]) => {
    const folders = packages.folders[folderOf(engine)];
    let server: TestServer;
    let mediaFolder: string;
    let tv: EngineTv;
    let tile: string;
    let episode: string;
    let isBroken = false;

    /** Steps of one story: after a failure, later steps fail without running. */
    const step = (name: string, act: () => Promise<void>) =>
      test(name, async () => {
        if (isBroken) throw new Error('an earlier step failed');
        isBroken = true;
        try {
          await act();
        } catch (error) {
          const where = await tv.whereabouts().catch(String);
          throw new Error(`${error instanceof Error ? error.message : String(error)} (${where})`, { cause: error });
        }
        isBroken = false;
      });
    const record = async (screen: string) => {
      layouts.push({ engine, screen, layout: await tv.layout() });
      await tv.page.screenshot(join(pictures, `${screen}-${engine}.png`));
    };
    const playsOn = async () => {
      const from = await tv.videoTime();
      await tv.page.until(`document.querySelector('video').currentTime > ${from + 0.5}`);
    };
    const resume = async () => {
      await tv.press('play');
      await playsOn();
    };
    /**
     * Pauses, and seeks to 30% of 75 s, which is neither opening nor ending: on a busy machine, a film that plays would end
     * before all is looked at. Without OK, which could arrive after the automatic seek.
     */
    const goToMiddle = async () => {
      await tv.press('pause');
      await tv.page.until(PAUSED);
      await tv.page.evaluate(`void (function () {
        window.__soughtTo = -1;
        document.addEventListener('seeked', function (event) {
          window.__soughtTo = event.target.currentTime;
        }, true);
      })()`);
      await tv.press('three');
      await tv.page.until(`Math.abs(window.__soughtTo - ${MIDDLE_SECONDS}) < 2`);
      await tv.focusOn(/^player\/timeline$/);
    };

    beforeAll(async () => {
      // Each engine starts with a fresh demo; the packages know one address.
      const { dataDir, startsAtMs } = inject('evening');
      const aheadMs = startsAtMs - Date.now();
      mediaFolder = await mkdtemp(join(tmpdir(), 'bora-drawn-'));
      server = await startTestServer({
        ...{ copyOf: dataDir, mediaFolder },
        port: Number(new URL(packages.apiUrl).port),
        clock: { now: () => new Date(Date.now() + aheadMs) },
      });
      if (isWithDrawings(engine)) await giveDrawnClip(server, mediaFolder, DRAWN_EPISODE_ID);
      tv = await startEngineTv(engine, folders);
    });
    afterAll(async () => {
      await tv?.close();
      await server?.remove();
      await rm(mediaFolder, { recursive: true, force: true });
    });

    step('starts from file:// and signs in', async () => {
      await tv.reach('sign-in');
      await record('sign-in');
      await tv.pressUntil('up', /^sign-in\/by-email$/);
      await tv.press('ok');
      await tv.focusOn(/^sign-in\/email\//);
      if (engine === byRemote) await keyboardOf(tv, 'sign-in/email').press(...DEMO.email, 'done');
      else await tv.type(DEMO.email).then(() => tv.press('ok'));
      await tv.focusOn(/^sign-in\/password\//);
      if (engine === byRemote) await keyboardOf(tv, 'sign-in/password').press(...DEMO.password, 'done');
      else await tv.type(DEMO.password).then(() => tv.press('ok'));
      await tv.reach('profiles');
      await record('profiles');
    });

    step('shows home, and walks its rows', async () => {
      await tv.press('ok');
      await tv.reach('home');
      await record('home');
      await tv.pressUntil('down', /^ranking\//);
      await tv.pressUntil('right', TITLE);
      await record('home-row');
      tile = await tv.focusKey();
    });

    step('plays an episode', async () => {
      await tv.press('ok');
      await tv.reach('item');
      await tv.focusOn(/./);
      await record('item');
      await tv.pressUntil('down', /^episodes\//);
      await tv.pressUntil('right', EPISODE);
      episode = await tv.focusKey();
      await tv.press('ok');
      await tv.reach('player');
      // Within the second segment: each takes two seconds.
      await tv.page.until(`document.querySelector('video').currentTime > 2.5`);
      expect(await tv.page.evaluate(`document.querySelector('video').videoWidth`)).toBeGreaterThan(0);
      expect(await tv.page.evaluate(`document.querySelectorAll('video').length`)).toBe(1);
      const isVp9 = tv.requested.some(({ pathname }) => VP9.test(pathname));
      // These two engines cannot demux other formats.
      if (isWithoutMp4(engine)) expect(isVp9).toBe(true);
    });

    step('obeys the keys for playing that its remote has', async () => {
      await tv.press('pause');
      await tv.page.until(PAUSED);
      await tv.page.until(CONTROLS);
      await record('player');
      await resume();
      if (tv.set.codes.toggle !== undefined) {
        await tv.press('toggle');
        await tv.page.until(PAUSED);
        await tv.press('toggle');
        await playsOn();
      }
      await goToMiddle();
      await tv.press('forward', 'forward');
      await tv.page.until(`document.querySelector('video').currentTime > ${MIDDLE_SECONDS + 15}`);
      const ahead = await tv.videoTime();
      await tv.press('rewind');
      await tv.page.until(`document.querySelector('video').currentTime < ${ahead - 2}`);
      await resume();
    });

    step('seeks with the arrows', async () => {
      await goToMiddle();
      await tv.press('right');
      await tv.page.until(`document.querySelector('video').currentTime > ${MIDDLE_SECONDS + 8}`);
      await resume();
    });

    step('lets the decoder go while hidden, and plays on where it was', async () => {
      await goToMiddle();
      await resume();
      // Synchronously: a set may freeze the page as soon as it is hidden.
      const { at, stored } = await tv.page.evaluate<{ at: number; stored: string }>(`(function () {
        var at = document.querySelector('video').currentTime;
        window.__television.setHidden(true);
        return { at: at, stored: localStorage.getItem('pendingReports') || '' };
      })()`);
      expect(Math.abs(storedSeconds(stored) - at)).toBeLessThan(2);
      // HTMLMediaElement.NETWORK_EMPTY: the element has no source.
      await tv.page.until(`(document.querySelector('video') || { networkState: 0 }).networkState === 0`);
      await tv.page.evaluate(`void document.addEventListener('playing', function (event) {
        window.__playedFrom = window.__playedFrom || event.target.currentTime;
      }, true)`);
      await tv.television('setHidden(false)');
      await tv.page.until(`window.__playedFrom`);
      expect(Math.abs((await tv.page.evaluate<number>(`window.__playedFrom`)) - at)).toBeLessThan(2);
      await playsOn();
    });

    step('goes Back to the same episode, and to the same tile', async () => {
      // Back leaves a paused film at once, and otherwise hides the controls, which on a busy machine may be hidden already.
      await tv.press('pause');
      await tv.page.until(PAUSED);
      await tv.press('back');
      await tv.reach('item');
      await tv.focusOn(exactly(episode));
      await tv.press('back');
      await tv.reach('home');
      await tv.focusOn(exactly(tile));
    });

    step('finds a title in Hangul, and goes Back to home', async () => {
      await tv.pressUntil('left', /^navigation\//);
      await tv.pressUntil('up', /^navigation\/search$/);
      await tv.press('ok');
      await tv.reach('search');
      await tv.focusOn(/^search\/keyboard\//);
      await keyboardOf(tv, 'search/keyboard').press('ㅁ', 'ㅏ', 'ㄱ', 'ㅊ', 'ㅏ');
      await tv.page.until(`document.querySelector('main h2').textContent.indexOf('‘막차’') === 0`);
      await record('search');
      await keyboardOf(tv, 'search/keyboard').press('done');
      await tv.focusOn(TITLE);
      await tv.press('ok');
      await tv.reach('item');
      await tv.press('back');
      await tv.reach('search');
      await tv.focusOn(TITLE);
      await tv.press('back');
      await tv.reach('home');
      await tv.pressUntil('right', TITLE);
      expect(await tv.focusKey()).toBe(tile);
    });

    step('asks before it ends, or leaves that to the system', async () => {
      await tv.press('back');
      if (tv.set.kind === 'tizen') {
        await tv.focusOn(/^exit\/cancel$/);
        await record('exit');
        await tv.press('back');
        await tv.page.until(`!document.querySelector('[role=dialog]')`);
        await tv.focusOn(exactly(tile));
        await tv.press('back');
        await tv.pressUntil('right', /^exit\/exit$/);
        await tv.press('ok');
      }
      expect(await tv.television('exits()')).toBe(1);
    });

    step('is still signed in when it starts again, and asked nobody but its server', async () => {
      await tv.page.goto(`file://${folders[tv.set.kind]}/index.html`);
      await tv.reach('profiles');
      expect(tv.page.said).toEqual([]);
      const hosts = new Set(tv.requested.filter(({ protocol }) => protocol !== 'file:').map(({ host }) => host));
      expect([...hosts]).toEqual([new URL(packages.apiUrl).host]);
    });

    // Playwright tells both on the current engine; this is the oldest that is met with a pointer.
    if (engine === '69') {
      step('opens what is under the pointer', async () => {
        await tv.press('ok');
        await tv.reach('home');
        await usePointer(tv, /^ranking\/item:103$/);
      });

      step('plays on after pages that came instead of media', async () => {
        await tv.page.evaluate(`void (location.hash = '#/play/${EPISODE_ID}')`);
        await tv.reach('player');
        await surviveBadMedia(tv);
      });
    }

    if (isWithDrawings(engine))
      step('shows drawn signs, and a subtitle of a disc over them', async () => {
        if (engine !== '69') {
          await tv.press('ok');
          await tv.reach('home');
        }
        await watchDrawings(tv, DRAWN_EPISODE_ID, join(pictures, `drawings-${engine}.png`));
      });

    step('starts the package of the other maker as well', async () => {
      await tv.close();
      tv = await startEngineTv(engine, folders, otherSets[engine]);
      await tv.reach('sign-in');
      await tv.pressUntil('up', /^sign-in\/by-email$/);
      await tv.press('ok');
      await tv.focusOn(/^sign-in\/email\//);
      await tv.press('back');
      await tv.focusOn(/^sign-in\/by-email$/);
      expect(tv.page.said).toEqual([]);
    });
  });

  const screens =
    inject('engines').length > 1 ? ['sign-in', 'profiles', 'home', 'home-row', 'item', 'player', 'search', 'exit'] : [];

  describe.skipIf(engines.length === 0)('the layout', () => {
    let others: Recorded[];
    // Files run at the same time. Each first tells its own layouts and then reads those of all, so that the last one
    // sees every pair.
    beforeAll(async () => {
      const { layoutsFolder } = packages;
      const file = join(layoutsFolder, `${engines.join()}.json`);
      await writeFile(`${file}.part`, JSON.stringify(layouts));
      await rename(`${file}.part`, file);
      const names = (await readdir(layoutsFolder)).filter((name) => name.endsWith('.json'));
      const texts = await Promise.all(names.map((name) => readFile(join(layoutsFolder, name), 'utf8')));
      others = texts.flatMap((text) => JSON.parse(text) as Recorded[]);
    });

    test.for(screens)('%s looks the same on all engines', (screen) => {
      const mine = layouts.find((one) => one.screen === screen);
      expect(mine).toBeDefined();
      const apart = others
        .filter((one) => one.screen === screen && one.engine !== mine!.engine)
        .flatMap(({ engine, layout }) => differences(mine!.layout, layout, titleOf(engine)));
      expect(apart).toEqual([]);
    });
  });
}

/** Stop offset of the newest stored report, in seconds. */
function storedSeconds(text: string): number {
  const reports = JSON.parse(text || '[]') as { playEndOffset: number }[];
  return reports[reports.length - 1]?.playEndOffset ?? NaN;
}

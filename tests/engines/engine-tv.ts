import { launchPage, type CdpPage } from '#tests/support/browser/cdp.ts';
import { findEngine, isSubtracted, SUBTRACTED, type EngineName } from '#tests/support/browser/engines.ts';
import { sets, type RemoteCodes, type TvSet } from './sets.ts';
import { subtractScript } from './subtract.ts';

export type RemoteButton = keyof RemoteCodes;

/** Left, top, width and height in px of focusable elements, by focus key. */
export type Layout = Record<string, readonly [number, number, number, number]>;

/** A set with the installed package, and a viewer with the remote. */
export interface EngineTv {
  readonly set: TvSet;
  readonly page: CdpPage;
  press(...buttons: RemoteButton[]): Promise<void>;
  /** Types on a keyboard connected to the set. */
  type(text: string): Promise<void>;
  /** Waits for a loaded screen that contains the focus. */
  reach(screen: string): Promise<void>;
  focusKey(): Promise<string>;
  /** Waits until the focused element's key matches. */
  focusOn(focusKey: RegExp): Promise<void>;
  /** Presses `button` until the focused element's key matches. */
  pressUntil(button: RemoteButton, focusKey: RegExp, most?: number): Promise<void>;
  videoTime(): Promise<number>;
  /** Focusable elements and their current positions. */
  boxes(): Promise<Layout>;
  /** The same, after all animations. */
  layout(): Promise<Layout>;
  /** Requested addresses, without those inside the package. */
  readonly requested: readonly URL[];
  /** Where the viewer is, in one line for a failure. */
  whereabouts(): Promise<string>;
  /** Calls a member of the imitated set's controls. */
  television<T>(call: string): Promise<T>;
  close(): Promise<void>;
}

/** Matches one focus key. */
export const exactly = (focusKey: string) => new RegExp(`^${focusKey.replace(/[^\w/:-]/g, '\\$&')}$`);

/** Resolves after some frames. */
export const FRAMES = `new Promise(function (resolve) {
  var left = 20;
  requestAnimationFrame(function next() { left -= 1; if (left > 0) requestAnimationFrame(next); else resolve(); });
})`;

const FOCUS_KEY = `((document.activeElement || {}).dataset || {}).focusKey || ''`;
const WHEREABOUTS = `(function () {
  var main = document.querySelector('main') || { dataset: {} };
  var dialog = document.querySelector('[role=dialog], [role=alert]');
  var video = document.querySelector('video');
  return 'on ' + main.dataset.screen + ', focus ' + (${FOCUS_KEY}) +
    (dialog ? ', it says ' + dialog.textContent.slice(0, 80) : '') +
    (video ? ', video at ' + video.currentTime + ' of ' + video.duration + (video.paused ? ' paused' : ' playing') +
      (video.seeking ? ' seeking' : '') + ' ready ' + video.readyState : '');
})()`;
/** The demo's profiles have different ids on every server. */
const UUID = String(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/);
const LAYOUT = `Array.from(document.querySelectorAll('[data-focus-key]')).reduce(function (layout, element) {
  var box = element.getBoundingClientRect();
  layout[element.dataset.focusKey.replace(${UUID}, '*' + Object.keys(layout).length)] = [box.left, box.top, box.width, box.height];
  return layout;
}, {})`;
/**
 * 64.0.3264 is from the developers' channel; its optimizing compiler sometimes crashes the page with "unimplemented
 * code" (docs/decisions/202). Sets have released versions.
 */
const WITHOUT_OPTIMIZER = '--js-flags=--no-opt';
/** A panel of 1280x720 whose page has 1920x1080, as on sets: it saves a sixth of the processor time. */
const SCALE = 2 / 3;
/** Longer than any animation after a press, in ms of frame time: frames are late on a busy machine. */
const STILL_MS = 400;
/** On a busy machine two frames may be that far apart, and no animation has begun between them. */
const STILL_FRAMES = 12;
/** The layout, once it was unchanged for so many frames and ms of frames. */
const STILL_LAYOUT = `new Promise(function (resolve) {
  var before = '', since = 0, frames = 0;
  requestAnimationFrame(function look(now) {
    var layout = ${LAYOUT};
    var text = JSON.stringify(layout);
    if (text !== before) {
      before = text;
      since = now;
      frames = 0;
    }
    frames += 1;
    if (now - since < ${STILL_MS} || frames < ${STILL_FRAMES}) requestAnimationFrame(look);
    else resolve(layout);
  });
})`;

/** @throws Error when the engine does not run here. */
async function startEngine(name: EngineName) {
  const choice = await findEngine(name);
  if (!choice) throw new Error(`Chromium ${name} does not run on this system`);
  // Sets let a packaged app read its own files.
  const args = ['--allow-file-access-from-files'];
  if (name === '64' || isSubtracted(name)) args.push(WITHOUT_OPTIMIZER);
  return launchPage(choice, { scale: SCALE, args });
}

/**
 * Starts the package in `folder` on one engine, like a set of its time.
 *
 * @param chromium the version to which the engine is reduced; null to leave it as it is
 */
export async function startEngineTv(
  name: EngineName,
  folders: Record<TvSet['kind'], string>,
  set: TvSet = sets[name],
  chromium: number | null = isSubtracted(name) ? SUBTRACTED[name] : null,
): Promise<EngineTv> {
  const page = await startEngine(name);
  const requested: URL[] = [];
  const tv: EngineTv = {
    set,
    page,
    requested,
    async press(...buttons) {
      for (const button of buttons) {
        const code = set.codes[button];
        if (code === undefined) throw new Error(`the remote has no ${button}`);
        await page.press(code);
      }
    },
    type: (text) => page.type(text),
    async reach(screen) {
      await page.until(`document.querySelector('main[data-screen="${screen}"]')`);
      await page.until(`!document.querySelector('[role=status][aria-label="불러오는 중이에요"]')`);
      await page.until(`document.querySelector('main').contains(document.activeElement)`);
    },
    focusKey: () => page.evaluate(FOCUS_KEY),
    focusOn: (focusKey) => page.until(`${String(focusKey)}.test(${FOCUS_KEY})`),
    async pressUntil(button, focusKey, most = 15) {
      for (let press = 0; press < most; press += 1) {
        if (focusKey.test(await tv.focusKey())) return;
        await tv.press(button);
      }
      await tv.focusOn(focusKey);
    },
    videoTime: () => page.evaluate(`(document.querySelector('video') || { currentTime: -1 }).currentTime`),
    boxes: () => page.evaluate(LAYOUT),
    async layout() {
      await page.until(`document.fonts.status === 'loaded'`);
      return page.evaluate(STILL_LAYOUT);
    },
    async whereabouts() {
      const errors = page.said.length > 0 ? `, errors ${page.said.join('; ')}` : '';
      return (await page.evaluate<string>(WHEREABOUTS)) + errors;
    },
    television: (call) => page.evaluate(`window.__television.${call}`),
    close: () => page.close(),
  };
  try {
    page.client.Network.requestWillBeSent(({ request }) => {
      if (!/^(data|blob):/.test(request.url)) requested.push(new URL(request.url));
    });
    await page.client.Network.enable({});
    await page.addStartScript(await set.globals());
    if (chromium !== null) await page.addStartScript(subtractScript(chromium));
    await page.goto(`file://${folders[set.kind]}/index.html`);
    return tv;
  } catch (error) {
    await tv.close();
    throw error;
  }
}

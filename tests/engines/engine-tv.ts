import { launchPage, type CdpPage } from '#tests/support/cdp.ts';
import { findEngine, type EngineName } from '#tests/support/engines.ts';
import { sets, type RemoteCodes, type TvSet } from './sets.ts';

export type RemoteButton = keyof RemoteCodes;

/** Left, top, width and height in px of what can have the focus, by focus key. */
export type Layout = Record<string, readonly [number, number, number, number]>;

/** A set with the package in it, and who sits before it with the remote. */
export interface EngineTv {
  readonly set: TvSet;
  readonly page: CdpPage;
  press(...buttons: RemoteButton[]): Promise<void>;
  /** Types on a keyboard plugged into the set. */
  type(text: string): Promise<void>;
  /** Waits for a screen that has the focus in it and has loaded. */
  reach(screen: string): Promise<void>;
  focusKey(): Promise<string>;
  /** Waits until what has the focus has a key that fits. */
  focusOn(focusKey: RegExp): Promise<void>;
  /** Presses `button` until what has the focus has a key that fits. */
  pressUntil(button: RemoteButton, focusKey: RegExp, most?: number): Promise<void>;
  videoTime(): Promise<number>;
  /** What can have the focus and where it is now. */
  boxes(): Promise<Layout>;
  /** The same, once nothing moves any more. */
  layout(): Promise<Layout>;
  /** What was asked for so far, beside what the page holds itself. */
  readonly requested: readonly URL[];
  /** A member of the imitated set's controls, called. */
  television<T>(call: string): Promise<T>;
  close(): Promise<void>;
}

const FOCUS_KEY = `((document.activeElement || {}).dataset || {}).focusKey || ''`;
/** The demo's profiles have other ids on every server. */
const UUID = String(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/);
const LAYOUT = `Array.from(document.querySelectorAll('[data-focus-key]')).reduce(function (layout, element) {
  var box = element.getBoundingClientRect();
  layout[element.dataset.focusKey.replace(${UUID}, '*' + Object.keys(layout).length)] = [box.left, box.top, box.width, box.height];
  return layout;
}, {})`;
/**
 * 64.0.3264 is a version of the developers' channel, whose optimizing compiler ends the page now and then with
 * "unimplemented code" (docs/decisions/078). The sets have released versions.
 */
const WITHOUT_OPTIMIZER = '--js-flags=--no-opt';
/** Longer than anything that moves on a press, in ms of the frames' own time: on a busy machine frames come late. */
const STILL_MS = 400;
/** The layout, once so many ms of frames have drawn the same one. */
const STILL_LAYOUT = `new Promise(function (resolve) {
  var before = '', since = 0;
  requestAnimationFrame(function look(now) {
    var layout = ${LAYOUT};
    var text = JSON.stringify(layout);
    if (text !== before) {
      before = text;
      since = now;
    }
    if (now - since < ${STILL_MS}) requestAnimationFrame(look);
    else resolve(layout);
  });
})`;

/** @throws Error when the engine does not run here. */
async function startEngine(name: EngineName) {
  const choice = await findEngine(name);
  if (!choice) throw new Error(`Chromium ${name} does not run on this system`);
  // The sets' runtimes let a packaged app read its own files.
  const args = ['--allow-file-access-from-files'];
  if (name === '64') args.push(WITHOUT_OPTIMIZER);
  return launchPage(choice, { args });
}

/** Starts the package in `folder` on one engine, as the set of its time does. */
export async function startEngineTv(
  name: EngineName,
  folders: Record<TvSet['kind'], string>,
  set: TvSet = sets[name],
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
    television: (call) => page.evaluate(`window.__television.${call}`),
    close: () => page.close(),
  };
  try {
    page.client.Network.requestWillBeSent(({ request }) => {
      if (!/^(data|blob):/.test(request.url)) requested.push(new URL(request.url));
    });
    await page.client.Network.enable({});
    await page.addStartScript(await set.globals());
    await page.goto(`file://${folders[set.kind]}/index.html`);
    return tv;
  } catch (error) {
    await tv.close();
    throw error;
  }
}

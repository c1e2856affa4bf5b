import { focused, focusKey, isHistoryOnItsWay, isLoading, isPictureAwaited, screenName, where } from './app-page.ts';

const CODES = {
  up: 38,
  down: 40,
  left: 37,
  right: 39,
  ok: 13,
  back: 27,
  'play-pause': 10252,
  stop: 413,
  rewind: 412,
  'fast-forward': 417,
  'channel-up': 427,
  'channel-down': 428,
  red: 403,
  green: 404,
  yellow: 405,
  blue: 406,
  '5': 101,
};
export type WalkKey = keyof typeof CODES;
export const ARROWS = ['up', 'down', 'left', 'right'] as const;
export type Arrow = (typeof ARROWS)[number];

/** After this time in ms, loading counts as stuck. */
const PATIENCE_MS = 60_000;

/** The phone keyboard waits for the phone in one call after the other: on search, one is nearly always in flight. */
const WAITS_FOR_PHONE = /\/api\/inputs\/v1\/.*[?&]after=/;

// Counts calls in flight: the app's client uses XMLHttpRequest.
let calls = 0;
const waiting = new WeakSet<XMLHttpRequest>();
const { open, send } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: Parameters<typeof open>) {
  if (WAITS_FOR_PHONE.test(String(given[1]))) waiting.add(this);
  open.apply(this, given);
} as typeof open;
XMLHttpRequest.prototype.send = function (...body) {
  if (!waiting.has(this)) {
    calls += 1;
    this.addEventListener('loadend', () => (calls -= 1));
  }
  send.apply(this, body);
};

// The clock can be advanced to make answers stale.
let awayMs = 0;
const { now } = Date;
Date.now = () => now() + awayMs;
export const stayAway = (ms: number) => void (awayMs += ms);

const channel = new MessageChannel();
const turns: (() => void)[] = [];
channel.port1.onmessage = () => turns.shift()?.();
const turn = () =>
  new Promise<void>((resolve) => {
    turns.push(resolve);
    channel.port2.postMessage(null);
  });
export const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const keyEvent = (type: string, keyCode: number, repeat = false) =>
  (focused() ?? document.body).dispatchEvent(
    new KeyboardEvent(type, { keyCode, which: keyCode, bubbles: true, cancelable: true, repeat } as KeyboardEventInit),
  );

/**
 * Presses a key, with `repeats` keydown events while held. Resolves after the effects of the key, deferred ones
 * included.
 */
export async function press(key: WalkKey, repeats = 0): Promise<void> {
  keyEvent('keydown', CODES[key]);
  for (let repeat = 0; repeat < repeats; repeat += 1) keyEvent('keydown', CODES[key], true);
  keyEvent('keyup', CODES[key]);
  await turn();
  await turn();
}

/** Presses a key twice without a pause, as a remote whose button bounces. */
export async function pressTwice(key: WalkKey): Promise<void> {
  for (const type of ['keydown', 'keyup', 'keydown', 'keyup']) keyEvent(type, CODES[key]);
  await turn();
  await turn();
}

async function waitWhile(isSo: () => boolean, what: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (isSo()) {
    await frame();
    if (performance.now() > until) throw new Error(`${what} after ${PATIENCE_MS} ms: ${where()} ${focusKey()}`);
  }
}

/** Waits until the history entry matches the shown visit. */
export const historyFollows = () => waitWhile(isHistoryOnItsWay, 'the history is still on its way');

const isMoving = () =>
  document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);

/** Waits until all transitions have ended. */
export const stillness = () => waitWhile(isMoving, 'still moving');

/** Waits until nothing is loading. */
export function rest(): Promise<void> {
  let quiet = 0;
  return waitWhile(() => {
    const isBusy =
      calls > 0 || isHistoryOnItsWay() || isLoading() || isPictureAwaited() || ['none', 'start'].includes(screenName());
    quiet = isBusy ? 0 : quiet + 1;
    return quiet < 3;
  }, 'still loading');
}

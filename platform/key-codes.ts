import type { RemoteKey } from './platform.ts';

/**
 * `keyCode`s by key, for all systems, as Samsung and LG document them. They do not collide, so television codes also
 * work in a desktop browser. Only `keyCode` is read: `key` and `code` are missing or differ on old engines.
 */
export const CODES: Record<RemoteKey, readonly number[]> = {
  left: [37],
  up: [38],
  right: [39],
  down: [40],
  // Some webOS remotes send 16777221; 65376 ends typing on Tizen's keyboard.
  ok: [13, 16777221, 65376],
  // Escape; Tizen; webOS; 65385 cancels typing on Tizen's keyboard.
  back: [27, 10009, 461, 65385],
  play: [415],
  pause: [19],
  // Tizen; the Windows media key.
  'play-pause': [10252, 179],
  stop: [413, 178],
  rewind: [412, 188],
  'fast-forward': [417, 190],
  next: [10233, 176],
  previous: [10232, 177],
  // Tizen; webOS and Page Up.
  'channel-up': [427, 33],
  'channel-down': [428, 34],
  // The remote's colours; F1 to F4.
  red: [403, 112],
  green: [404, 113],
  yellow: [405, 114],
  blue: [406, 115],
  info: [457, 73],
  // Tizen; webOS; c.
  caption: [10221, 460, 67],
  search: [10225, 191],
  '0': [48, 96],
  '1': [49, 97],
  '2': [50, 98],
  '3': [51, 99],
  '4': [52, 100],
  '5': [53, 101],
  '6': [54, 102],
  '7': [55, 103],
  '8': [56, 104],
  '9': [57, 105],
};

const BACKSPACE = 8;
const SPACE = 32;

const keyByCode = new Map<number, RemoteKey>();
for (const key of Object.keys(CODES) as RemoteKey[]) {
  for (const code of CODES[key]) keyByCode.set(code, key);
}
keyByCode.set(BACKSPACE, 'back');
keyByCode.set(SPACE, 'play-pause');

/** The remote key of a `keyCode`, or null when the app does not use it. */
export const findRemoteKey = (keyCode: number): RemoteKey | null => keyByCode.get(keyCode) ?? null;

import { findRemoteKey } from '../key-codes.ts';
import { createPageKeys } from '../page-keys.ts';
import type { RemoteKey, RemoteKeys } from '../platform.ts';
import { askSet, type TizenApi } from './tizen-api.ts';

/**
 * Samsung's names of the keys that the app registers. All others stay with the system (CO-US-01), such as volume, mute,
 * power, Exit and Menu. Arrows, OK and Back need no registration.
 */
const KEY_NAMES: Record<string, RemoteKey> = {
  MediaPlayPause: 'play-pause',
  MediaPlay: 'play',
  MediaPause: 'pause',
  MediaStop: 'stop',
  MediaRewind: 'rewind',
  MediaFastForward: 'fast-forward',
  MediaTrackNext: 'next',
  MediaTrackPrevious: 'previous',
  ChannelUp: 'channel-up',
  ChannelDown: 'channel-down',
  Info: 'info',
  Caption: 'caption',
  Search: 'search',
  ColorF0Red: 'red',
  ColorF1Green: 'green',
  ColorF2Yellow: 'yellow',
  ColorF3Blue: 'blue',
  '0': '0',
  '1': '1',
  '2': '2',
  '3': '3',
  '4': '4',
  '5': '5',
  '6': '6',
  '7': '7',
  '8': '8',
  '9': '9',
};

/** Registers each key separately, so that one refused name does not affect the others. */
function registerOneByOne({ tvinputdevice }: TizenApi, names: readonly string[]): void {
  for (const name of names) askSet(() => tvinputdevice.registerKey(name), undefined);
}

function register(tizen: TizenApi, names: readonly string[]): void {
  const { tvinputdevice } = tizen;
  if (!tvinputdevice.registerKeyBatch) return registerOneByOne(tizen, names);
  try {
    tvinputdevice.registerKeyBatch(names, undefined, () => registerOneByOne(tizen, names));
  } catch {
    registerOneByOne(tizen, names);
  }
}

/** The remote of a Samsung set: registers the supported keys and reads them by the codes that the set reports. */
export function createTizenKeys(page: Window, tizen: TizenApi): RemoteKeys {
  const supported = askSet(() => tizen.tvinputdevice.getSupportedKeys(), []).filter(({ name }) => name in KEY_NAMES);
  const reported = new Map(supported.map(({ name, code }) => [code, KEY_NAMES[name] ?? null]));
  register(
    tizen,
    // If the set reports no supported keys, register all.
    supported.length > 0 ? supported.map(({ name }) => name) : Object.keys(KEY_NAMES),
  );
  return createPageKeys(page, { findKey: (keyCode) => reported.get(keyCode) ?? findRemoteKey(keyCode) });
}

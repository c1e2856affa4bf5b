import type { SetKind } from '#platform/set-kind.ts';
import { onTestFinished } from 'vitest';
import { choosePlatform } from '#platform/index.ts';
import type { RemoteKey } from '#platform/platform.ts';
import { createFakePlatform, type FakePlatform } from '#tests/support/app/fake-platform.ts';
import { installTizenGlobals, type TizenControls, type TizenOptions } from '#tests/support/browser/tizen-globals.ts';
import { installWebosGlobals, type WebosControls, type WebosOptions } from '#tests/support/browser/webos-globals.ts';

type Codes = Partial<Record<RemoteKey, number>>;

const COMMON: Codes = {
  left: 37,
  up: 38,
  right: 39,
  down: 40,
  ok: 13,
  play: 415,
  pause: 19,
  stop: 413,
  rewind: 412,
  'fast-forward': 417,
  red: 403,
  green: 404,
  yellow: 405,
  blue: 406,
  '0': 48,
  '5': 53,
};

/** Codes that each remote sends. LG's has no key that plays and pauses. */
export const REMOTES: Readonly<Record<SetKind, Codes>> = {
  tizen: {
    ...COMMON,
    back: 10009,
    'play-pause': 10252,
    next: 10233,
    previous: 10232,
    'channel-up': 427,
    'channel-down': 428,
  },
  webos: { ...COMMON, back: 461, 'channel-up': 33, 'channel-down': 34 },
};

/** A platform on an imitated set: test input takes the same path as on a set. */
export interface SetPlatform<Controls> extends FakePlatform {
  readonly set: Controls;
}

function standOn<Controls extends TizenControls | WebosControls>(set: Controls, launch: (text: string) => void) {
  const codes = REMOTES[set.kind];
  const codeOf = (key: RemoteKey) => {
    const code = codes[key];
    if (code === undefined) throw new Error(`the remote has no ${key}`);
    return code;
  };
  onTestFinished(() => {
    set.restore();
    localStorage.clear();
    document.cookie.split('; ').forEach((cookie) => (document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`));
  });
  const fake = createFakePlatform();
  const platform: SetPlatform<Controls> = {
    ...fake,
    ...choosePlatform(window),
    set,
    press: (key) => set.press(codeOf(key)),
    keyDown: (key) => set.keyDown(codeOf(key)),
    keyUp: (key) => set.keyUp(codeOf(key)),
    setHidden: set.setHidden,
    setOnline: set.setOnline,
    launchWith: launch,
    setVoiceGuide: set.setVoiceGuide,
  };
  return platform;
}

/** Imitates a Samsung set until the test ends. */
export function createSamsungSet(options?: TizenOptions): SetPlatform<TizenControls> {
  const set = installTizenGlobals(window, options);
  return standOn(set, set.launchWith);
}

/** Imitates an LG set until the test ends. */
export function createLgSet(options?: WebosOptions): SetPlatform<WebosControls> {
  const set = installWebosGlobals(window, options);
  return standOn(set, (text) => set.launchWith({ contentTarget: text }));
}

import type { SetKind } from '#platform/set-kind.ts';
import type { EngineName } from '#tests/support/browser/engines.ts';
import { imitatorScript } from '#tests/support/browser/imitator-script.ts';

/** Key codes of a remote on one kind of set. */
export interface RemoteCodes {
  readonly left: number;
  readonly up: number;
  readonly right: number;
  readonly down: number;
  readonly ok: number;
  readonly back: number;
  readonly play: number;
  readonly pause: number;
  readonly rewind: number;
  readonly forward: number;
  readonly three: number;
  /** LG's remotes have none and use OK. */
  readonly toggle?: number;
}

/** A set with an engine of about this age. */
export interface TvSet {
  readonly kind: SetKind;
  readonly codes: RemoteCodes;
  /** Script that the set runs in the page before the app; its controls are `window.__television`. */
  globals(): Promise<string>;
}

const COMMON = {
  left: 37,
  up: 38,
  right: 39,
  down: 40,
  ok: 13,
  play: 415,
  pause: 19,
  rewind: 412,
  forward: 417,
  three: 51,
};

const tizen = (version: string): TvSet => ({
  kind: 'tizen',
  codes: { ...COMMON, back: 10009, toggle: 10252 },
  globals: () => imitatorScript('tizen', { version }),
});
const webos = (chromium: number): TvSet => ({
  kind: 'webos',
  codes: { ...COMMON, back: 461 },
  globals: () => imitatorScript('webos', { chromium }),
});

/** The set that each engine imitates: one with a similar engine. */
export const sets: Record<EngineName, TvSet> = {
  '64-53': webos(53),
  '64-56': tizen('4.0'),
  '64': tizen('5.0'),
  '69': tizen('5.5'),
  '79': webos(79),
  '83': tizen('6.5'),
  '92': webos(94),
  current: tizen('9.0'),
};

/** A set of the other maker with a similar engine: the engine runs its package too. */
export const otherSets: Record<EngineName, TvSet> = {
  '64-53': tizen('4.0'),
  '64-56': webos(53),
  '64': webos(68),
  '69': webos(68),
  '79': tizen('6.0'),
  '83': webos(79),
  '92': tizen('7.0'),
  current: webos(132),
};

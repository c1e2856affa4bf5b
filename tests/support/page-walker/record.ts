import { focusKey, screenName } from './app-page.ts';

export interface WalkReport {
  /** Each fault with the keys that led to it; empty when all is well. */
  readonly faults: readonly string[];
  readonly keys: number;
  /** Visits per screen. */
  readonly screens: Readonly<Record<string, number>>;
  /** Occurrences of each action the walk is about. */
  readonly counts: Readonly<Record<string, number>>;
}

const FAULTS_TOLD = 12;
const KEYS_TOLD = 24;

const kindOf = (what: string) => what.replace(/\d+/g, '#');

export function createRecord() {
  const faults: string[] = [];
  const known = new Set<string>();
  const screens: Record<string, number> = {};
  const counts: Record<string, number> = {};
  const last: string[] = [];
  let keys = 0;
  return {
    isKnown: (what: string) => known.has(kindOf(what)),
    isEnough: () => faults.length >= FAULTS_TOLD,
    /** @param key or a move of the pointer, or another one. */
    step(key: string) {
      keys += 1;
      last.push(`${key} -> ${screenName()} ${focusKey()}`);
      if (last.length > KEYS_TOLD) last.shift();
      screens[screenName()] = (screens[screenName()] ?? 0) + 1;
    },
    count: (what: string, by = 1) => void (counts[what] = (counts[what] ?? 0) + by),
    /** Records a fault once per kind. */
    tell(what: string) {
      if (known.has(kindOf(what))) return;
      known.add(kindOf(what));
      faults.push([`[key ${keys}] ${location.hash} ${what}`, ...last].join('\n      '));
    },
    report: (): WalkReport => ({ faults, keys, screens, counts }),
  };
}

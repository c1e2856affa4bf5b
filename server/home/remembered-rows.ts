import type { HomeRow } from '#contract/home.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Clock } from '../lib/clock.ts';
import type { Basis } from './basis.ts';
import { shownIn, tellsRatings, type Shown } from './shown.ts';

interface Entry<T> {
  readonly own: string;
  readonly shown: Shown;
  readonly value: T;
}

/** Finished rows by key, for as long as making them again would give the same. */
export interface RememberedRows<T> {
  /** @param own tells apart what else the rows are made from. */
  find(key: string, basis: Basis, own: string): Promise<T | undefined>;
  /** @param made the rows that are in the value, and when their making began, in ms since 1970. */
  keep(key: string, basis: Basis, own: string, made: { value: T; rows: readonly HomeRow[]; since: number }): void;
}

/** Forgets first what was asked for longest ago. @param most entries that are remembered. */
export function createRememberedRows<T>(options: {
  titles: Pick<Titles, 'withRatings'>;
  clock: Clock;
  most: number;
}): RememberedRows<T> {
  const { titles, clock, most } = options;
  const entries = new Map<string, Entry<T>>();
  /** Basis of all entries. A new basis drops them, so that they do not keep an old snapshot in memory. */
  let current: Basis | undefined;

  return {
    async find(key, basis, own) {
      if (basis !== current) entries.clear();
      current = basis;
      const entry = entries.get(key);
      if (!entry || entry.own !== own || clock.now().getTime() >= entry.shown.until) return undefined;
      const ratings = await titles.withRatings(entry.shown.items);
      if (!tellsRatings(entry.shown, ratings)) return undefined;
      // Moves it to the end, unless another call has replaced it.
      if (entries.get(key) === entry) {
        entries.delete(key);
        entries.set(key, entry);
      }
      return entry.value;
    },

    keep(key, basis, own, { value, rows, since }) {
      if (basis !== current) return;
      entries.delete(key);
      entries.set(key, { own, shown: shownIn(rows, basis.snapshot, since), value });
      const [oldest] = entries.keys();
      if (entries.size > most) entries.delete(oldest!);
    },
  };
}

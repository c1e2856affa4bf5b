import { LRUCache } from 'lru-cache';
import type { HomeRow } from '#contract/home.ts';
import type { Titles } from '../catalogue/titles.ts';
import { batched } from '../lib/batched.ts';
import type { Clock } from '../lib/clock.ts';
import type { Basis } from './basis.ts';
import { hasCurrentRatings, shownIn, type Shown } from './shown.ts';

/** Statements for ratings in flight. */
const READS_AT_ONCE = 2;

interface Entry<T> {
  readonly country: string;
  readonly own: string;
  readonly shown: Shown;
  readonly value: T;
}

/** A cache of finished rows by key, valid until their inputs change. */
export interface RememberedRows<T> {
  /** @param own identifies the profile's own inputs. */
  find(key: string, basis: Basis, own: string): Promise<T | undefined>;
  /** @param made the value, the rows in it, and when they were begun, in ms since 1970. */
  set(
    key: string,
    basis: Basis,
    own: string,
    made: { value: T; rows: readonly HomeRow[]; since: number },
  ): Promise<void>;
}

/** An LRU cache. @param most maximum entries. */
export function createRememberedRows<T>(options: {
  titles: Pick<Titles, 'ratingsOf'>;
  clock: Clock;
  most: number;
}): RememberedRows<T> {
  const { titles, clock, most } = options;
  const entries = new LRUCache<string, Entry<T>>({ max: most });
  /** Calls at the same time ask once for each entry. */
  const isCurrent = batched(async (asked: Entry<T>[]): Promise<boolean[]> => {
    const distinct = [...new Set(asked)];
    const current = await Promise.all(
      distinct.map(async ({ shown }) => hasCurrentRatings(shown, await titles.ratingsOf(shown.itemIds))),
    );
    const byEntry = new Map(distinct.map((entry, index) => [entry, current[index]!]));
    return asked.map((entry) => byEntry.get(entry)!);
  }, READS_AT_ONCE);
  /** Basis of the entries of each country. A new one drops them, so that they do not keep an old snapshot in memory. */
  const current = new Map<string, Basis>();
  const keyIn = ({ country }: Basis, key: string) => `${country} ${key}`;
  const take = (basis: Basis) => {
    if (current.get(basis.country) === basis) return;
    current.set(basis.country, basis);
    for (const [key, { country }] of entries) if (country === basis.country) entries.delete(key);
  };

  return {
    async find(key, basis, own) {
      take(basis);
      const entry = entries.get(keyIn(basis, key));
      if (!entry || entry.own !== own || clock.now().getTime() >= entry.shown.until) return undefined;
      if (!(await isCurrent(entry))) return undefined;
      return entry.value;
    },

    async set(key, basis, own, { value, rows, since }) {
      const shown = await shownIn(rows, basis.snapshot, since);
      if (basis !== current.get(basis.country)) return;
      entries.set(keyIn(basis, key), { country: basis.country, own, shown, value });
    },
  };
}

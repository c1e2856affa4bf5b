import type { Charts } from '../catalogue/charts.ts';
import type { Catalogue, Snapshot } from '../catalogue/snapshot.ts';
import type { Clock } from '../lib/clock.ts';
import type { ArtUrl } from '../profiles/present.ts';
import { koreanWeekday } from './korean-day.ts';

/** The shared inputs of all profiles' rows. The same object is returned while none of them changes. */
export interface Basis {
  readonly snapshot: Snapshot;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** The charts and the base address of pictures, compared by identity. */
  readonly others: readonly unknown[];
}

/** Returns the previous value when the new one is equal. */
function canonical<T extends object>(isSame: (one: T, other: T) => boolean): (value: T) => T {
  let latest: T | undefined;
  let known: T | undefined;
  return (value) => {
    if (value === latest && known) return known;
    latest = value;
    if (!known || !isSame(known, value)) known = value;
    return known;
  };
}

const haveSameEntries =
  <V>(isSame: (one: V, other: V) => boolean) =>
  (one: ReadonlyMap<number, V>, other: ReadonlyMap<number, V>): boolean => {
    if (one.size !== other.size) return false;
    for (const [id, value] of one) {
      const found = other.get(id);
      if (found === undefined || !isSame(value, found)) return false;
    }
    return true;
  };

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

export function createFindBasis(options: {
  catalogue: Catalogue;
  charts: Charts;
  clock: Clock;
  artUrl: ArtUrl;
}): () => Promise<Basis> {
  const { catalogue, charts, clock, artUrl } = options;
  const viewersOf = canonical(haveSameEntries<number>((one, other) => one === other));
  const ratingsOf = canonical(
    haveSameEntries<{ cnt: number; sum: number }>((one, other) => one.cnt === other.cnt && one.sum === other.sum),
  );
  const basisOf = canonical<Basis>(
    (one, other) =>
      one.snapshot === other.snapshot && one.weekday === other.weekday && areSame(one.others, other.others),
  );

  return async () => {
    const [snapshot, viewers, ratings] = await Promise.all([catalogue.current(), charts.viewers(), charts.ratings()]);
    const others = [viewersOf(viewers), ratingsOf(ratings), artUrl('')];
    return basisOf({ snapshot, weekday: koreanWeekday(clock.now()), others });
  };
}

import type { Charts } from '#server/catalogue/lists/charts.ts';
import type { Place } from '../catalogue/viewed.ts';
import type { Catalogue, Snapshot } from '../catalogue/snapshot.ts';
import type { Clock } from '../lib/clock.ts';
import type { ArtUrl } from '../profiles/present.ts';
import { koreanWeekday } from './korean-day.ts';

/** The inputs that all profiles' rows share. The same object until one of them changes. */
export interface Basis {
  readonly snapshot: Snapshot;
  /** Empty where the service is in one country. */
  readonly country: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** The charts and the base address of pictures, compared by identity. */
  readonly others: readonly unknown[];
}

const isSame = (one: Basis, other: Basis): boolean =>
  one.snapshot === other.snapshot &&
  one.weekday === other.weekday &&
  one.others.every((input, index) => input === other.others[index]);

export function createFindBasis(options: {
  catalogue: Catalogue;
  charts: Charts;
  clock: Clock;
  artUrl: ArtUrl;
}): (place: Place) => Promise<Basis> {
  const { catalogue, charts, clock, artUrl } = options;
  /** By country. */
  const latest = new Map<string, Basis>();

  return async (place) => {
    const [snapshot, viewers, ratings] = await Promise.all([
      catalogue.current(place),
      charts.viewers(),
      charts.ratings(),
    ]);
    const { country = '' } = place;
    const basis = { snapshot, country, weekday: koreanWeekday(clock.now()), others: [viewers, ratings, artUrl('')] };
    const known = latest.get(country);
    if (known && isSame(known, basis)) return known;
    latest.set(country, basis);
    return basis;
  };
}

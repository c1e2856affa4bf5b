import type { ContentRating } from '#contract/profiles.ts';
import { isWithin } from '../catalogue/index.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import type { CatalogueItem } from '../catalogue/store.ts';
import { ROW_SIZE } from './sizes.ts';

/** The part of a catalogue that profiles with the same age limit may see, or one profile that has hidden titles. */
export interface Audience {
  readonly snapshot: Snapshot;
  /** Listed titles, in the order of the catalogue. */
  readonly allowed: readonly CatalogueItem[];
  readonly allowedIds: ReadonlySet<number>;
  /** Titles with the newest episodes, the newest first; as many as one row shows. */
  readonly newest: readonly CatalogueItem[];
}

const latestOf = ({ latest_published_at: at }: CatalogueItem) => at?.getTime() ?? 0;

function audienceOf(snapshot: Snapshot, allowed: readonly CatalogueItem[]): Audience {
  const newest = [...allowed].sort((one, other) => latestOf(other) - latestOf(one)).slice(0, ROW_SIZE);
  return { snapshot, allowed, allowedIds: new Set(allowed.map(({ id }) => id)), newest };
}

/** An audience without the titles that a profile has hidden; the same object if there are none. */
export function withoutHidden(audience: Audience, hidden: ReadonlySet<number>): Audience {
  if (hidden.size === 0) return audience;
  return audienceOf(
    audience.snapshot,
    audience.allowed.filter(({ id }) => !hidden.has(id)),
  );
}

/** Caches one audience per age limit, as long as the snapshot exists. */
export function createAudiences(): (snapshot: Snapshot, maxRating: ContentRating) => Audience {
  const known = new WeakMap<Snapshot, Map<ContentRating, Audience>>();
  return (snapshot, maxRating) => {
    const ofSnapshot = known.get(snapshot) ?? new Map<ContentRating, Audience>();
    known.set(snapshot, ofSnapshot);
    const audience =
      ofSnapshot.get(maxRating) ??
      audienceOf(
        snapshot,
        snapshot.listed.filter((item) => isWithin(item.content_rating, maxRating)),
      );
    ofSnapshot.set(maxRating, audience);
    return audience;
  };
}

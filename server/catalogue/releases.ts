import { LRUCache } from 'lru-cache';
import type { Release } from '#contract/releases.ts';
import type { Clock } from '../lib/clock.ts';
import { presentNextRelease } from './present.ts';
import type { Place } from './viewed.ts';
import type { Catalogue, Snapshot } from './snapshot.ts';
import type { CatalogueItem } from './store.ts';

/** An answer is made once in this time, in ms, however many televisions ask. */
const KEPT_MS = 1000;
/** Lists of titles with a kept answer: most televisions ask about one title. */
const KEPT_LISTS = 500;

export interface ReleasesAnswer {
  readonly count: number;
  readonly results: Release[];
}

export interface SharedReleases {
  /** Frozen, so that it is serialized once. */
  readonly answer: ReleasesAnswer;
  /** For how long caches in front of the server may keep the answer: 0 shortly before a release. */
  readonly sharedSeconds: number;
}

/** The last and the next episode of titles, the same for everybody. */
export type ListReleases = (itemIds: readonly number[], place: Place) => Promise<SharedReleases>;

interface Kept {
  /** The answer is outdated at this instant, in ms since 1970. */
  readonly untilMs: number;
  readonly made: Promise<ReleasesAnswer>;
  /** The next release of the titles, in ms since 1970. */
  nextMs: number;
}

async function releaseOf(snapshot: Snapshot, item: CatalogueItem): Promise<Release> {
  const { latest_episode_id: latestId } = item;
  const episode = latestId === null ? undefined : await snapshot.episode(item.id, latestId);
  return {
    item_id: item.id,
    latest: episode
      ? {
          episode_id: episode.id,
          episode_num: episode.episode_num,
          published_at: episode.published_at.toISOString(),
        }
      : null,
    next_release: item.next_release && presentNextRelease(item.next_release),
  };
}

/**
 * Televisions that show a title ask at the instant of its release, all within some seconds. Neither a token nor a statement
 * of their own is needed: an answer is kept for a second, and never across a release of its titles.
 */
export function createListReleases({ catalogue, clock }: { catalogue: Catalogue; clock: Clock }): ListReleases {
  /** By list of ids, oldest first. */
  const kept = new LRUCache<string, Kept>({ max: KEPT_LISTS });

  const make = async (itemIds: readonly number[], place: Place): Promise<ReleasesAnswer> => {
    const snapshot = await catalogue.current(place);
    const items = await snapshot.items([...new Set(itemIds)]);
    const results = await Promise.all(items.map((item) => releaseOf(snapshot, item)));
    return Object.freeze({ count: results.length, results });
  };

  const find = (itemIds: readonly number[], place: Place, nowMs: number): Kept => {
    const key = `${place.country ?? ''} ${itemIds.join(',')}`;
    const known = kept.get(key);
    // An instant before the kept one means that the clock was set back.
    if (known && nowMs < Math.min(known.untilMs, known.nextMs) && nowMs >= known.untilMs - KEPT_MS) return known;
    const one: Kept = { untilMs: nowMs + KEPT_MS, made: make(itemIds, place), nextMs: Infinity };
    kept.set(key, one);
    const forget = () => void (kept.get(key) === one && kept.delete(key));
    one.made.then(({ results }) => {
      const instants = results.flatMap(({ next_release: next }) => (next ? [Date.parse(next.at)] : []));
      one.nextMs = Math.min(Infinity, ...instants.filter((instant) => instant > nowMs));
    }, forget);
    return one;
  };

  return async (itemIds, place) => {
    const nowMs = clock.now().getTime();
    const one = find(itemIds, place, nowMs);
    const answer = await one.made;
    // A cache may keep the answer for a second after this one, which is up to a second old.
    return { answer, sharedSeconds: one.nextMs - nowMs > 2 * KEPT_MS ? 1 : 0 };
  };
}

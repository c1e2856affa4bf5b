import { LRUCache } from 'lru-cache';
import type { Connection } from '#server/db/open.ts';
import type { CreateLoader } from '#server/db/loader.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import {
  countRatings,
  countViewers,
  findChart,
  findLatestChart,
  saveChart,
  type ItemCount,
  type Span,
} from './charts-store.ts';
import { countRated, listRated, type Span as Part, type TitleFilter } from './lists-store.ts';

const DAY_MS = 24 * 3600_000;
const WATCHED_WITHIN_MS = 7 * DAY_MS;
const RATED_WITHIN_MS = 28 * DAY_MS;

/**
 * A chart is valid for a slot of the clock, in ms, and is stored once, so that all processes sort alike. Its start is the
 * chart's version: later pages of a list ask for the chart of the first one.
 */
const SLOT_MS = 10 * 60_000;
/** Counting ends this long before the slot, in ms, so that a worker stores the chart before its first use. */
const AHEAD_MS = 30_000;
/** When a worker counts the charts. */
export const CHART_TIMES = { everySeconds: SLOT_MS / 1000, atSecond: (SLOT_MS - AHEAD_MS) / 1000 };
/** How long earlier charts stay, in ms, for later pages, and for processes with a slow clock. */
const RETAINED_MS = 6 * SLOT_MS;

/** Recent activity of all viewers, per title. */
export interface Charts {
  /**
   * Accounts that watched a title in the last seven days, of the titles that most watched.
   *
   * @param asOf returns the chart of this instant, if it is still stored. Default: now.
   */
  viewers(asOf?: Date): Promise<ReadonlyMap<number, number>>;
  /** A part of the rated titles, the best average first. */
  rated(filter: TitleFilter, part: Part): Promise<readonly number[]>;
  countRated(filter: TitleFilter): Promise<number>;
  /** Ratings given in the last 28 days, of the titles that most rated. */
  ratings(): Promise<ReadonlyMap<number, ItemCount>>;
}

interface Chart {
  kind: 'viewers' | 'ratings';
  withinMs: number;
  count(db: Connection, span: Span): Promise<ItemCount[]>;
}

const VIEWERS: Chart = { kind: 'viewers', withinMs: WATCHED_WITHIN_MS, count: countViewers };
const RATINGS: Chart = { kind: 'ratings', withinMs: RATED_WITHIN_MS, count: countRatings };

const slotStartOf = (ms: number) => Math.floor(ms / SLOT_MS) * SLOT_MS;

const countChart = ({ withinMs, count }: Chart, db: Connection, startMs: number) =>
  count(db, { since: new Date(startMs - AHEAD_MS - withinMs), until: new Date(startMs - AHEAD_MS) });

const keyOf = ({ kind }: Chart, startMs: number) => ({ kind, counted_at: new Date(startMs) });

/** Stores the charts of this slot, and those of the next one if it begins soon, unless they are stored. */
export async function storeCharts(db: Connection, now: Date, signal: AbortSignal): Promise<void> {
  const slots = new Set([now.getTime(), now.getTime() + AHEAD_MS].map(slotStartOf));
  for (const startMs of slots)
    for (const chart of [VIEWERS, RATINGS]) {
      if (signal.aborted) return;
      const key = keyOf(chart, startMs);
      if (await findChart(db, key)) continue;
      const counts = await countChart(chart, db, startMs);
      await saveChart(db, { ...key, counts, retainedSince: new Date(startMs - RETAINED_MS) });
    }
}

export function createCharts(options: {
  db: Connection;
  /** Counts a week of play logs, which may exceed a viewer's statement timeout. */
  longWork: Connection;
  createLoader: CreateLoader;
  clock: Clock;
  failures: FailureLog;
}): Charts {
  const { db, longWork, createLoader, clock, failures } = options;
  const findRated = createLoader({
    keyOf: (key: { filter: TitleFilter; part: Part }) => JSON.stringify(key),
    read: (keys) => Promise.all(keys.map(({ filter, part }) => listRated(db, filter, part))),
    accountOf: null,
  });
  const findRatedCount = createLoader({
    keyOf: (filter: TitleFilter) => JSON.stringify(filter),
    read: (filters) => Promise.all(filters.map((filter) => countRated(db, filter))),
    accountOf: null,
  });

  const slotStart = () => slotStartOf(clock.now().getTime());

  /** Reads the stored chart of a slot; counts it here if no worker has, so that viewers do not depend on one. */
  const findOrCount = async (chart: Chart, startMs: number) => {
    const key = keyOf(chart, startMs);
    const stored = await findChart(db, key);
    if (stored) return stored;
    let counts: readonly ItemCount[];
    try {
      counts = await countChart(chart, longWork, startMs);
    } catch (error) {
      // Counting needs every machine of a cluster. Without one of them, viewers get the chart of the last slot.
      const last = await findLatestChart(db, { ...key, since: new Date(startMs - RETAINED_MS) });
      if (!last) throw error;
      failures.report('charts', error);
      return last;
    }
    try {
      await saveChart(db, { ...key, counts, retainedSince: new Date(startMs - RETAINED_MS) });
      failures.works('charts');
      // Another process may have counted at the same time; the first stored chart wins.
      return (await findChart(db, key)) ?? counts;
    } catch (error) {
      // A read-only database can still serve viewers.
      failures.report('charts', error);
      return counts;
    }
  };

  const bySlot = <T>(chart: Chart, valueOf: (count: ItemCount) => T) => {
    /** Promises, so that concurrent calls share a look-up. */
    const known = new LRUCache<number, Promise<ReadonlyMap<number, T> | undefined>>({ max: RETAINED_MS / SLOT_MS + 1 });
    const remember = (startMs: number, find: () => Promise<readonly ItemCount[] | undefined>) => {
      const found = known.get(startMs);
      if (found) return found;
      const finding = find().then((counts) => counts && new Map(counts.map((one) => [one.item_id, valueOf(one)])));
      known.set(startMs, finding);
      finding.catch(() => known.delete(startMs));
      return finding;
    };
    return async (asOf?: Date): Promise<ReadonlyMap<number, T>> => {
      const current = slotStart();
      const wanted = asOf ? slotStartOf(asOf.getTime()) : current;
      const isEarlier = wanted < current && wanted >= current - RETAINED_MS;
      const earlier = isEarlier ? await remember(wanted, () => findChart(db, keyOf(chart, wanted))) : undefined;
      return earlier ?? (await remember(current, () => findOrCount(chart, current)))!;
    };
  };

  return {
    rated: async (filter, part) => (await findRated([{ filter, part }]))[0]!,
    countRated: async (filter) => (await findRatedCount([filter]))[0]!,
    viewers: bySlot(VIEWERS, ({ cnt }) => cnt),
    ratings: bySlot(RATINGS, (count) => count),
  };
}

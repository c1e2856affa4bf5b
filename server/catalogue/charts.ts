import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import { batched } from '../lib/batched.ts';
import type { Clock } from '../lib/clock.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import {
  countRatings,
  countViewers,
  findChart,
  listRated,
  saveChart,
  type ItemCount,
  type Span,
} from './charts-store.ts';

const DAY_MS = 24 * 3600_000;
const WATCHED_WITHIN_MS = 7 * DAY_MS;
const RATED_WITHIN_MS = 28 * DAY_MS;

/**
 * A chart holds for a slot of the clock, in ms, and counts what happened before the slot. The first process that needs it
 * stores it; so all processes sort alike, and pages of a list fit together. Only a list that is read across the end of a
 * slot may repeat or skip a title.
 */
const SLOT_MS = 10 * 60_000;
/** Processes whose clocks differ may ask for an earlier slot. */
const KEPT_MS = 6 * SLOT_MS;

/** What many viewers together did lately, by title. */
export interface Charts {
  /** Accounts that watched a title in the last seven days. */
  viewers(): Promise<ReadonlyMap<number, number>>;
  /** Titles that have ratings, the best average first. */
  rated(): Promise<readonly number[]>;
  /** Ratings given in the last 28 days. */
  ratings(): Promise<ReadonlyMap<number, ItemCount>>;
}

interface Chart<T> {
  kind: 'viewers' | 'ratings';
  withinMs: number;
  count(db: Connection, span: Span): Promise<ItemCount[]>;
  valueOf(count: ItemCount): T;
}

/** Answers calls that arrive together with one lookup. */
function together<T>(find: () => Promise<T>): () => Promise<T> {
  const share = batched(async (calls: null[]) => {
    const found = await find();
    return calls.map(() => found);
  });
  return () => share(null);
}

export function createCharts(options: {
  db: Connection;
  /** Counts a week of play logs, which may take longer than a viewer's statement. */
  longWork: Connection;
  reads: Reads;
  clock: Clock;
  failures: FailureLog;
}): Charts {
  const { db, longWork, reads, clock, failures } = options;
  const findRated = reads({
    tables: ['items', 'item_figures'],
    nameOf: (name: 'rated') => name,
    read: async () => [await listRated(db)],
  });

  const slotStart = () => Math.floor(clock.now().getTime() / SLOT_MS) * SLOT_MS;

  /** The stored chart of a slot; counted here where no process has stored it. */
  const findOrCount = async <T>({ kind, withinMs, count }: Chart<T>, startMs: number) => {
    const until = new Date(startMs);
    const key = { kind, counted_at: until };
    const stored = await findChart(db, key);
    if (stored) return stored;
    const counts = await count(longWork, { since: new Date(startMs - withinMs), until });
    try {
      await saveChart(db, { ...key, counts, keptSince: new Date(startMs - KEPT_MS) });
      failures.works('charts');
      // Another process may have counted at the same time; the first one that stored it counts.
      return (await findChart(db, key)) ?? counts;
    } catch (error) {
      // A database that only reads still answers viewers.
      failures.report('charts', error);
      return counts;
    }
  };

  const bySlot = <T>(chart: Chart<T>): (() => Promise<ReadonlyMap<number, T>>) => {
    let known: { startMs: number; byItem: ReadonlyMap<number, T> } | undefined;
    const refresh = together(async () => {
      const startMs = slotStart();
      if (known?.startMs === startMs) return known.byItem;
      const counts = await findOrCount(chart, startMs);
      const byItem = new Map(counts.map((one) => [one.item_id, chart.valueOf(one)]));
      known = { startMs, byItem };
      return byItem;
    });
    return async () => (known?.startMs === slotStart() ? known.byItem : refresh());
  };

  return {
    rated: async () => (await findRated(['rated']))[0]!,
    viewers: bySlot({
      kind: 'viewers',
      withinMs: WATCHED_WITHIN_MS,
      count: countViewers,
      valueOf: ({ cnt }) => cnt,
    }),
    ratings: bySlot({ kind: 'ratings', withinMs: RATED_WITHIN_MS, count: countRatings, valueOf: (count) => count }),
  };
}

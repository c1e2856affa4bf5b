import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import { batched } from '../lib/batched.ts';
import type { Clock } from '../lib/clock.ts';
import { countRatingsSince, countViewersSince, listRated, type RecentRatings } from './charts-store.ts';

const DAY_MS = 24 * 3600_000;
const WATCHED_SINCE_MS = 7 * DAY_MS;
const RATED_SINCE_MS = 28 * DAY_MS;

/** Above this many rows the figures are counted once a minute and not on every call. */
const ROWS_TO_COUNT_ALWAYS = 20_000;
const KEEP_MS = 60_000;

/** What many viewers together did lately, by title. */
export interface Charts {
  /** Profiles that played a title in the last seven days. */
  viewers(): Promise<ReadonlyMap<number, number>>;
  /** Titles that have ratings, the best average first. */
  rated(): Promise<readonly number[]>;
  /** Ratings given in the last 28 days. */
  ratings(): Promise<ReadonlyMap<number, RecentRatings>>;
}

interface Counted<T> {
  /** Rows that were looked at. */
  rows: number;
  byItem: ReadonlyMap<number, T>;
}

/** Answers calls that arrive together with one look-up. */
function together<T>(find: () => Promise<T>): () => Promise<T> {
  const share = batched(async (calls: null[]) => {
    const found = await find();
    return calls.map(() => found);
  });
  return () => share(null);
}

/** Shares a count among calls that arrive together, and keeps a large one for a while: it is the same for everybody. */
function shared<T>(clock: Clock, sinceMs: number, count: (since: Date) => Promise<Counted<T>>) {
  let kept: { counted: Counted<T>; at: number } | undefined;
  return together(async () => {
    const now = clock.now().getTime();
    const holds = kept && kept.counted.rows > ROWS_TO_COUNT_ALWAYS && now - kept.at < KEEP_MS;
    if (!holds) kept = { counted: await count(new Date(now - sinceMs)), at: now };
    return kept!.counted.byItem;
  });
}

export function createCharts({ db, reads, clock }: { db: Connection; reads: Reads; clock: Clock }): Charts {
  const findRated = reads({
    tables: ['items', 'item_figures'],
    nameOf: (name: 'rated') => name,
    read: async () => [await listRated(db)],
  });
  return {
    rated: async () => (await findRated(['rated']))[0]!,
    viewers: shared(clock, WATCHED_SINCE_MS, async (since) => {
      const counts = await countViewersSince(db, since);
      return {
        rows: counts.reduce((sum, { plays }) => sum + plays, 0),
        byItem: new Map(counts.map(({ item_id: id, viewers }) => [id, viewers])),
      };
    }),
    ratings: shared(clock, RATED_SINCE_MS, async (since) => {
      const counts = await countRatingsSince(db, since);
      return {
        rows: counts.reduce((sum, { cnt }) => sum + cnt, 0),
        byItem: new Map(counts.map((count) => [count.item_id, count])),
      };
    }),
  };
}

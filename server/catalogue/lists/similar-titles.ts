import type { Connection, Transact } from '#server/db/open.ts';
import type { ServiceJob } from '#server/jobs/job.ts';
import type { Clock } from '#server/lib/clock.ts';
import { lockSetting } from '#server/settings/index.ts';
import { featuresOf, type AlikeTitles } from './likeness.ts';
import { LOCK_SETTING } from '#server/catalogue/editing/lock.ts';
import { listLearnt } from '#server/catalogue/learning/likeness-store.ts';
import { countTitles } from './lists-store.ts';
import { listReadyItems } from '#server/catalogue/prepared-store.ts';
import { ratingsWithin } from '#server/lib/age-limit.ts';
import {
  forgetSimilar,
  hasSimilar,
  listAlike,
  listComparedBefore,
  listNeighbours,
  listNotCompared,
  listStored,
  saveSimilar,
} from './similar-store.ts';
import type { CatalogueItem } from '#server/catalogue/store.ts';

/** A process caches the similar titles of this many: a smaller catalogue stores none. */
export const MOST_CACHED = 2_000;
/** Similar titles per title. */
const MOST_ALIKE = 60;
/** Titles per statement. */
const AT_ONCE = 20;
/** A change of more titles than these compares all titles again. */
const MOST_FOLLOWED = 100;
/** The weight of a feature depends on all titles, so it changes slowly. */
const VALID_MS = 7 * 24 * 3600_000;

const NONE: ReadonlyMap<number, AlikeTitles> = new Map();

/** The number of listed titles. */
export const countListed = (db: Connection): Promise<number> => countTitles(db, { ratings: ratingsWithin('19') });

const readItems = async (db: Connection, ids: readonly number[]): Promise<CatalogueItem[]> =>
  (await listReadyItems(db, ids)).map(({ item }) => item);

async function compare(
  db: Connection,
  items: readonly CatalogueItem[],
  total: number,
): Promise<Map<number, AlikeTitles>> {
  const found = new Map<number, AlikeTitles>();
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const part = items.slice(from, from + AT_ONCE).map((item) => ({ id: item.id, features: featuresOf(item) }));
    for (const [id, others] of await listAlike(db, part, { total, limit: MOST_ALIKE })) found.set(id, others);
  }
  return found;
}

/** Similar titles of each title by their properties, compared now. Leaves out titles that do not exist. */
export const compareTitles = async (
  db: Connection,
  ids: readonly number[],
  total: number,
): Promise<Map<number, AlikeTitles>> => compare(db, await readItems(db, ids), total);

/**
 * Similar titles of each title: as learnt from what is watched, else as stored; others are compared now. Leaves out titles
 * that do not exist.
 *
 * @param total the number of listed titles.
 */
export async function findSimilar(
  db: Connection,
  ids: readonly number[],
  total: number,
  mostCached = MOST_CACHED,
): Promise<ReadonlyMap<number, AlikeTitles>> {
  const learnt = await listLearnt(db, ids);
  const rest = ids.filter((id) => !learnt.has(id));
  const stored = total <= mostCached || rest.length === 0 ? NONE : await listStored(db, rest);
  const others = rest.filter((id) => !stored.has(id));
  const compared = others.length === 0 ? NONE : await compareTitles(db, others, total);
  return new Map([...learnt, ...stored, ...compared]);
}

/**
 * Removes what is stored of titles whose features have changed, and of those that are or were similar to them, within
 * the change's transaction. Their rows must be prepared. Comparing them again costs work in proportion to the change.
 */
export async function forgetChanged(tx: Connection, ids: readonly number[]): Promise<void> {
  if (!(await hasSimilar(tx))) return;
  if (ids.length > MOST_FOLLOWED) return forgetSimilar(tx);
  const before = await listNeighbours(tx, ids);
  const now = await compare(tx, await readItems(tx, ids), await countListed(tx));
  await forgetSimilar(tx, [...ids, ...before, ...[...now.values()].flatMap((alike) => [...alike.ids])]);
}

interface SimilarOptions {
  readonly transact: Transact;
  readonly clock: Clock;
  readonly mostCached?: number;
}

/** Stores the similar titles of each listed title that has none, and then of those that were compared long ago. */
export async function storeSimilar(
  { transact, clock, mostCached = MOST_CACHED }: SimilarOptions,
  signal: AbortSignal,
): Promise<void> {
  const total = await transact(countListed);
  if (total <= mostCached) return;
  /** Compares the next titles while no change of the catalogue runs. @returns the last of them; undefined after all. */
  const step = (next: (tx: Connection) => Promise<readonly number[]>): Promise<number | undefined> =>
    transact(async (tx) => {
      await lockSetting(tx, LOCK_SETTING, '');
      const ids = await next(tx);
      if (ids.length === 0) return undefined;
      await forgetSimilar(tx, ids);
      await saveSimilar(tx, await compare(tx, await readItems(tx, ids), total), clock.now());
      return ids.at(-1);
    });

  let after: number | undefined = -1;
  while (after !== undefined && !signal.aborted) {
    const from: number = after;
    after = await step((tx) => listNotCompared(tx, from, AT_ONCE));
  }
  const before = new Date(clock.now().getTime() - VALID_MS);
  while (!signal.aborted && (await step((tx) => listComparedBefore(tx, before, AT_ONCE))) !== undefined);
}

export const similarTitlesJob = (options: SimilarOptions): ServiceJob => ({
  name: 'comparing titles',
  everySeconds: 60,
  leaseSeconds: 60,
  longestSeconds: 300,
  run: ({ signal }) => storeSimilar(options, signal),
});

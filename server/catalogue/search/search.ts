import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { ContentRating } from '#contract/profiles.ts';
import type { Connection } from '#server/db/open.ts';
import { listSearchable, listSearchableAfter } from './search-store.ts';
import { createTitleIndex, type Found } from './title-index.ts';
import type { Subject } from './titles.ts';

/** Titles per turn of the event loop, which the embedded database blocks: one takes about 0.2 ms. */
const TITLES_AT_ONCE = 50;

/** The names of all titles, in the memory of this process. The first search reads them. */
export interface Search {
  find(keyword: string, ratings: readonly ContentRating[]): Promise<Found>;
  /** Titles about exactly this, in the catalogue's order. */
  about(subject: Subject, ratings: readonly ContentRating[]): Promise<readonly number[]>;
  /** Says that titles have changed. @param ids undefined for all. */
  evict(ids: readonly number[] | undefined): void;
}

/** @param country whose titles and age ratings it has; undefined where the service is in one country. */
export function createSearch(db: Connection, country?: string): Search {
  let index = createTitleIndex();
  let isAllStale = true;
  let stale = new Set<number>();
  let updating: Promise<void> | undefined;

  const readAll = async () => {
    const next = createTitleIndex();
    for (let after = -1; ;) {
      const titles = await listSearchableAfter(db, country, after, TITLES_AT_ONCE);
      next.replace(titles, []);
      if (titles.length < TITLES_AT_ONCE) break;
      after = titles.at(-1)!.id;
      await letOthersRun();
    }
    index = next;
  };
  const readSome = async (ids: readonly number[]) => {
    for (let start = 0; start < ids.length; start += TITLES_AT_ONCE) {
      const part = ids.slice(start, start + TITLES_AT_ONCE);
      index.replace(await listSearchable(db, country, part), part);
      await letOthersRun();
    }
  };
  /** What changes during a read is read again; so is what a failed read missed. */
  const update = async () => {
    while (isAllStale || stale.size > 0) {
      const [all, some] = [isAllStale, stale];
      [isAllStale, stale] = [false, new Set()];
      try {
        await (all ? readAll() : readSome([...some]));
      } catch (error) {
        isAllStale ||= all;
        for (const id of some) stale.add(id);
        throw error;
      }
    }
  };

  const upToDate = () => (updating ??= update().finally(() => (updating = undefined)));

  return {
    async find(keyword, ratings) {
      await upToDate();
      const steps = index.findInSteps(keyword, ratings);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        await letOthersRun();
      }
    },
    async about(subject, ratings) {
      await upToDate();
      return index.about(subject, ratings);
    },
    evict(ids) {
      if (ids === undefined) isAllStale = true;
      else for (const id of ids) stale.add(id);
    },
  };
}

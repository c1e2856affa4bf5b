import type { OwnAccess } from '#contract/console/inbox.ts';
import type { Connection } from '../../db/open.ts';
import { groupBy } from '../../lib/group-by.ts';
import { comparedName } from '../names.ts';
import { listTargetsOfTitles, listTitlesToBe } from '../store.ts';
import { createTitlesByName } from '../titles-by-name.ts';
import { listAirYears, listEpisodesOfTitles } from './known-titles-store.ts';

const numberOf = (episodeNum: string): number => Number(/^(\d+(?:\.\d+)?)화$/.exec(episodeNum)?.[1] ?? NaN);

const accessOf = (type: string | undefined): OwnAccess | undefined =>
  type === 'free' || type === 'avod' || type === 'membership' ? type : undefined;

/** A title that gets episodes, and the numbers that it has. */
export interface Known {
  title: { id: number; name: string };
  taken: ReadonlySet<number>;
  /** Access of the title's last episode; undefined without episodes, and when that episode is sold. */
  access: OwnAccess | undefined;
  /** Undefined for a title that a job makes. */
  airYear: number | undefined;
}

export type KnownTitles = ReturnType<typeof createKnownTitles>;

/** Titles that the catalogue has, or that unfinished jobs make. It remembers the names of all titles. */
export function createKnownTitles(db: Connection) {
  const titlesByName = createTitlesByName(db);

  /** The titles of these names. */
  const findTitles = async (names: readonly string[]): Promise<Map<string, { id: number; name: string }>> => {
    const found = new Map<string, { id: number; name: string }>();
    if (names.length === 0) return found;
    const byName = await titlesByName();
    const coming = new Map(
      (await listTitlesToBe(db)).map(({ titleId: id, newTitle }) => [
        comparedName(newTitle!.name),
        { id, name: newTitle!.name },
      ]),
    );
    for (const name of names) {
      const key = comparedName(name);
      const title = byName.get(key) ?? coming.get(key);
      if (title) found.set(name, title);
    }
    return found;
  };

  /** What these titles have, by id; one look for all of them. */
  const findKnown = async (titles: readonly { id: number; name: string }[]): Promise<ReadonlyMap<number, Known>> => {
    const ids = titles.map(({ id }) => id);
    const [years, episodes, coming] =
      ids.length === 0
        ? [new Map<number, number>(), [], []]
        : [await listAirYears(db, ids), await listEpisodesOfTitles(db, ids), await listTargetsOfTitles(db, ids)];
    const episodesOf = groupBy(episodes, ({ item_id: id }) => id);
    const comingOf = groupBy(coming, ({ titleId }) => titleId);
    return new Map(
      titles.map((title) => {
        const own = episodesOf.get(title.id) ?? [];
        const made = comingOf.get(title.id) ?? [];
        const numbers = [...own.map(({ episode_num: number }) => number), ...made.map(({ episodeNum }) => episodeNum)];
        const access = accessOf(own.at(-1)?.access ?? made.at(-1)?.access);
        return [title.id, { title, taken: new Set(numbers.map(numberOf)), airYear: years.get(title.id), access }];
      }),
    );
  };

  return { findTitles, findKnown };
}

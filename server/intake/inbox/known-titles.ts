import type { OwnAccess } from '#contract/console/inbox.ts';
import { findTitleRecord } from '../../catalogue/index.ts';
import type { Connection } from '../../db/open.ts';
import { comparedName } from '../names.ts';
import { listTargetsOfTitle, listTitlesToBe } from '../store.ts';
import { createTitlesByName } from '../titles-by-name.ts';

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

/** Titles that the catalogue has, or that unfinished jobs make. */
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

  const findKnown = async (title: { id: number; name: string }): Promise<Known> => {
    const record = await findTitleRecord(db, title.id);
    const episodes = record?.episodes ?? [];
    const coming = await listTargetsOfTitle(db, title.id);
    const taken = [
      ...episodes.map(({ episode_num: number }) => number),
      ...coming.map(({ episodeNum }) => episodeNum),
    ].map(numberOf);
    return {
      title,
      taken: new Set(taken),
      airYear: record?.air.year,
      access: accessOf(episodes.at(-1)?.access ?? coming.at(-1)?.access),
    };
  };

  return { findTitles, findKnown };
}

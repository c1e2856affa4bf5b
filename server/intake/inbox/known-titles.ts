import type { OwnAccess } from '#contract/console/inbox.ts';
import { findTitleRecord, listTitlesAfter } from '../../catalogue/index.ts';
import type { Connection } from '../../db/open.ts';
import type { Clock } from '../../lib/clock.ts';
import { comparedName } from '../names.ts';
import { listTargetsOfTitle, listTitlesToBe } from '../store.ts';

const TITLES_AT_ONCE = 500;

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
export function createKnownTitles(db: Connection, clock: Clock) {
  /** The titles of these names; one look at the catalogue for all of them. */
  const findTitles = async (names: readonly string[]): Promise<Map<string, { id: number; name: string }>> => {
    const found = new Map<string, { id: number; name: string }>();
    if (names.length === 0) return found;
    const wanted = new Map<string, string[]>();
    for (const name of names) wanted.set(comparedName(name), [...(wanted.get(comparedName(name)) ?? []), name]);
    const note = (id: number, name: string) => {
      for (const one of wanted.get(comparedName(name)) ?? []) if (!found.has(one)) found.set(one, { id, name });
    };
    for (let after = 0; ;) {
      const titles = await listTitlesAfter(db, { after, limit: TITLES_AT_ONCE }, clock.now());
      titles.forEach(({ id, name }) => note(id, name));
      const last = titles.at(-1);
      if (last === undefined || titles.length < TITLES_AT_ONCE) break;
      after = last.id;
    }
    for (const { titleId, newTitle } of await listTitlesToBe(db)) note(titleId, newTitle!.name);
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

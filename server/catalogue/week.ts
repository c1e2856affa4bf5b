import { WEEKDAY_TITLES, type WeekTitle } from '#contract/week.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Resume } from '#server/watching/playback/resume.ts';
import type { Lists } from './lists/lists.ts';
import type { Presenter } from './present-for-caller.ts';
import type { Catalogue } from './snapshot.ts';
import type { Titles } from './titles.ts';

/** Sunday first. */
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** The titles that air weekly, by day, with what came out last, and whether the profile follows them. */
export type ListWeek = (caller: ProfileCaller) => Promise<{ count: number; results: WeekTitle[] }>;

export function createListWeek(options: {
  catalogue: Catalogue;
  lists: Lists;
  titles: Titles;
  resume: Resume;
  present: Presenter;
}): ListWeek {
  const { catalogue, lists, titles, resume, present } = options;

  return async (caller) => {
    const [snapshot, days, places] = await Promise.all([
      catalogue.current(caller),
      Promise.all(
        WEEKDAYS.map((weekday) =>
          lists.list(caller, { weekday, sorting: 'popular', limit: WEEKDAY_TITLES, offset: 0 }),
        ),
      ),
      resume.listLast(caller),
    ]);
    const begun = new Set(places.filter((place) => place.is_begun).map((place) => place.item_id));
    const shown = days.flatMap(({ items }, weekday) => items.map((item) => ({ item, weekday })));
    const mine = await titles.listMine(
      caller,
      shown.map(({ item }) => item.id),
    );
    const summaryOf = present.itemSummary(caller);
    const results = await Promise.all(
      shown.map(async ({ item, weekday }, index): Promise<WeekTitle> => {
        const { latest_episode_id: id } = item;
        const latest = id === null ? undefined : await snapshot.episode(item.id, id);
        return {
          item: summaryOf(item),
          weekday,
          latest: latest ? { episode_num: latest.episode_num, published_at: latest.published_at.toISOString() } : null,
          is_followed: begun.has(item.id) || mine[index]!.is_wished,
        };
      }),
    );
    return { count: days.reduce((sum, { count }) => sum + count, 0), results };
  };
}

import type { ItemSummary } from '#contract/catalogue.ts';
import type { HomeRow } from '#contract/home.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Charts } from '#server/catalogue/lists/charts.ts';
import type { ItemFilter, ItemQuery } from '#server/catalogue/lists/list-query.ts';
import type { Lists } from '#server/catalogue/lists/lists.ts';
import type { Presenter } from '../catalogue/present-for-caller.ts';
import type { Catalogue } from '../catalogue/snapshot.ts';
import type { CatalogueItem, BriefRow } from '../catalogue/store.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Clock } from '../lib/clock.ts';
import { koreanWeekday } from './korean-day.ts';
import { isShown } from './is-shown.ts';
import { ROW_SIZE } from './sizes.ts';

const RANKING_SIZE = 10;
/** Enough to fill the ranking when the most watched titles are also the best rated. */
export const RATED_SIZE = 2 * RANKING_SIZE;

/**
 * Bayesian average: each recently rated title gets this many extra ratings of this score, so that a single 5 does not
 * win.
 */
const PRIOR_RATINGS = 3;
const PRIOR_SCORE = 3.5;
/** Titles that are read together. */
const PART = 100;
/** Average from which a title counts as highly rated. */
const HIGH_SCORE = 4;

/** Path and query of the call that lists a whole row. */
const listPath = (filter: Partial<ItemQuery>) =>
  `/api/items/v1/list/?${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`;

/** A row of titles; no row without titles. */
export const itemsRow = (
  present: (row: BriefRow) => ItemSummary,
  row: { id: string; title: string; items: readonly BriefRow[]; more: string | null },
): HomeRow[] => {
  const { id, title, items, more } = row;
  return items.length === 0 ? [] : [{ id, kind: 'items', title, results: items.map(present), more }];
};

/** The viewer that a row is made for. */
export interface RowViewer {
  readonly caller: ProfileCaller;
  /** Titles that the profile has hidden; none for a shared row. */
  readonly hidden: ReadonlySet<number>;
  /** For all profiles with the caller's age limit and locks; otherwise without the titles that the profile has hidden. */
  readonly isShared: boolean;
}

/** Rows shared by all profiles with the same age limit and locks that have hidden none of the titles. */
export interface SharedRows {
  today(viewer: RowViewer): Promise<HomeRow[]>;
  ranking(viewer: RowViewer): Promise<HomeRow[]>;
  newlyRated(viewer: RowViewer): Promise<HomeRow[]>;
  theme(viewer: RowViewer, theme: { id: number; title: string }): Promise<HomeRow[]>;
  genre(viewer: RowViewer, genre: string): Promise<HomeRow[]>;
  /** The link to all themes. */
  themes(viewer: RowViewer): Promise<HomeRow[]>;
}

export function createSharedRows(options: {
  clock: Clock;
  charts: Charts;
  titles: Titles;
  lists: Lists;
  present: Presenter;
  catalogue: Catalogue;
}): SharedRows {
  const { clock, catalogue, charts, titles, lists, present } = options;

  const list = ({ caller, isShared }: RowViewer, query: ItemQuery) =>
    isShared ? lists.listShared(caller, query) : lists.list(caller, query);

  /** First page of a list call, which `more` refers to. */
  const listRow = async (viewer: RowViewer, id: string, title: string, filter: Partial<ItemFilter>) => {
    const { items } = await list(viewer, { sorting: 'popular', ...filter, limit: ROW_SIZE, offset: 0 });
    return itemsRow(present.itemSummary(viewer.caller), { id, title, items, more: listPath(filter) });
  };

  return {
    today: (viewer) => listRow(viewer, 'today', '오늘 업데이트', { weekday: koreanWeekday(clock.now()) }),
    theme: (viewer, { id, title }) => listRow(viewer, `theme-${id}`, title, { theme: id }),
    genre: (viewer, genre) => listRow(viewer, `genre-${genre}`, genre, { genre }),

    async themes({ caller, hidden }) {
      const results = (await lists.themes(caller, hidden)).map(present.theme);
      return [{ id: 'themes', kind: 'themes', title: '테마별로 보기', results, more: '/api/themes/v1/list/' }];
    },

    /** The most watched titles of the last seven days, filled up with the best rated ones. */
    async ranking(viewer) {
      const [viewers, { items: watched }, { items: rated }] = await Promise.all([
        charts.viewers(),
        list(viewer, { sorting: 'popular', limit: RANKING_SIZE, offset: 0 }),
        list(viewer, { sorting: 'rating', limit: RATED_SIZE, offset: 0 }),
      ]);
      const first = watched.filter(({ id }) => viewers.has(id));
      const seen = new Set(first.map(({ id }) => id));
      const results = [...first, ...rated.filter(({ id }) => !seen.has(id))]
        .slice(0, RANKING_SIZE)
        .map(present.itemSummary(viewer.caller));
      const more = listPath({ sorting: 'popular' });
      return [{ id: 'ranking', kind: 'ranking', title: '인기 순위', results, more }];
    },

    /** Titles that were highly rated in the last 28 days. */
    async newlyRated({ caller, hidden }) {
      const [snapshot, ratings] = await Promise.all([catalogue.current(caller), charts.ratings()]);
      const scores = new Map(
        [...ratings].flatMap(([id, { cnt, sum }]) =>
          cnt === 0 || sum / cnt < HIGH_SCORE
            ? []
            : [[id, (sum + PRIOR_RATINGS * PRIOR_SCORE) / (cnt + PRIOR_RATINGS)] as const],
        ),
      );
      const ids = [...scores.keys()].sort((one, other) => scores.get(other)! - scores.get(one)! || one - other);
      const high: CatalogueItem[] = [];
      for (let from = 0; from < ids.length && high.length < ROW_SIZE; from += PART) {
        const part = await snapshot.items(ids.slice(from, from + PART));
        high.push(...part.filter((item) => isShown(item, caller, hidden)));
      }
      const byScore = high
        .sort((one, other) => scores.get(other.id)! - scores.get(one.id)! || one.position - other.position)
        .slice(0, ROW_SIZE);
      const items = await titles.withRatings(byScore);
      return itemsRow(present.itemSummary(caller), {
        id: 'newly_rated',
        title: '요즘 평점이 높은 작품',
        items,
        more: null,
      });
    },
  };
}

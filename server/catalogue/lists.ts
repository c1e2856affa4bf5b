import type { ProfileCaller } from '../accounts/sessions.ts';
import type { FindHidden } from '../hidden/find-hidden.ts';
import { isWithin } from './age-limit.ts';
import type { Charts } from './charts.ts';
import type { Catalogue, Snapshot } from './snapshot.ts';
import type { CatalogueItem, CountedThemeRow, ItemRow } from './store.ts';
import { visibleItem, type Titles } from './titles.ts';

export interface Page {
  limit: number;
  offset: number;
}

export interface ItemFilter {
  theme?: number | undefined;
  genre?: string | undefined;
  /** Only titles that currently air on this day; 0 is Sunday. */
  weekday?: number | undefined;
  year?: number | undefined;
  /** Only titles with this sound: `ko`, `ko/dub`. */
  audio?: string | undefined;
  /** Only titles with these subtitles: `ko`, `ko/caption`. */
  subtitles?: string | undefined;
  sorting: 'popular' | 'recent' | 'rating' | 'name';
}

export interface PageOfItems {
  /** All matches. */
  count: number;
  items: ItemRow[];
}

/**
 * Lists of titles within the profile's age limit, without those that the profile has hidden. Unless a list says otherwise,
 * its titles have a published episode.
 */
export interface Lists {
  list(caller: ProfileCaller, query: ItemFilter & Page): Promise<PageOfItems>;
  /** The same for all profiles with the caller's age limit: with the titles that the profile has hidden. */
  listShared(caller: ProfileCaller, query: ItemFilter & Page): Promise<PageOfItems>;
  /** Values that lists can be filtered by: genres by descending number of titles, years by descending year. */
  filters(caller: ProfileCaller): Promise<{ genres: string[]; years: number[]; audio: string[]; subtitles: string[] }>;
  /** Includes titles without a published episode, because viewers can request them, and hidden ones. */
  search(caller: ProfileCaller, query: { keyword: string } & Page): Promise<PageOfItems>;
  /** Similar titles outside of the series, the most similar first. @throws NOT_FOUND, RATING_RESTRICTED */
  related(caller: ProfileCaller, id: number, page: Page): Promise<PageOfItems>;
  /** The other titles of the series, in its order. @throws NOT_FOUND, RATING_RESTRICTED */
  series(caller: ProfileCaller, id: number, page: Page): Promise<PageOfItems>;
  /** Themes with at least one title for the profile. */
  themes(caller: ProfileCaller): Promise<CountedThemeRow[]>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  themesOf(caller: ProfileCaller, id: number): Promise<CountedThemeRow[]>;
}

/** Titles beyond this rank are too different to recommend. */
const MOST_RELATED = 30;

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();

const latestOf = ({ latest_published_at: at }: CatalogueItem) => at?.getTime() ?? 0;

/** Titles that no profile hides. */
const NONE: ReadonlySet<number> = new Set();

export function createLists(options: {
  catalogue: Catalogue;
  charts: Charts;
  titles: Titles;
  findHidden: FindHidden;
}): Lists {
  const { catalogue, charts, titles, findHidden } = options;

  const allowed = <T extends CatalogueItem>(
    { profile }: ProfileCaller,
    items: readonly T[],
    hidden: ReadonlySet<number>,
  ): T[] => items.filter(({ id, content_rating: rating }) => isWithin(rating, profile.max_rating) && !hidden.has(id));
  const findBoth = (caller: ProfileCaller) => Promise.all([catalogue.current(), findHidden(caller)]);

  const page = async (items: readonly CatalogueItem[], { limit, offset }: Page): Promise<PageOfItems> => ({
    count: items.length,
    items: await titles.withRatings(items.slice(offset, offset + limit)),
  });

  const byIds = (snapshot: Snapshot, ids: readonly number[]) => ids.flatMap((id) => snapshot.item(id) ?? []);

  const sort = async (snapshot: Snapshot, items: CatalogueItem[], sorting: ItemFilter['sorting']) => {
    switch (sorting) {
      case 'popular': {
        const viewers = await charts.viewers();
        return items.sort((one, other) => (viewers.get(other.id) ?? 0) - (viewers.get(one.id) ?? 0));
      }
      case 'recent':
        return items.sort((one, other) => latestOf(other) - latestOf(one));
      case 'name':
        return items.sort((one, other) => snapshot.placeByName(one.id) - snapshot.placeByName(other.id));
      case 'rating': {
        const places = new Map((await charts.rated()).map((id, place) => [id, place]));
        return items.sort((one, other) => (places.get(one.id) ?? Infinity) - (places.get(other.id) ?? Infinity) || 0);
      }
    }
  };

  const themesIn = (snapshot: Snapshot, caller: ProfileCaller, hidden: ReadonlySet<number>): CountedThemeRow[] =>
    snapshot.themes
      .map((theme) => ({ ...theme, cnt_item: allowed(caller, snapshot.ofTheme(theme.id), hidden).length }))
      .filter(({ cnt_item: count }) => count > 0);

  const listIn = async (
    snapshot: Snapshot,
    caller: ProfileCaller,
    hidden: ReadonlySet<number>,
    { theme, genre, weekday, year, audio, subtitles, sorting, ...rest }: ItemFilter & Page,
  ) => {
    const from = theme === undefined ? snapshot.listed : snapshot.ofTheme(theme);
    const items = allowed(caller, from, hidden).filter(
      (item) =>
        (genre === undefined || item.genres.includes(genre)) &&
        (weekday === undefined || (item.weekday === weekday && !item.is_ended)) &&
        (year === undefined || item.air_year === year) &&
        (audio === undefined || item.audio_tracks.includes(audio)) &&
        (subtitles === undefined || item.subtitle_tracks.includes(subtitles)),
    );
    return page(await sort(snapshot, items, sorting), rest);
  };

  return {
    async list(caller, query) {
      const [snapshot, hidden] = await findBoth(caller);
      return listIn(snapshot, caller, hidden, query);
    },

    listShared: async (caller, query) => listIn(await catalogue.current(), caller, NONE, query),

    async filters(caller) {
      const [snapshot, hidden] = await findBoth(caller);
      const items = allowed(caller, snapshot.listed, hidden);
      const counts = new Map<string, number>();
      for (const genre of items.flatMap(({ genres }) => genres)) counts.set(genre, (counts.get(genre) ?? 0) + 1);
      const genres = [...counts].sort(([, one], [, other]) => other - one).map(([genre]) => genre);
      const years = [...new Set(items.map(({ air_year: year }) => year))].sort((one, other) => other - one);
      const audio = distinct(items.flatMap(({ audio_tracks: keys }) => keys));
      const subtitles = distinct(items.flatMap(({ subtitle_tracks: keys }) => keys));
      return { genres, years, audio, subtitles };
    },

    async search(caller, { keyword, ...rest }) {
      const snapshot = await catalogue.current();
      return page(allowed(caller, byIds(snapshot, snapshot.search.find(keyword)), NONE), rest);
    },

    async related(caller, id, rest) {
      const [snapshot, hidden] = await findBoth(caller);
      const item = visibleItem(snapshot, caller, id);
      const scores = snapshot.likeness.of(id);
      const alike = allowed(caller, byIds(snapshot, [...scores.keys()]), hidden)
        .filter(({ series_id: series }) => series === null || series !== item.series_id)
        .sort((one, other) => scores.get(other.id)! - scores.get(one.id)! || one.position - other.position);
      return page(alike.slice(0, MOST_RELATED), rest);
    },

    async series(caller, id, rest) {
      const [snapshot, hidden] = await findBoth(caller);
      const item = visibleItem(snapshot, caller, id);
      const others = snapshot.ofSeries(item.series_id).filter((other) => other.id !== id);
      return page(allowed(caller, others, hidden), rest);
    },

    async themes(caller) {
      const [snapshot, hidden] = await findBoth(caller);
      return themesIn(snapshot, caller, hidden);
    },

    async themesOf(caller, id) {
      const [snapshot, hidden] = await findBoth(caller);
      const item = visibleItem(snapshot, caller, id);
      return themesIn(snapshot, caller, hidden).filter((theme) => snapshot.ofTheme(theme.id).includes(item));
    },
  };
}

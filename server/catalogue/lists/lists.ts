import type { ContentRating } from '#contract/profiles.ts';
import type { ProfileCaller } from '#server/accounts/sessions.ts';
import type { FindHidden } from '#server/watching/hidden/find-hidden.ts';
import { isRatingAllowed, ratingsWithin } from '#server/lib/age-limit.ts';
import type { Charts } from './charts.ts';
import type { FoundEpisode } from '../search/search-store.ts';
import { weighProposals, type Proposal } from '../search/proposals.ts';
import type { SubjectKind } from '../search/titles.ts';
import type { Clock } from '#server/lib/clock.ts';
import { byOrder, createListPages, take } from './list-pages.ts';
import type { ItemFilter, ItemQuery, Page, PageOfItems } from './list-query.ts';
import type { TitleFilter } from './lists-store.ts';
import type { Place } from '#server/catalogue/viewed.ts';
import type { Catalogue, Snapshot } from '#server/catalogue/snapshot.ts';
import type { CatalogueItem, CountedThemeRow, ItemBrief } from '#server/catalogue/store.ts';
import { visibleItem, type Titles } from '#server/catalogue/titles.ts';

/**
 * Lists of titles within the profile's age limit, without those that the profile has hidden. Unless a list says otherwise,
 * its titles have a published episode.
 */
export interface Lists {
  list(caller: ProfileCaller, query: ItemQuery): Promise<PageOfItems>;
  /** The same for all profiles with the caller's age limit: with the titles that the profile has hidden. */
  listShared(caller: ProfileCaller, query: ItemQuery): Promise<PageOfItems>;
  /** Values that lists can be filtered by: genres by descending number of titles, years by descending year. */
  filters(caller: ProfileCaller): Promise<{ genres: string[]; years: number[]; audio: string[]; subtitles: string[] }>;
  /** Includes titles without a published episode, because viewers can request them, and hidden ones. */
  search(
    caller: ProfileCaller,
    query: { keyword: string; about?: SubjectKind | undefined } & Page,
  ): Promise<SearchedItems>;
  /** Similar titles outside of the series, the most similar first. @throws NOT_FOUND, RATING_RESTRICTED */
  related(caller: ProfileCaller, id: number, page: Page): Promise<PageOfItems>;
  /** The other titles of the series, in its order. @throws NOT_FOUND, RATING_RESTRICTED */
  series(caller: ProfileCaller, id: number, page: Page): Promise<PageOfItems>;
  /** Themes with at least one title for the profile. @param hidden left out; by default the titles that it has hidden. */
  themes(caller: ProfileCaller, hidden?: ReadonlySet<number>): Promise<CountedThemeRow[]>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  themesOf(caller: ProfileCaller, id: number): Promise<CountedThemeRow[]>;
  /** The titles with the newest episodes, the newest first. @param hidden left out. */
  newest(caller: ProfileCaller, hidden: ReadonlySet<number>, limit: number): Promise<readonly CatalogueItem[]>;
  /** The most watched titles first, for everybody with an age limit at a place. */
  listPopular(
    viewers: Place & { maximum: ContentRating },
    filter: Pick<ItemFilter, 'weekday'>,
    page: Page,
  ): Promise<readonly ItemBrief[]>;
  /** Genres of the catalogue's first titles, in their order. */
  firstGenres(caller: ProfileCaller, hidden: ReadonlySet<number>): Promise<string[]>;
}

/** A page of a search. */
export interface SearchedItems extends PageOfItems {
  /** What was found instead of the keyword; null when the titles match it as it is. */
  understood: string | null;
  /** When nothing was found: titles with the nearest names. */
  nearest: PageOfItems['items'];
  /** When nothing was found: titles without an episode, which viewers may request. */
  requestable: PageOfItems['items'];
  /** On the first page: what the text so far may mean, what most viewers mean first. */
  proposals: SearchProposal[];
  /** On the first page: episodes by their names, best first. */
  episodes: FoundEpisode[];
}

/** A title, or a person, studio, genre or tag with the number of its titles. */
export type SearchProposal = { kind: 'title'; item: ItemBrief } | Exclude<Proposal, { kind: 'title' }>;

/** Episodes that a search shows. */
const MOST_EPISODES = 6;

/** Titles beyond this rank are too different to recommend. */
const MOST_RELATED = 30;

/** Titles whose genres make rows of home. */
const FIRST_TITLES = 100;

/** A search without more than titles. */
const NOTHING: Omit<SearchedItems, 'count' | 'items'> = {
  understood: null,
  nearest: [],
  requestable: [],
  proposals: [],
  episodes: [],
};

/** Titles that no profile hides. */
const NONE: ReadonlySet<number> = new Set();

/** Whether a list with this filter has the title. */
const fits = (item: CatalogueItem, filter: TitleFilter): boolean =>
  item.cnt_episode > 0 &&
  filter.ratings.includes(item.content_rating) &&
  (filter.theme === undefined || item.theme_ids.includes(filter.theme)) &&
  (filter.genre === undefined || item.genres.includes(filter.genre)) &&
  (filter.weekday === undefined || (item.weekday === filter.weekday && !item.is_ended)) &&
  (filter.year === undefined || item.air_year === filter.year) &&
  (filter.audio === undefined || item.audio_tracks.includes(filter.audio)) &&
  (filter.subtitles === undefined || item.subtitle_tracks.includes(filter.subtitles));

/** The values that some title still has when these titles are taken away. */
function without<T>(counts: ReadonlyMap<T, number>, taken: readonly T[]): T[] {
  const rest = new Map(counts);
  for (const value of taken) rest.set(value, (rest.get(value) ?? 0) - 1);
  return [...rest].filter(([, count]) => count > 0).map(([value]) => value);
}

export function createLists(options: {
  catalogue: Catalogue;
  charts: Charts;
  titles: Titles;
  findHidden: FindHidden;
  clock: Clock;
}): Lists {
  const { catalogue, charts, titles, findHidden, clock } = options;
  const pages = createListPages({ charts, titles });

  const filterOf = ({ profile, country }: ProfileCaller): TitleFilter => ({
    ratings: ratingsWithin(profile.max_rating),
    country,
  });
  const isAllowed =
    ({ profile }: ProfileCaller, hidden: ReadonlySet<number>) =>
    (item: ItemBrief) =>
      item.cnt_episode > 0 && isRatingAllowed(item.content_rating, profile.max_rating) && !hidden.has(item.id);
  const findBoth = (caller: ProfileCaller) => Promise.all([catalogue.current(caller), findHidden(caller)]);

  const rowsOf = (snapshot: Snapshot, ids: readonly number[]) => titles.listRows(snapshot, ids);
  const page = async (items: readonly ItemBrief[], { limit, offset }: Page): Promise<PageOfItems> => ({
    count: items.length,
    items: await titles.withRatings(items.slice(offset, offset + limit)),
  });

  const listIn = async (
    snapshot: Snapshot,
    caller: ProfileCaller,
    hidden: ReadonlySet<number>,
    { sorting, asOf, limit, offset, ...query }: ItemQuery,
  ): Promise<PageOfItems> => {
    const { theme, genre, weekday, year, audio, subtitles } = query;
    const filter = { ...filterOf(caller), theme, genre, weekday, year, audio, subtitles };
    const countShown = async () => {
      const [count, hiddenItems] = await Promise.all([snapshot.queries.count(filter), snapshot.items([...hidden])]);
      return count - hiddenItems.filter((item) => fits(item, filter)).length;
    };
    const find = () => take(pages.listIn(snapshot, filter, { sorting, asOf }), { limit, offset }, hidden);
    if (offset > 0) {
      // The count is cached, and a page after the end of the list needs no other work.
      const count = await countShown();
      return { count, items: offset < count ? await rowsOf(snapshot, await find()) : [] };
    }
    const [count, ids] = await Promise.all([countShown(), find()]);
    return { count, items: await rowsOf(snapshot, ids) };
  };

  const themesIn = async (
    snapshot: Snapshot,
    caller: ProfileCaller,
    hidden: ReadonlySet<number>,
  ): Promise<CountedThemeRow[]> => {
    const filter = filterOf(caller);
    const [counts, hiddenItems] = await Promise.all([snapshot.queries.byTheme(filter), snapshot.items([...hidden])]);
    const taken = hiddenItems.filter((item) => fits(item, filter));
    return snapshot.themes
      .map((theme) => {
        const less = taken.filter(({ theme_ids: ids }) => ids.includes(theme.id)).length;
        return { ...theme, cnt_item: (counts.get(theme.id) ?? 0) - less };
      })
      .filter(({ cnt_item: count }) => count > 0);
  };

  return {
    async list(caller, query) {
      const [snapshot, hidden] = await findBoth(caller);
      return listIn(snapshot, caller, hidden, query);
    },

    listShared: async (caller, query) => listIn(await catalogue.current(caller), caller, NONE, query),

    async filters(caller) {
      const [snapshot, hidden] = await findBoth(caller);
      const filter = filterOf(caller);
      const [facets, hiddenItems] = await Promise.all([snapshot.queries.facets(filter), snapshot.items([...hidden])]);
      const taken = hiddenItems.filter((item) => fits(item, filter));
      return {
        genres: without(
          facets.genres,
          taken.flatMap(({ genres }) => genres),
        ),
        years: without(
          facets.years,
          taken.map(({ air_year: year }) => year),
        ).sort((one, other) => other - one),
        audio: without(
          facets.audio,
          taken.flatMap(({ audio_tracks: keys }) => keys),
        ).sort(),
        subtitles: without(
          facets.subtitles,
          taken.flatMap(({ subtitle_tracks: keys }) => keys),
        ).sort(),
      };
    },

    async search(caller, { keyword, about, limit, offset }) {
      const { profile } = caller;
      const [snapshot, viewers] = await Promise.all([catalogue.current(caller), charts.viewers()]);
      const ratings = ratingsWithin(profile.max_rating);
      if (about !== undefined) {
        const ids = await snapshot.queries.about({ kind: about, name: keyword }, ratings, viewers);
        return { ...NOTHING, count: ids.length, items: await rowsOf(snapshot, ids.slice(offset, offset + limit)) };
      }
      const found = await snapshot.queries.search(keyword, ratings);
      const proposals = offset === 0 ? weighProposals(found.begun, viewers) : [];
      const [items, nearest, requestable, proposed, episodes] = await Promise.all([
        rowsOf(snapshot, found.ids.slice(offset, offset + limit)),
        rowsOf(snapshot, found.nearest),
        rowsOf(snapshot, found.requestable),
        snapshot.briefs(proposals.flatMap((one) => (one.kind === 'title' ? [one.id] : []))),
        offset === 0 ? snapshot.queries.foundEpisodes(found.episodes, clock.now(), MOST_EPISODES) : [],
      ]);
      const byId = new Map(proposed.map((item) => [item.id, item]));
      return {
        count: found.ids.length,
        items,
        understood: found.understood,
        nearest,
        requestable,
        proposals: proposals.flatMap((one): SearchProposal[] => {
          if (one.kind !== 'title') return [one];
          const item = byId.get(one.id);
          return item ? [{ kind: 'title', item }] : [];
        }),
        episodes,
      };
    },

    async related(caller, id, rest) {
      const [snapshot, hidden] = await findBoth(caller);
      const item = await visibleItem(snapshot, caller, id);
      const found = (await snapshot.likeness.of([id])).get(id);
      const scores = new Map(Array.from(found?.ids ?? [], (other, index) => [other, found!.scores[index]!]));
      const allowed = await snapshot.queries.fitting(
        filterOf(caller),
        [...scores.keys()].filter((other) => !hidden.has(other)),
      );
      const alike = [...allowed.values()]
        .filter(({ seriesId }) => seriesId === null || seriesId !== item.series_id)
        .sort((one, other) => scores.get(other.id)! - scores.get(one.id)! || one.position - other.position)
        .slice(0, 2 * MOST_RELATED);
      const done = await titles.listDone(caller, await snapshot.briefs(alike.map(({ id: other }) => other)));
      const proposed = alike.filter(({ id: other }) => !done.has(other)).slice(0, MOST_RELATED);
      // Reads the titles of this page alone.
      const shown = proposed.slice(rest.offset, rest.offset + rest.limit).map(({ id: other }) => other);
      return { count: proposed.length, items: await rowsOf(snapshot, shown) };
    },

    async series(caller, id, rest) {
      const [snapshot, hidden] = await findBoth(caller);
      const item = await visibleItem(snapshot, caller, id);
      const ids = item.series_id === null ? [] : await snapshot.queries.series(item.series_id);
      const others = (await snapshot.briefs(ids)).filter((other) => other.id !== id);
      return page(others.filter(isAllowed(caller, hidden)), rest);
    },

    async themes(caller, hidden) {
      const [snapshot, left] = hidden ? [await catalogue.current(caller), hidden] : await findBoth(caller);
      return themesIn(snapshot, caller, left);
    },

    async themesOf(caller, id) {
      const [snapshot, hidden] = await findBoth(caller);
      const item = await visibleItem(snapshot, caller, id);
      if (item.cnt_episode === 0) return [];
      return (await themesIn(snapshot, caller, hidden)).filter((theme) => item.theme_ids.includes(theme.id));
    },

    async newest(caller, hidden, limit) {
      const snapshot = await catalogue.current(caller);
      const list = byOrder(snapshot, filterOf(caller), 'recent');
      return snapshot.items(await take(list, { limit, offset: 0 }, hidden));
    },

    async listPopular({ country, maximum }, { weekday }, part) {
      const snapshot = await catalogue.current({ country });
      const filter = { ratings: ratingsWithin(maximum), weekday, country };
      return snapshot.briefs(await pages.byViewers(snapshot, filter).shared(part));
    },

    async firstGenres(caller, hidden) {
      const snapshot = await catalogue.current(caller);
      const list = byOrder(snapshot, filterOf(caller), 'position');
      const items = await snapshot.briefs(await take(list, { limit: FIRST_TITLES, offset: 0 }, hidden));
      return [...new Set(items.flatMap(({ genres }) => genres))];
    },
  };
}

import type { HomeRow } from '#contract/home.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { isWithin } from '../catalogue/age-limit.ts';
import type { Charts } from '../catalogue/charts.ts';
import { withObjectParticle } from '../catalogue/hangul.ts';
import type { ItemFilter, Lists } from '../catalogue/lists.ts';
import type { Presenter } from '../catalogue/presenter.ts';
import type { Catalogue, Snapshot } from '../catalogue/snapshot.ts';
import type { CatalogueItem, ItemRow } from '../catalogue/store.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import type { Clock } from '../lib/clock.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Resume } from '../playback/resume.ts';
import { koreanWeekday } from './korean-day.ts';
import { listTouchedTitles } from './store.ts';
import { likingOf, recommend, type Watched } from './taste.ts';

const BILLBOARD_SIZE = 5;
const RANKING_SIZE = 10;
const ROW_SIZE = 20;
const THEME_ROWS = 3;
/** A home screen with fewer rows looks empty (issue of the house: at least five). */
const FEWEST_ROWS = 5;
/** Older ones say little about what a profile likes now. */
const TOUCHED_TITLES = 100;

/** Lately rated titles are ordered as if each had this many more ratings of this score, so that one 5 is no triumph. */
const PRIOR_RATINGS = 3;
const PRIOR_SCORE = 3.5;
/** What counts as rated high. */
const HIGH_SCORE = 4;

export interface HomeRows {
  list(caller: ProfileCaller): Promise<HomeRow[]>;
}

/** What all rows of one answer are made from. */
interface Home {
  caller: ProfileCaller;
  snapshot: Snapshot;
  /** Listed titles that the profile may see, in the order of the catalogue. */
  allowed: readonly CatalogueItem[];
  watched: readonly Watched[];
}

/** Path and query of the call that lists a whole row. */
const listPath = (filter: Partial<ItemFilter>) =>
  `/api/items/v1/list/?${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`;

const latestOf = ({ latest_published_at: at }: CatalogueItem) => at?.getTime() ?? 0;

export function createHomeRows(options: {
  db: Connection;
  reads: Reads;
  clock: Clock;
  catalogue: Catalogue;
  charts: Charts;
  titles: Titles;
  lists: Lists;
  resume: Resume;
  present: Presenter;
}): HomeRows {
  const { db, reads, clock, catalogue, charts, titles, lists, resume, present } = options;

  const findTouched = reads({
    tables: ['ratings', 'playback_offsets'],
    nameOf: (profileId: string) => profileId,
    read: async (profileIds) => {
      const touched = await listTouchedTitles(db, profileIds, TOUCHED_TITLES);
      const byProfile = groupBy(touched, ({ profile_id: id }) => id);
      return profileIds.map((id) => byProfile.get(id) ?? []);
    },
  });

  const itemsRow = (id: string, title: string, rows: readonly ItemRow[], more: string | null): HomeRow[] =>
    rows.length === 0 ? [] : [{ id, kind: 'items', title, results: rows.map(present.itemSummary), more }];

  /** A row of the first results of a list call, which `more` names. */
  const listRow = async ({ caller }: Home, id: string, title: string, filter: Partial<ItemFilter>) => {
    const { items } = await lists.list(caller, { sorting: 'popular', ...filter, limit: ROW_SIZE, offset: 0 });
    return itemsRow(id, title, items, listPath(filter));
  };

  const newest = ({ allowed }: Home, size: number) =>
    [...allowed].sort((one, other) => latestOf(other) - latestOf(one)).slice(0, size);

  /** First what the profile is in the middle of, so that going on takes one press; then what is new. */
  const billboard = async (home: Home): Promise<HomeRow[]> => {
    const { places } = await resume.list(home.caller, { sorting: 'recent', limit: 1, offset: 0 });
    const begun = places.map(({ item }) => item);
    const others = newest(home, BILLBOARD_SIZE).filter(({ id }) => id !== begun[0]?.id);
    const items = [...begun, ...others].slice(0, BILLBOARD_SIZE);
    const ids = items.map(({ id }) => id);
    const [rows, mine] = await Promise.all([titles.withRatings(items), titles.listMine(home.caller, ids)]);
    const results = rows.map((row, index) => present.item(row, mine[index]!));
    return [{ id: 'billboard', kind: 'billboard', title: '추천', results, more: null }];
  };

  const startAgain = async ({ caller }: Home): Promise<HomeRow[]> => {
    const { places } = await resume.list(caller, { sorting: 'recent', limit: ROW_SIZE, offset: 0 });
    const items = await titles.withRatings(places.map(({ item }) => item));
    const results = await present.startAgain(caller, places, items);
    const more = '/api/items/v1/start-again/';
    return [{ id: 'start_again', kind: 'start_again', title: '이어보기', results, more }];
  };

  const today = (home: Home) => listRow(home, 'today', '오늘 업데이트', { weekday: koreanWeekday(clock.now()) });

  /** The most watched of the last seven days; where too few were watched, the best rated fill up. */
  const ranking = async ({ caller }: Home): Promise<HomeRow[]> => {
    const [viewers, { items: watched }, { items: rated }] = await Promise.all([
      charts.viewers(),
      lists.list(caller, { sorting: 'popular', limit: RANKING_SIZE, offset: 0 }),
      lists.list(caller, { sorting: 'rating', limit: 2 * RANKING_SIZE, offset: 0 }),
    ]);
    const first = watched.filter(({ id }) => viewers.has(id));
    const seen = new Set(first.map(({ id }) => id));
    const results = [...first, ...rated.filter(({ id }) => !seen.has(id))]
      .slice(0, RANKING_SIZE)
      .map(present.itemSummary);
    const more = listPath({ sorting: 'popular' });
    return [{ id: 'ranking', kind: 'ranking', title: '인기 순위', results, more }];
  };

  const newEpisodes = async (home: Home): Promise<HomeRow[]> => {
    const rows = await titles.withRatings(newest(home, ROW_SIZE));
    const found = await Promise.all(
      rows.map(async (item) => {
        const episodes = await home.snapshot.episodes(item.id);
        const place = episodes.findIndex(({ id }) => id === item.latest_episode_id);
        const episode = episodes[place];
        const neighbours = { previousId: episodes[place - 1]?.id ?? null, nextId: episodes[place + 1]?.id ?? null };
        return episode ? [{ episode, item, neighbours }] : [];
      }),
    );
    const results = await present.episodeDetails(home.caller, found.flat());
    return [{ id: 'new_episodes', kind: 'episodes', title: '새로 올라온 에피소드', results, more: null }];
  };

  /** What this profile may like, by what it rated and watched. */
  const liked = async ({ watched, snapshot, allowed }: Home): Promise<HomeRow[]> => {
    const candidates = new Set(allowed.map(({ id }) => id));
    const found = recommend(watched, snapshot.likeness, candidates, ROW_SIZE);
    if (!found) return [];
    const seed = snapshot.item(found.seedId)!;
    const rows = await titles.withRatings(found.itemIds.flatMap((id) => snapshot.item(id) ?? []));
    return itemsRow('liked', `${withObjectParticle(seed.name)} 좋아한다면`, rows, null);
  };

  /** Titles that were rated high in the last 28 days. */
  const newlyRated = async ({ allowed }: Home): Promise<HomeRow[]> => {
    const ratings = await charts.ratings();
    const high = allowed
      .flatMap((item) => {
        const { cnt = 0, sum = 0 } = ratings.get(item.id) ?? {};
        if (cnt === 0 || sum / cnt < HIGH_SCORE) return [];
        return [{ item, score: (sum + PRIOR_RATINGS * PRIOR_SCORE) / (cnt + PRIOR_RATINGS) }];
      })
      .sort((one, other) => other.score - one.score)
      .slice(0, ROW_SIZE);
    const rows = await titles.withRatings(high.map(({ item }) => item));
    return itemsRow('newly_rated', '요즘 평점이 높은 작품', rows, null);
  };

  /** Three themes, those first whose titles the profile likes, and the way to all of them. */
  const themes = async (home: Home): Promise<HomeRow[]> => {
    const found = await lists.themes(home.caller);
    if (found.length === 0) return [];
    const likings = new Map(home.watched.map((watched) => [watched.itemId, likingOf(watched)]));
    const likingOfTheme = (id: number) =>
      home.snapshot.ofTheme(id).reduce((sum, item) => sum + (likings.get(item.id) ?? 0), 0);
    const chosen = found
      .map((theme) => ({ theme, liking: likingOfTheme(theme.id) }))
      .sort((one, other) => other.liking - one.liking)
      .slice(0, THEME_ROWS);
    const rows = await Promise.all(
      chosen.map(({ theme: { id, title } }) => listRow(home, `theme-${id}`, title, { theme: id })),
    );
    const results = found.map(present.theme);
    const more = '/api/themes/v1/list/';
    return [...rows.flat(), { id: 'themes', kind: 'themes', title: '테마별로 보기', results, more }];
  };

  /** Rows by genre, for a catalogue that fills too little. */
  const genres = async (home: Home, count: number): Promise<HomeRow[]> => {
    if (count <= 0) return [];
    const names = [...new Set(home.allowed.flatMap((item) => item.genres))].slice(0, count);
    return (await Promise.all(names.map((genre) => listRow(home, `genre-${genre}`, genre, { genre })))).flat();
  };

  const watchedBy = async (snapshot: Snapshot, { profile }: ProfileCaller): Promise<Watched[]> =>
    (await findTouched([profile.id])).flat().flatMap(({ item_id: itemId, score, cnt_finished }) => {
      const count = snapshot.item(itemId)?.cnt_episode ?? 0;
      return count === 0 ? [] : [{ itemId, score, finishedPart: Math.min(1, cnt_finished / count) }];
    });

  return {
    async list(caller) {
      const snapshot = await catalogue.current();
      const allowed = snapshot.listed.filter((item) => isWithin(item.content_rating, caller.profile.max_rating));
      const home: Home = { caller, snapshot, allowed, watched: await watchedBy(snapshot, caller) };
      // Together, so that rows share their statements.
      const made = await Promise.all(
        [billboard, startAgain, today, ranking, newEpisodes, liked, newlyRated, themes].map((row) => row(home)),
      );
      const rows = made.flat().filter((row) => row.results.length > 0);
      return [...rows, ...(await genres(home, FEWEST_ROWS - rows.length))];
    },
  };
}

import type { HomeRow } from '#contract/home.ts';
import { withParticle } from '#contract/rules/particles.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { newUntil } from '../catalogue/index.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import type { Presenter } from '../catalogue/present-for-caller.ts';
import type { Lists } from '#server/catalogue/lists/lists.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import type { CatalogueItem } from '../catalogue/store.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { OwnerKey } from '../db/of-accounts.ts';
import type { Connection } from '../db/open.ts';
import type { CreateLoader } from '../db/loader.ts';
import type { Clock } from '../lib/clock.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Right } from '../shop/right.ts';
import type { Begun, LastOffset, Resume, ResumePoint } from '#server/watching/playback/resume.ts';
import { itemsRow } from './shared-rows.ts';
import { COMPARED_TITLES, ROW_SIZE } from './sizes.ts';
import { listRated } from './store.ts';
import { lastTouched, likingOf, mayBeLiked, recommend, scoreTitles, type Touched, type Watched } from './taste.ts';
import { vary } from './variety.ts';

const BILLBOARD_SIZE = 5;
/** Older titles say little about a profile's current taste. */
const TOUCHED_TITLES = 100;
/** Titles among which a row of proposals is chosen. */
const PROMISING_TITLES = 3 * ROW_SIZE;
/** Ratings that are read with the titles; most profiles have fewer. */
const RATED_TITLES = 500;

/** Rows that depend on the profile's own actions. */
export interface ProfileRows {
  /** The titles that the profile can resume, for the billboard and the start-again row. */
  listBegun(caller: ProfileCaller, snapshot: Snapshot, last: readonly LastOffset[]): Promise<readonly Begun[]>;
  /** The titles with the newest episodes: for the billboard and the row of new episodes. */
  listNewest(caller: ProfileCaller, hidden: ReadonlySet<number>): Promise<readonly CatalogueItem[]>;
  billboard(
    caller: ProfileCaller,
    snapshot: Snapshot,
    newest: readonly CatalogueItem[],
    begun: readonly Begun[],
    resumePoints: Promise<readonly ResumePoint[]>,
  ): Promise<HomeRow[]>;
  /** @param resumePoints of the begun titles, which may still be read. */
  startAgain(
    caller: ProfileCaller,
    begun: readonly Begun[],
    resumePoints: Promise<readonly ResumePoint[]>,
  ): Promise<HomeRow[]>;
  /**
   * @param watchedIds the titles in which the profile has an offset; undefined when they could not be read.
   * @param rights to these titles, where they are known already.
   */
  newEpisodes(
    caller: ProfileCaller,
    snapshot: Snapshot,
    newest: readonly CatalogueItem[],
    watchedIds: ReadonlySet<number> | undefined,
    rights?: Right[],
  ): Promise<HomeRow[]>;
  /** @param watching `listWatched` of the touched titles, which may still run. */
  liked(
    caller: ProfileCaller,
    snapshot: Snapshot,
    hidden: ReadonlySet<number>,
    touched: readonly Touched[],
    watching: Promise<readonly Watched[]>,
  ): Promise<HomeRow[]>;
  /** The most promising titles for the profile first; the others keep their order. */
  byTaste(snapshot: Snapshot, watched: readonly Watched[], row: HomeRow): Promise<HomeRow>;
  /** The titles that the profile rated or watched most recently, also those that it has hidden. */
  listTouched(caller: ProfileCaller, last: Promise<readonly LastOffset[]>): Promise<readonly Touched[]>;
  /** Those of the touched titles that viewers can see, with the finished share of each. */
  listWatched(snapshot: Snapshot, touched: readonly Touched[]): Promise<readonly Watched[]>;
}

/** Titles that the profile neither likes nor dislikes say nothing about others. */
const likedOf = (watched: readonly Watched[]): readonly Watched[] =>
  watched.filter((one) => likingOf(one) !== 0).slice(0, COMPARED_TITLES);

export function createProfileRows(options: {
  db: Connection;
  createLoader: CreateLoader;
  lists: Lists;
  titles: Titles;
  resume: Resume;
  present: Presenter;
  clock: Clock;
}): ProfileRows {
  const { db, clock, createLoader, lists, titles, resume, present } = options;

  const findRated = createLoader({
    keyOf: ({ profileId }: OwnerKey) => profileId,
    read: async (owners) => {
      const byProfile = groupBy(await listRated(db, owners, RATED_TITLES), ({ profile_id: id }) => id);
      return owners.map(({ profileId }) => byProfile.get(profileId) ?? []);
    },
    accountOf: ({ accountId }) => accountId,
  });

  return {
    listBegun: async (caller, snapshot, last) => (await resume.listBegun(caller, snapshot, last)).slice(0, ROW_SIZE),

    listNewest: (caller, hidden) => lists.newest(caller, hidden, ROW_SIZE),

    /** The last begun title first, so that one press resumes; then new ones. */
    async billboard(caller, snapshot, newest, begun, resumePoints) {
      const begunIds = begun.slice(0, 1).map(({ item }) => item.id);
      const ids = [...new Set([...begunIds, ...newest.slice(0, BILLBOARD_SIZE).map(({ id }) => id)])];
      const shown = ids.slice(0, BILLBOARD_SIZE);
      const [rows, mine] = await Promise.all([
        titles.listWholeRows(snapshot, shown),
        titles.listMine(caller, shown, { snapshot, resumePoints }),
      ]);
      const results = rows.map((row) => present.item(row, mine[shown.indexOf(row.id)]!));
      return [{ id: 'billboard', kind: 'billboard', title: '추천', results, more: null }];
    },

    async startAgain(caller, begun, resumePoints) {
      const [items, found] = await Promise.all([titles.withRatings(begun.map(({ item }) => item)), resumePoints]);
      const byId = new Map(items.map((item) => [item.id, item]));
      const results = await present.startAgain(
        caller,
        found,
        found.map(({ item }) => byId.get(item.id)!),
      );
      const more = '/api/items/v1/start-again/';
      return [{ id: 'start_again', kind: 'start_again', title: '이어보기', results, more }];
    },

    async newEpisodes(caller, snapshot, newest, watchedIds, rights) {
      const rows = await titles.withRatings(newest);
      const found = await Promise.all(
        rows.map(async (item) => {
          const episodes = await snapshot.episodes(item.id);
          const place = episodes.findIndex(({ id }) => id === item.latest_episode_id);
          const episode = episodes[place];
          const neighbours = { previousId: episodes[place - 1]?.id ?? null, nextId: episodes[place + 1]?.id ?? null };
          return episode ? [{ episode, item, neighbours }] : [];
        }),
      );
      const results = await present.episodeDetails(caller, found.flat(), watchedIds, rights);
      return [{ id: 'new_episodes', kind: 'episodes', title: '새로 올라온 에피소드', results, more: null }];
    },

    /** Recommendations based on what the profile rated and watched. */
    async liked(caller, snapshot, hidden, touched, watching) {
      const candidates = touched.filter(mayBeLiked).slice(0, COMPARED_TITLES);
      // The candidates are mostly all compared, so their similar titles are read beside the titles themselves.
      const reading = snapshot.likeness.of(candidates.map(({ itemId }) => itemId));
      const [watched] = await Promise.all([watching, reading]);
      const liked = likedOf(watched);
      const alike = await snapshot.likeness.of(liked.map(({ itemId }) => itemId));
      const { max_rating: maximum } = caller.profile;
      const findAllowed = async (ids: readonly number[]) => {
        const items = await snapshot.briefs(ids.filter((id) => !hidden.has(id)));
        const allowed = items.filter((item) => item.cnt_episode > 0 && isRatingAllowed(item.content_rating, maximum));
        return new Set(allowed.map(({ id }) => id));
      };
      const arrange = async (ids: readonly number[]) => {
        const items = await snapshot.briefs(ids);
        const varied = items.map((item) => ({
          id: item.id,
          seriesId: item.series_id,
          production: item.production,
          isNew: clock.now().getTime() < newUntil(item),
        }));
        return vary(varied, ROW_SIZE).map(({ id }) => id);
      };
      const found = await recommend(watched, alike, findAllowed, PROMISING_TITLES, arrange);
      const [seed] = found ? await snapshot.briefs([found.seedId]) : [];
      if (!found || !seed) return [];
      const items = await titles.withRatings(await snapshot.briefs(found.itemIds));
      // A viewer who only rated the title may not have watched it here.
      const hasWatched = watched.some(({ itemId, finishedPart }) => itemId === seed.id && finishedPart > 0);
      const title = `${withParticle(seed.name, '을/를')} ${hasWatched ? '본 분께' : '좋아한다면'}`;
      return itemsRow(present.itemSummary(caller), { id: 'liked', title, items, more: null });
    },

    async byTaste(snapshot, watched, row) {
      if (row.kind !== 'items') return row;
      const liked = likedOf(watched);
      const scores = scoreTitles(liked, await snapshot.likeness.of(liked.map(({ itemId }) => itemId)));
      const scoreOf = (id: number) => Math.max(0, scores.get(id) ?? 0);
      return { ...row, results: [...row.results].sort((one, other) => scoreOf(other.id) - scoreOf(one.id)) };
    },

    async listTouched(caller, last) {
      const owner = { accountId: caller.account.id, profileId: caller.profile.id };
      const [found, watched] = await Promise.all([findRated([owner]), last]);
      const rated = found[0]!;
      const touched = lastTouched(watched, rated, TOUCHED_TITLES);
      if (rated.length < RATED_TITLES) return touched;
      // The profile may have rated some of them before its last ratings.
      const without = touched.filter(({ score }) => score === null).map(({ itemId }) => itemId);
      const mine = await titles.listMine(caller, without);
      const scores = new Map(without.map((id, index) => [id, mine[index]!.rating]));
      return touched.map((one) => ({ ...one, score: one.score ?? scores.get(one.itemId) ?? null }));
    },

    async listWatched(snapshot, touched) {
      const items = await snapshot.briefs(touched.map(({ itemId }) => itemId));
      const counts = new Map(items.map(({ id, cnt_episode: count }) => [id, count]));
      return touched.flatMap(({ itemId, score, finished }) => {
        const count = counts.get(itemId) ?? 0;
        return count === 0 ? [] : [{ itemId, score, finishedPart: Math.min(1, finished / count) }];
      });
    },
  };
}

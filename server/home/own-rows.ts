import type { HomeRow } from '#contract/home.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { ratingsWithin, withObjectParticle } from '../catalogue/index.ts';
import type { Presenter } from '../catalogue/present-for-caller.ts';
import type { Lists } from '../catalogue/lists.ts';
import type { Catalogue, Snapshot } from '../catalogue/snapshot.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { OwnerKey } from '../db/of-accounts.ts';
import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Resume } from '../playback/resume.ts';
import { itemsRow } from './shared-rows.ts';
import { ROW_SIZE } from './sizes.ts';
import { listTouchedTitles } from './store.ts';
import { likingOf, recommend, type Watched } from './taste.ts';

const BILLBOARD_SIZE = 5;
/** Older titles say little about a profile's current taste. */
const TOUCHED_TITLES = 100;
/** Those of them that recommendations compare with others: each costs the database some milliseconds. */
const COMPARED_TITLES = 12;

/** Rows that depend on the profile's own actions. */
export interface OwnRows {
  billboard(caller: ProfileCaller, hidden: ReadonlySet<number>): Promise<HomeRow[]>;
  startAgain(caller: ProfileCaller): Promise<HomeRow[]>;
  newEpisodes(caller: ProfileCaller, hidden: ReadonlySet<number>): Promise<HomeRow[]>;
  liked(caller: ProfileCaller, hidden: ReadonlySet<number>, watched: readonly Watched[]): Promise<HomeRow[]>;
  /** The titles that the profile rated or watched most recently, without those that it has hidden. */
  listWatched(caller: ProfileCaller, snapshot: Snapshot, hidden: ReadonlySet<number>): Promise<Watched[]>;
}

export function createOwnRows(options: {
  db: Connection;
  reads: Reads;
  catalogue: Catalogue;
  lists: Lists;
  titles: Titles;
  resume: Resume;
  present: Presenter;
}): OwnRows {
  const { db, reads, catalogue, lists, titles, resume, present } = options;

  const findTouched = reads({
    tables: ['ratings', 'playback_offsets'],
    cacheKeyOf: ({ profileId }: OwnerKey) => profileId,
    read: async (owners) => {
      const touched = await listTouchedTitles(db, owners, TOUCHED_TITLES);
      const byProfile = groupBy(touched, ({ profile_id: id }) => id);
      return owners.map(({ profileId }) => byProfile.get(profileId) ?? []);
    },
    accountOf: ({ accountId }) => accountId,
  });

  return {
    /** Begun titles first, so that one press resumes; then new ones. */
    async billboard(caller, hidden) {
      const { places } = await resume.list(caller, { sorting: 'recent', limit: 1, offset: 0 });
      const begun = places.map(({ item }) => item);
      const newest = await lists.newest(caller, hidden, ROW_SIZE);
      const others = newest.slice(0, BILLBOARD_SIZE).filter(({ id }) => id !== begun[0]?.id);
      const items = [...begun, ...others].slice(0, BILLBOARD_SIZE);
      const ids = items.map(({ id }) => id);
      const [rows, mine] = await Promise.all([titles.withRatings(items), titles.listMine(caller, ids)]);
      const results = rows.map((row, index) => present.item(row, mine[index]!));
      return [{ id: 'billboard', kind: 'billboard', title: '추천', results, more: null }];
    },

    async startAgain(caller) {
      const { places } = await resume.list(caller, { sorting: 'recent', limit: ROW_SIZE, offset: 0 });
      const items = await titles.withRatings(places.map(({ item }) => item));
      const results = await present.startAgain(caller, places, items);
      const more = '/api/items/v1/start-again/';
      return [{ id: 'start_again', kind: 'start_again', title: '이어보기', results, more }];
    },

    async newEpisodes(caller, hidden) {
      const snapshot = await catalogue.current();
      const rows = await titles.withRatings(await lists.newest(caller, hidden, ROW_SIZE));
      const found = await Promise.all(
        rows.map(async (item) => {
          const episodes = await snapshot.episodes(item.id);
          const place = episodes.findIndex(({ id }) => id === item.latest_episode_id);
          const episode = episodes[place];
          const neighbours = { previousId: episodes[place - 1]?.id ?? null, nextId: episodes[place + 1]?.id ?? null };
          return episode ? [{ episode, item, neighbours }] : [];
        }),
      );
      const results = await present.episodeDetails(caller, found.flat());
      return [{ id: 'new_episodes', kind: 'episodes', title: '새로 올라온 에피소드', results, more: null }];
    },

    /** Recommendations based on what the profile rated and watched. */
    async liked(caller, hidden, watched) {
      const snapshot = await catalogue.current();
      // Titles that the profile neither likes nor dislikes say nothing about others.
      const liked = watched.filter((one) => likingOf(one) !== 0).slice(0, COMPARED_TITLES);
      const alike = await snapshot.likeness.of(liked.map(({ itemId }) => itemId));
      const filter = { ratings: ratingsWithin(caller.profile.max_rating) };
      const found = await recommend(
        watched,
        alike,
        (ids) =>
          snapshot.queries.fitting(
            filter,
            ids.filter((id) => !hidden.has(id)),
          ),
        ROW_SIZE,
      );
      const seed = found && (await snapshot.item(found.seedId));
      if (!found || !seed) return [];
      const items = await titles.withRatings(await snapshot.items(found.itemIds));
      const title = `${withObjectParticle(seed.name)} 좋아한다면`;
      return itemsRow(present.itemSummary(caller), { id: 'liked', title, items, more: null });
    },

    async listWatched({ account, profile }, snapshot, hidden) {
      const touched = (await findTouched([{ accountId: account.id, profileId: profile.id }]))
        .flat()
        .filter(({ item_id: itemId }) => !hidden.has(itemId));
      const items = await snapshot.items(touched.map(({ item_id: id }) => id));
      const counts = new Map(items.map(({ id, cnt_episode: count }) => [id, count]));
      return touched.flatMap(({ item_id: itemId, score, cnt_finished }) => {
        const count = counts.get(itemId) ?? 0;
        return count === 0 ? [] : [{ itemId, score, finishedPart: Math.min(1, cnt_finished / count) }];
      });
    },
  };
}

import type { HomeRow } from '#contract/home.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { withObjectParticle } from '../catalogue/index.ts';
import type { Presenter } from '../catalogue/present-for-caller.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { OwnerKey } from '../db/of-accounts.ts';
import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Resume } from '../playback/resume.ts';
import type { Audience } from './audience.ts';
import { itemsRow } from './shared-rows.ts';
import { ROW_SIZE } from './sizes.ts';
import { listTouchedTitles } from './store.ts';
import { recommend, type Watched } from './taste.ts';

const BILLBOARD_SIZE = 5;
/** Older titles say little about a profile's current taste. */
const TOUCHED_TITLES = 100;

/** Rows that depend on the profile's own actions. */
export interface OwnRows {
  billboard(caller: ProfileCaller, audience: Audience): Promise<HomeRow[]>;
  startAgain(caller: ProfileCaller): Promise<HomeRow[]>;
  newEpisodes(caller: ProfileCaller, audience: Audience): Promise<HomeRow[]>;
  liked(caller: ProfileCaller, audience: Audience, watched: readonly Watched[]): Promise<HomeRow[]>;
  /** The titles that the profile rated or watched most recently, without those that it has hidden. */
  listWatched(caller: ProfileCaller, snapshot: Snapshot, hidden: ReadonlySet<number>): Promise<Watched[]>;
}

export function createOwnRows(options: {
  db: Connection;
  reads: Reads;
  titles: Titles;
  resume: Resume;
  present: Presenter;
}): OwnRows {
  const { db, reads, titles, resume, present } = options;

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
    async billboard(caller, { newest }) {
      const { places } = await resume.list(caller, { sorting: 'recent', limit: 1, offset: 0 });
      const begun = places.map(({ item }) => item);
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

    async newEpisodes(caller, { newest, snapshot }) {
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
      const results = await present.episodeDetails(caller, found.flat());
      return [{ id: 'new_episodes', kind: 'episodes', title: '새로 올라온 에피소드', results, more: null }];
    },

    /** Recommendations based on what the profile rated and watched. */
    async liked(caller, { snapshot, allowedIds }, watched) {
      const found = recommend(watched, snapshot.likeness, allowedIds, ROW_SIZE);
      if (!found) return [];
      const seed = snapshot.item(found.seedId)!;
      const items = await titles.withRatings(found.itemIds.flatMap((id) => snapshot.item(id) ?? []));
      const title = `${withObjectParticle(seed.name)} 좋아한다면`;
      return itemsRow(present.itemSummary(caller), { id: 'liked', title, items, more: null });
    },

    listWatched: async ({ account, profile }, snapshot, hidden) =>
      (await findTouched([{ accountId: account.id, profileId: profile.id }]))
        .flat()
        .filter(({ item_id: itemId }) => !hidden.has(itemId))
        .flatMap(({ item_id: itemId, score, cnt_finished }) => {
          const count = snapshot.item(itemId)?.cnt_episode ?? 0;
          return count === 0 ? [] : [{ itemId, score, finishedPart: Math.min(1, cnt_finished / count) }];
        }),
  };
}

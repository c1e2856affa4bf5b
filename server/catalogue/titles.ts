import type { Item } from '#contract/catalogue.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Connection } from '../db/open.ts';
import type { CreateLoader } from '../db/loader.ts';
import type { EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { ResumePoint } from '#server/watching/playback/resume.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import { pageOfEpisodes, type EpisodesQuery } from './episode-pages.ts';
import { nextToWatch, resumeOffset } from './next-to-watch.ts';
import { isInteresting } from './learning/history.ts';
import { listActivity, listOwnInTitles, titleKeyText, type Activity, type TitleKey } from './activity-store.ts';
import type { FoundEpisode, FoundPage } from './present-for-caller.ts';
import type { Catalogue, Snapshot } from './snapshot.ts';
import type { Place } from './viewed.ts';
import { findEnd } from './ends-store.ts';
import { endedSentence } from './last-day.ts';
import {
  listItemRatings,
  type BriefRow,
  type CatalogueItem,
  type ItemRatings,
  type ItemBrief,
  type ItemRow,
} from './store.ts';

export interface Titles {
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  get(caller: ProfileCaller, id: number): Promise<ItemRow>;
  /** A title with the profile's own data on it. @throws NOT_FOUND, RATING_RESTRICTED */
  getWithMine(caller: ProfileCaller, id: number): Promise<{ item: ItemRow; my: Item['my'] }>;
  /** The same titles with their current ratings. */
  withRatings<T extends ItemBrief>(items: readonly T[]): Promise<(T & ItemRatings)[]>;
  /** The current ratings of titles, in the given order. */
  ratingsOf(ids: readonly number[]): Promise<readonly ItemRatings[]>;
  /** Titles with their current ratings, in the given order; omits those that viewers cannot see. */
  listRows(snapshot: Snapshot, ids: readonly number[]): Promise<BriefRow[]>;
  /** The same with all of each title. */
  listWholeRows(snapshot: Snapshot, ids: readonly number[]): Promise<ItemRow[]>;
  /**
   * The profile's own data on titles, in the given order: offset, rating, wish, and whether it is hidden.
   *
   * @param known the caller's snapshot, and where the profile goes on in some of the titles, which need not be looked up again.
   */
  listMine(
    caller: ProfileCaller,
    itemIds: readonly number[],
    known?: { snapshot: Snapshot; resumePoints: Promise<readonly ResumePoint[]> },
  ): Promise<Item['my'][]>;
  /** Those of some titles that the profile has finished or rated lowest. */
  listDone(caller: ProfileCaller, items: readonly Pick<CatalogueItem, 'id' | 'cnt_episode'>[]): Promise<Set<number>>;
  /** A page of a title's episodes, and the caller's own data on the title. @throws NOT_FOUND, RATING_RESTRICTED */
  listEpisodes(caller: ProfileCaller, query: EpisodesQuery): Promise<FoundPage>;
  /** An episode, and all of its title. @throws NOT_FOUND, RATING_RESTRICTED */
  getEpisode(caller: ProfileCaller, id: number): Promise<FoundEpisode & { episodes: readonly EpisodeRow[] }>;
}

/** @returns the title, which the profile may see. @throws NOT_FOUND, RATING_RESTRICTED */
function requireVisible<T extends ItemBrief>(item: T | undefined, { profile }: ProfileCaller): T {
  if (!item) fail('NOT_FOUND');
  if (!isRatingAllowed(item.content_rating, profile.max_rating)) fail('RATING_RESTRICTED');
  return item;
}

/** A title of the snapshot that the profile may see. @throws NOT_FOUND, RATING_RESTRICTED */
export const visibleItem = async (snapshot: Snapshot, caller: ProfileCaller, id: number): Promise<CatalogueItem> =>
  requireVisible(await snapshot.item(id), caller);

const titleKeyOf = ({ account, profile }: ProfileCaller, itemId: number): TitleKey => ({
  account_id: account.id,
  profile_id: profile.id,
  item_id: itemId,
});

type Resume = Item['my']['resume'];

const presentResume = ({ episode, offset }: Pick<ResumePoint, 'episode' | 'offset'>): NonNullable<Resume> => ({
  episode_id: episode.id,
  episode_num: episode.episode_num,
  offset,
});

const lastOf = (offsets: Activity['offsets']) =>
  [...offsets].sort(
    (one, other) => other.updated_at.getTime() - one.updated_at.getTime() || other.episode_id - one.episode_id,
  )[0];

/** The answer to a call about a title or an episode that is shown in other countries only. */
const NOT_HERE = '이 나라에서는 볼 수 없는 작품이에요.';

export function createTitles(options: {
  db: Connection;
  createLoader: CreateLoader;
  catalogue: Catalogue;
  clock: Clock;
}): Titles {
  const { db, createLoader, catalogue, clock } = options;

  const isElsewhere = async ({ country }: Place, kind: 'title' | 'episode', id: number): Promise<boolean> => {
    if (country === undefined) return false;
    const everywhere = await catalogue.current({});
    return (kind === 'title' ? await everywhere.brief(id) : await everywhere.itemOfEpisode(id)) !== undefined;
  };

  /** Refuses a call about a title or an episode that is not shown, with a sentence if its countries or its end are why. @throws NOT_FOUND */
  const failMissing = async (place: Place, kind: 'title' | 'episode', id: number): Promise<never> => {
    if (await isElsewhere(place, kind, id)) fail('NOT_FOUND', { message: NOT_HERE });
    const end = await findEnd(db, { kind, id }, clock.now());
    return fail('NOT_FOUND', end && { message: endedSentence(end) });
  };
  const findVisible = async (snapshot: Snapshot, caller: ProfileCaller, id: number) =>
    requireVisible((await snapshot.item(id)) ?? (await failMissing(caller, 'title', id)), caller);

  const findRatings = createLoader({
    keyOf: String,
    read: async (ids: number[]) => {
      const ratings = await listItemRatings(db, ids);
      return ids.map((id) => ratings.get(id) ?? { cnt_rating: 0, sum_rating: 0 });
    },
    accountOf: null,
  });
  const findActivity = createLoader({
    keyOf: (key: TitleKey) => titleKeyText(key),
    read: (keys) => listActivity(db, keys),
    accountOf: ({ account_id: id }) => id,
  });
  const findOwn = createLoader({
    keyOf: (key: TitleKey) => titleKeyText(key),
    read: (keys) => listOwnInTitles(db, keys),
    accountOf: ({ account_id: id }) => id,
  });

  const addRatings = <T extends ItemBrief>(item: T, { cnt_rating, sum_rating }: ItemRatings): T & ItemRatings => ({
    ...item,
    cnt_rating,
    sum_rating,
  });
  const withRatings: Titles['withRatings'] = async (items) => {
    if (items.length === 0) return [];
    const ratings = await findRatings(items.map(({ id }) => id));
    return items.map((item, index) => addRatings(item, ratings[index]!));
  };
  /** Reads titles and ratings at the same time. */
  const rowsOf = async <T extends ItemBrief>(ids: readonly number[], reading: Promise<readonly T[]>) => {
    if (ids.length === 0) return [];
    const [items, ratings] = await Promise.all([reading, findRatings(ids)]);
    const byId = new Map(ids.map((id, index) => [id, ratings[index]!]));
    return items.map((item) => addRatings(item, byId.get(item.id)!));
  };

  const findPage = async (caller: ProfileCaller, query: EpisodesQuery): Promise<Omit<FoundPage, 'own'>> => {
    const snapshot = await catalogue.current(caller);
    const found = (await snapshot.brief(query.item_id)) ?? (await failMissing(caller, 'title', query.item_id));
    const item = requireVisible(found, caller);
    return { item, page: pageOfEpisodes(await snapshot.episodes(item.id), query) };
  };

  /** Where the profile resumes a title. */
  const findResume = async (snapshot: Snapshot, item: ItemBrief, activity: Activity): Promise<Resume> => {
    const last = lastOf(activity.offsets);
    const episodeId = last && nextToWatch(item, last);
    // Not found although the title has it: it comes out when this process's clock gets there.
    const episode = episodeId === undefined ? undefined : await snapshot.episode(item.id, episodeId);
    const known = activity.offsets.find(({ episode_id: id }) => id === episodeId);
    return episode ? presentResume({ episode, offset: resumeOffset(known) }) : null;
  };

  const presentMine = (activity: Activity, resume: Resume): Item['my'] => ({
    rating: activity.score,
    is_wished: activity.isWished,
    resume,
    is_hidden: activity.isHidden,
  });

  return {
    async getWithMine(caller, id) {
      const snapshot = await catalogue.current(caller);
      const [item, [ratings], [activity]] = await Promise.all([
        findVisible(snapshot, caller, id),
        findRatings([id]),
        findActivity([titleKeyOf(caller, id)]),
      ]);
      return {
        item: addRatings(item, ratings!),
        my: presentMine(activity!, await findResume(snapshot, item, activity!)),
      };
    },

    async get(caller, id) {
      const item = await findVisible(await catalogue.current(caller), caller, id);
      return (await withRatings([item]))[0]!;
    },

    withRatings,
    ratingsOf: async (ids) => (ids.length === 0 ? [] : findRatings(ids)),
    listRows: (snapshot, ids) => rowsOf(ids, snapshot.briefs(ids)),
    listWholeRows: (snapshot, ids) => rowsOf(ids, snapshot.items(ids)),

    async listDone(caller, items) {
      if (items.length === 0) return new Set();
      const activity = await findActivity(items.map(({ id }) => titleKeyOf(caller, id)));
      const isDone = ({ cnt_episode }: (typeof items)[number], { score, offsets }: Activity) =>
        !isInteresting({ score }) || offsets.filter((offset) => offset.is_finished).length >= cnt_episode;
      return new Set(items.filter((item, index) => isDone(item, activity[index]!)).map(({ id }) => id));
    },

    async listMine(caller, itemIds, known) {
      if (itemIds.length === 0) return [];
      const findBriefs = async () => {
        const snapshot = known?.snapshot ?? (await catalogue.current(caller));
        return [snapshot, await snapshot.briefs(itemIds)] as const;
      };
      const [activity, [snapshot, briefs], points = []] = await Promise.all([
        findActivity(itemIds.map((id) => titleKeyOf(caller, id))),
        findBriefs(),
        known?.resumePoints,
      ]);
      const items = new Map(briefs.map((item) => [item.id, item]));
      const pointOf = new Map(points.map((point) => [point.item.id, point]));
      return Promise.all(
        itemIds.map(async (id, index) => {
          const [item, point] = [items.get(id), pointOf.get(id)];
          const resume = point
            ? presentResume(point)
            : item
              ? await findResume(snapshot, item, activity[index]!)
              : null;
          return presentMine(activity[index]!, resume);
        }),
      );
    },

    async listEpisodes(caller, query) {
      const [{ item, page }, [own]] = await Promise.all([
        findPage(caller, query),
        findOwn([titleKeyOf(caller, query.item_id)]),
      ]);
      return { item, page, own: own! };
    },

    async getEpisode(caller, id) {
      const snapshot = await catalogue.current(caller);
      const found = (await snapshot.itemOfEpisode(id)) ?? (await failMissing(caller, 'episode', id));
      const known = requireVisible(found, caller);
      const [episodes, [item]] = await Promise.all([snapshot.episodes(known.id), withRatings([known])]);
      const index = episodes.findIndex((episode) => episode.id === id);
      const episode = episodes[index] ?? fail('NOT_FOUND');
      const neighbours = { previousId: episodes[index - 1]?.id ?? null, nextId: episodes[index + 1]?.id ?? null };
      return { episode, item: item!, neighbours, episodes };
    },
  };
}

import type { Item } from '#contract/catalogue.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import { fail } from '../lib/fail.ts';
import { rememberBy } from '../lib/layers.ts';
import { isWithin } from './age-limit.ts';
import { createEpisodePages, type EpisodePage, type EpisodesQuery } from './episode-pages.ts';
import { nextToWatch, resumeOffset } from './next-to-watch.ts';
import type { FoundEpisode } from './present-for-caller.ts';
import type { Catalogue, Snapshot } from './snapshot.ts';
import {
  listFigures,
  listMarks,
  type BriefRow,
  type CatalogueItem,
  type Figures,
  type ItemBrief,
  type ItemRow,
  type Marks,
  type MarksKey,
} from './store.ts';

export interface Titles {
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  get(caller: ProfileCaller, id: number): Promise<ItemRow>;
  /** A title with the profile's own data on it. @throws NOT_FOUND, RATING_RESTRICTED */
  getWithMine(caller: ProfileCaller, id: number): Promise<{ item: ItemRow; my: Item['my'] }>;
  /** The same titles with their current ratings. */
  withRatings<T extends ItemBrief>(items: readonly T[]): Promise<(T & Figures)[]>;
  /** The profile's own data on titles, in the given order: offset, rating, wish, and whether it is hidden. */
  listMine(caller: ProfileCaller, itemIds: readonly number[]): Promise<Item['my'][]>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  listEpisodes(caller: ProfileCaller, query: EpisodesQuery): Promise<EpisodePage>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  getEpisode(caller: ProfileCaller, id: number): Promise<FoundEpisode>;
}

/** A title of the snapshot that the profile may see. @throws NOT_FOUND, RATING_RESTRICTED */
export async function visibleItem(snapshot: Snapshot, { profile }: ProfileCaller, id: number): Promise<CatalogueItem> {
  const item = (await snapshot.item(id)) ?? fail('NOT_FOUND');
  if (!isWithin(item.content_rating, profile.max_rating)) fail('RATING_RESTRICTED');
  return item;
}

const lastOf = (offsets: Marks['offsets']) =>
  [...offsets].sort(
    (one, other) => other.updated_at.getTime() - one.updated_at.getTime() || other.episode_id - one.episode_id,
  )[0];

export function createTitles(options: { db: Connection; reads: Reads; catalogue: Catalogue }): Titles {
  const { db, reads, catalogue } = options;
  const pageOf = createEpisodePages();

  const findFigures = reads({
    tables: ['item_figures'],
    cacheKeyOf: String,
    read: async (ids: number[]) => {
      const figures = await listFigures(db, ids);
      return ids.map((id) => figures.get(id) ?? { cnt_rating: 0, sum_rating: 0 });
    },
    accountOf: null,
  });
  const findMarks = reads({
    tables: ['ratings', 'wishes', 'playback_offsets', 'hidden_items'],
    cacheKeyOf: ({ profile_id: profileId, item_id: itemId }: MarksKey) => `${profileId} ${itemId}`,
    read: (keys) => listMarks(db, keys),
    accountOf: ({ account_id: id }) => id,
  });

  /** One object until a rating changes, so that its answer is built once. */
  const rememberRow = rememberBy<ItemBrief, BriefRow>();
  const withRatings: Titles['withRatings'] = async <T extends ItemBrief>(items: readonly T[]) => {
    if (items.length === 0) return [];
    const figures = await findFigures(items.map(({ id }) => id));
    return items.map((item, index) => {
      const { cnt_rating, sum_rating } = figures[index]!;
      return rememberRow(
        item,
        (row) => row.cnt_rating === cnt_rating && row.sum_rating === sum_rating,
        () => ({ ...item, cnt_rating, sum_rating }),
      ) as T & Figures;
    });
  };

  const resumeOf = async (snapshot: Snapshot, item: ItemBrief, offsets: Marks['offsets']) => {
    const last = lastOf(offsets);
    const episodeId = last && nextToWatch(item, last);
    if (episodeId === undefined) return null;
    const episode = await snapshot.episode(item.id, episodeId);
    if (!episode) return null;
    const known = offsets.find(({ episode_id: id }) => id === episodeId);
    return { episode_id: episodeId, episode_num: episode.episode_num, offset: resumeOffset(known) };
  };

  const listMineIn = async (
    findSnapshot: () => Promise<Snapshot>,
    caller: ProfileCaller,
    itemIds: readonly number[],
  ) => {
    if (itemIds.length === 0) return [];
    const owner = { account_id: caller.account.id, profile_id: caller.profile.id };
    const [marks, snapshot] = await Promise.all([
      findMarks(itemIds.map((id) => ({ ...owner, item_id: id }))),
      findSnapshot(),
    ]);
    const found = await snapshot.briefs(itemIds);
    const items = new Map(found.map((item) => [item.id, item]));
    return Promise.all(
      itemIds.map(async (id, index) => {
        const { score, isWished, isHidden, offsets } = marks[index]!;
        const item = items.get(id);
        const resume = item ? await resumeOf(snapshot, item, offsets) : null;
        return { rating: score, is_wished: isWished, resume, is_hidden: isHidden };
      }),
    );
  };

  return {
    async getWithMine(caller, id) {
      const snapshot = await catalogue.current();
      const known = await visibleItem(snapshot, caller, id);
      const [[item], [my]] = await Promise.all([
        withRatings([known]),
        listMineIn(() => Promise.resolve(snapshot), caller, [id]),
      ]);
      return { item: item!, my: my! };
    },

    async get(caller, id) {
      const item = await visibleItem(await catalogue.current(), caller, id);
      return (await withRatings([item]))[0]!;
    },

    withRatings,

    listMine: (caller, itemIds) => listMineIn(() => catalogue.current(), caller, itemIds),

    async listEpisodes(caller, query) {
      const snapshot = await catalogue.current();
      const item = await visibleItem(snapshot, caller, query.item_id);
      return pageOf(await snapshot.episodes(item.id), query);
    },

    async getEpisode(caller, id) {
      const snapshot = await catalogue.current();
      const known = (await snapshot.itemOfEpisode(id)) ?? fail('NOT_FOUND');
      await visibleItem(snapshot, caller, known.id);
      const episodes = await snapshot.episodes(known.id);
      const place = episodes.findIndex((episode) => episode.id === id);
      const episode = episodes[place] ?? fail('NOT_FOUND');
      const [item] = await withRatings([known]);
      const neighbours = { previousId: episodes[place - 1]?.id ?? null, nextId: episodes[place + 1]?.id ?? null };
      return { episode, item: item!, neighbours };
    },
  };
}

import type { Item } from '#contract/catalogue.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Connection } from '../db/open.ts';
import type { EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Resume } from '../playback/resume.ts';
import { isWithin } from './age-limit.ts';
import { findEpisode, findItem, findNeighbours, listEpisodesOfItem, type ItemRow, type Neighbours } from './store.ts';

export interface EpisodesQuery {
  item_id: number;
  sort: 'oldest' | 'latest';
  limit: number;
  offset: number;
}

export interface Titles {
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  get(caller: ProfileCaller, id: number): Promise<ItemRow>;
  /** What the profile did with a title: where it stands, how it rated it. */
  getMine(caller: ProfileCaller, itemId: number): Promise<Item['my']>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  listEpisodes(caller: ProfileCaller, query: EpisodesQuery): Promise<{ count: number; episodes: EpisodeRow[] }>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  getEpisode(
    caller: ProfileCaller,
    id: number,
  ): Promise<{ episode: EpisodeRow; item: ItemRow; neighbours: Neighbours }>;
}

export function createTitles(options: {
  db: Connection;
  clock: Clock;
  resume: Resume;
  findRating(profileId: string, itemId: number): Promise<number | null>;
}): Titles {
  const { db, clock, resume, findRating } = options;

  const get: Titles['get'] = async ({ profile }, id) => {
    const item = (await findItem(db, id, clock.now())) ?? fail('NOT_FOUND');
    if (!isWithin(item.content_rating, profile.max_rating)) fail('RATING_RESTRICTED');
    return item;
  };

  return {
    get,

    async getMine({ profile }, itemId) {
      const place = await resume.findForItem(profile.id, itemId);
      return {
        rating: await findRating(profile.id, itemId),
        is_wished: false,
        resume: place && {
          episode_id: place.episode.id,
          episode_num: place.episode.episode_num,
          offset: place.offset,
        },
      };
    },

    async listEpisodes(caller, { item_id: itemId, ...query }) {
      const item = await get(caller, itemId);
      return { count: item.cnt_episode, episodes: await listEpisodesOfItem(db, { itemId, ...query }, clock.now()) };
    },

    async getEpisode(caller, id) {
      const now = clock.now();
      const episode = (await findEpisode(db, id, now)) ?? fail('NOT_FOUND');
      const item = await get(caller, episode.item_id);
      return { episode, item, neighbours: await findNeighbours(db, episode, now) };
    },
  };
}

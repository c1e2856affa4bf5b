import type { Item } from '#contract/catalogue.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Connection } from '../db/open.ts';
import type { EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Resume } from '../playback/resume.ts';
import { isWithin } from './age-limit.ts';
import type { FoundEpisode } from './presenter.ts';
import { findEpisode, findItem, listEpisodesOfItem, listNeighbours, type ItemRow } from './store.ts';

export interface EpisodesQuery {
  item_id: number;
  sort: 'oldest' | 'latest';
  limit: number;
  offset: number;
}

export interface Titles {
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  get(caller: ProfileCaller, id: number): Promise<ItemRow>;
  /** What the profile did with titles, in the order asked for: where it stands, how it rated them. */
  listMine(caller: ProfileCaller, itemIds: readonly number[]): Promise<Item['my'][]>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  listEpisodes(caller: ProfileCaller, query: EpisodesQuery): Promise<{ count: number; episodes: EpisodeRow[] }>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  getEpisode(caller: ProfileCaller, id: number): Promise<FoundEpisode>;
}

export function createTitles(options: {
  db: Connection;
  clock: Clock;
  resume: Resume;
  /** Scores of a profile by title. */
  listScores(profileId: string, itemIds: readonly number[]): Promise<Map<number, number>>;
}): Titles {
  const { db, clock, resume, listScores } = options;

  const get: Titles['get'] = async ({ profile }, id) => {
    const item = (await findItem(db, id, clock.now())) ?? fail('NOT_FOUND');
    if (!isWithin(item.content_rating, profile.max_rating)) fail('RATING_RESTRICTED');
    return item;
  };

  return {
    get,

    async listMine({ profile }, itemIds) {
      const places = await resume.list(profile.id, { itemIds });
      const scores = await listScores(profile.id, itemIds);
      const byItem = new Map(places.map((place) => [place.episode.item_id, place]));
      return itemIds.map((id) => {
        const place = byItem.get(id);
        return {
          rating: scores.get(id) ?? null,
          is_wished: false,
          resume: place
            ? { episode_id: place.episode.id, episode_num: place.episode.episode_num, offset: place.offset }
            : null,
        };
      });
    },

    async listEpisodes(caller, { item_id: itemId, ...query }) {
      const item = await get(caller, itemId);
      return { count: item.cnt_episode, episodes: await listEpisodesOfItem(db, { itemId, ...query }, clock.now()) };
    },

    async getEpisode(caller, id) {
      const now = clock.now();
      const episode = (await findEpisode(db, id, now)) ?? fail('NOT_FOUND');
      const item = await get(caller, episode.item_id);
      const neighbours = (await listNeighbours(db, [episode], now)).get(id) ?? { previousId: null, nextId: null };
      return { episode, item, neighbours };
    },
  };
}

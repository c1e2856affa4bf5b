import type { Release } from '#contract/releases.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { isWithin } from './age-limit.ts';
import { presentNextRelease } from './present.ts';
import type { Catalogue } from './snapshot.ts';

/** The last and the next episode of titles. Televisions that show them ask at the instant of a release. */
export type ListReleases = (caller: ProfileCaller, itemIds: readonly number[]) => Promise<Release[]>;

/** Leaves out titles that the profile does not see. Without a statement of its own: many televisions call at once. */
export const createListReleases =
  (catalogue: Catalogue): ListReleases =>
  async ({ profile }, itemIds) => {
    const snapshot = await catalogue.current();
    const items = (await snapshot.items([...new Set(itemIds)])).filter(({ content_rating: rating }) =>
      isWithin(rating, profile.max_rating),
    );
    return Promise.all(
      items.map(async (item) => {
        const episode = (await snapshot.episodes(item.id)).find(({ id }) => id === item.latest_episode_id);
        return {
          item_id: item.id,
          latest: episode
            ? {
                episode_id: episode.id,
                episode_num: episode.episode_num,
                published_at: episode.published_at.toISOString(),
              }
            : null,
          next_release: item.next_release && presentNextRelease(item.next_release),
        };
      }),
    );
  };

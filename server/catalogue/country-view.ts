import type { EpisodeRow } from '../db/tables.ts';
import type { TitleQueries } from './lists/title-queries.ts';
import type { Snapshot } from './viewed.ts';
import type { ItemBrief } from './store.ts';

/** An empty list is everywhere. */
export const isIn = (countries: readonly string[], country: string): boolean =>
  countries.length === 0 || countries.includes(country);

/** The age rating of a title in a country. */
export const ratingIn = (
  item: Pick<ItemBrief, 'content_rating' | 'country_ratings'>,
  country: string,
): ItemBrief['content_rating'] =>
  item.country_ratings.find((one) => one.country === country)?.content_rating ?? item.content_rating;

/** A title with the episodes and the age rating of a country; undefined where it is not shown. The given object if nothing differs. */
function itemIn<T extends ItemBrief>(item: T, country: string): T | undefined {
  if (!isIn(item.countries, country)) return undefined;
  const absent = item.limited_episodes.filter((one) => !isIn(one.countries, country)).map(({ id }) => id);
  const rating = ratingIn(item, country);
  if (absent.length === 0 && rating === item.content_rating) return item;
  const episodeIds = item.episode_ids.filter((id) => !absent.includes(id));
  if (episodeIds.length === 0 && item.episode_ids.length > 0) return undefined;
  const { latest_episode_id: latest } = item;
  return {
    ...item,
    content_rating: rating,
    episode_ids: episodeIds,
    cnt_episode: episodeIds.length,
    ...(latest !== null && absent.includes(latest) && { latest_episode_id: episodeIds.at(-1) }),
  };
}

/**
 * The catalogue of one country: the one place that knows where a title is. All that viewers see comes from a snapshot, so that
 * lists, search, home and playbacks agree, and what is cached for a snapshot is of one country.
 */
export function countryView(base: Snapshot, country: string, queries: TitleQueries): Snapshot {
  /** Titles are shared and cached: one derived object for each. */
  const known = new WeakMap<ItemBrief, ItemBrief | null>();
  const seen = <T extends ItemBrief>(item: T | undefined): T | undefined => {
    if (!item) return undefined;
    let found = known.get(item);
    if (found === undefined) known.set(item, (found = itemIn(item, country) ?? null));
    return (found ?? undefined) as T | undefined;
  };
  const all = <T extends ItemBrief>(items: readonly T[]): readonly T[] => items.flatMap((item) => seen(item) ?? []);
  const isHere = (episode: Pick<EpisodeRow, 'countries'>) => isIn(episode.countries, country);

  return {
    item: async (id) => seen(await base.item(id)),
    items: async (ids) => all(await base.items(ids)),
    async itemOfEpisode(episodeId) {
      const item = seen(await base.itemOfEpisode(episodeId));
      return item?.episode_ids.includes(episodeId) ? item : undefined;
    },
    episodes: async (itemId) => (await base.episodes(itemId)).filter(isHere),
    async episode(itemId, episodeId) {
      const episode = await base.episode(itemId, episodeId);
      return episode && isHere(episode) ? episode : undefined;
    },
    briefs: async (ids) => all(await base.briefs(ids)),
    brief: async (id) => seen(await base.brief(id)),
    themes: base.themes,
    likeness: base.likeness,
    queries: {
      ...queries,
      async foundEpisodes(ids, now, limit) {
        const found = await queries.foundEpisodes(ids, now, limit);
        const items = new Map(
          all(await base.briefs(found.map(({ item_id: id }) => id))).map((item) => [item.id, item]),
        );
        return found.filter(({ id, item_id: itemId }) => items.get(itemId)?.episode_ids.includes(id));
      },
    },
  };
}

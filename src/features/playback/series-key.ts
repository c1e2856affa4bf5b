import type { EpisodeDetail } from '#contract/catalogue.ts';

/**
 * What is chosen for an episode holds for all seasons of its series: `series:7`; for a title that stands alone, or where
 * the server tells no series, for that title: `item:105`.
 */
export const seriesKeyOf = ({ item, series_id: seriesId }: Pick<EpisodeDetail, 'item' | 'series_id'>): string =>
  typeof seriesId === 'number' ? `series:${seriesId}` : `item:${item.id}`;

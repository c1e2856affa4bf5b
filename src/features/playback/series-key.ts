import type { EpisodeDetail } from '#contract/catalogue.ts';

/**
 * Storage key for choices that apply to all seasons of a series: `series:7`; for a title without a series: `item:105`.
 */
export const seriesKeyOf = ({ item, series_id: seriesId }: Pick<EpisodeDetail, 'item' | 'series_id'>): string =>
  typeof seriesId === 'number' ? `series:${seriesId}` : `item:${item.id}`;

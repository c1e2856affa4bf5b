import type { Item } from '#contract/catalogue.ts';

/** The next season: the first other title of the series, in its order, that aired later. */
export const nextSeasonOf = (item: Pick<Item, 'air_quarter'>, others: readonly Item[]): Item | undefined =>
  // "Year quarter" compares correctly as text.
  others.find((other) => other.air_quarter > item.air_quarter);

import type { Item } from '#contract/catalogue.ts';

/** The season after this one: of the others, in the order of the series, the first that was aired later. */
export const nextSeasonOf = (item: Pick<Item, 'air_quarter'>, others: readonly Item[]): Item | undefined =>
  // Year and quarter, in this order: they compare as text.
  others.find((other) => other.air_quarter > item.air_quarter);

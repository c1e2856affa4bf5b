import type { BriefRow } from '#server/catalogue/store.ts';

export interface Page {
  limit: number;
  offset: number;
}

export interface ItemFilter {
  theme?: number | undefined;
  genre?: string | undefined;
  /** Only titles that currently air on this day; 0 is Sunday. */
  weekday?: number | undefined;
  year?: number | undefined;
  /** Only titles with this sound: `ko`, `ko/dub`. */
  audio?: string | undefined;
  /** Only titles with these subtitles: `ko`, `ko/caption`. */
  subtitles?: string | undefined;
}

export interface Order {
  sorting: 'popular' | 'recent' | 'rating' | 'name';
  /** Popular titles by the chart of this instant, if it is still stored. Default: now. */
  asOf?: Date | undefined;
}

export type ItemQuery = ItemFilter & Order & Page;

export interface PageOfItems {
  /** All matches. */
  count: number;
  items: BriefRow[];
}

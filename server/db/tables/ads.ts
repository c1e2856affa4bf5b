import type { Generated, Selectable } from 'kysely';
import type { RowOf, advertisementColumns } from '../../catalogue/columns.ts';
import type { AdvertisementRecord } from '../../catalogue/format/index.ts';

export interface AdvertisementsTable extends RowOf<AdvertisementRecord, typeof advertisementColumns> {
  /** How often it is chosen, compared with the others that run. */
  weight: Generated<number>;
  /** It runs from the one instant to just before the other; null for no limit. */
  starts_at: Date | null;
  ends_at: Date | null;
}

interface AdBreaksTable {
  id: string;
  episode_id: number;
  offset: number;
}

/** The advertisement that a play log got in a break. */
export interface AdServingsTable {
  account_id: string;
  play_log_id: string;
  ad_break_id: string;
  ad_id: number;
  /** The last time that the player requested it. */
  handed_out_at: Date;
}

export interface AdEventsTable {
  account_id: string;
  play_log_id: string;
  ad_break_id: string;
  ad_id: number;
  event: string;
  position: number;
  profile_id: string;
  received_at: Date;
  /** The event counts for the figures from this instant, if the playback has not ended before; null: never. */
  counts_from: Generated<Date | null>;
}

/** Counts of removed ad events of one day in Korea. */
interface AdDaysTable {
  day: string;
  ad_id: number;
  ad_break_id: string;
  event: string;
  cnt: number;
}

/** Counts of an advertisement's events. */
interface AdCounts {
  cnt_impression: number;
  cnt_start: number;
  cnt_complete: number;
  cnt_skip: number;
  cnt_error: number;
}

interface AdHoursTable extends AdCounts {
  hour: Date;
  ad_id: number;
}

/** Sums of `ad_hours` by day in Korea. */
export interface AdFiguresTable extends AdCounts {
  day: string;
  ad_id: number;
}

/** Tables of the advertisements. */
export interface TablesOfAds {
  advertisements: AdvertisementsTable;
  ad_breaks: AdBreaksTable;
  ad_servings: AdServingsTable;
  ad_events: AdEventsTable;
  ad_days: AdDaysTable;
  ad_hours: AdHoursTable;
  ad_figures: AdFiguresTable;
}

export type AdvertisementRow = Selectable<AdvertisementsTable>;
export type AdBreakRow = Selectable<AdBreaksTable>;

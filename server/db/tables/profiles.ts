import type { Generated, Selectable } from 'kysely';
import type { ContentRating } from '#contract/profiles.ts';
import type { RowOf, imageColumns } from '../../catalogue/columns.ts';
import type { ProfileImageRecord } from '../../catalogue/format/index.ts';

export interface ProfilesTable {
  account_id: string;
  id: string;
  name: string;
  default_image_id: number;
  max_rating: ContentRating;
  pin_hash: string | null;
  is_owner: boolean;
  created_at: Date;
  /** How long it may watch a day; null without a limit. */
  daily_minutes: number | null;
  /** `HH:MM` in Korea; both null without a bedtime. */
  bedtime_from: string | null;
  bedtime_to: string | null;
  /** Until when more time was given, bedtime or not. */
  bedtime_lifted_until: Date | null;
  /** Whether what it watches is used for the proposals of everybody. */
  counts_for_proposals: Generated<boolean>;
}

interface ProfileImagesTable extends RowOf<ProfileImageRecord, typeof imageColumns> {
  position: number;
}

/** A profile whose reviews another profile does not see. */
interface BlockedProfilesTable {
  account_id: string;
  profile_id: string;
  /** Profile of any account; it may be deleted. */
  blocked_profile_id: string;
  blocked_at: Date;
}

/** A title that a profile sees in no row. */
export interface HiddenItemsTable {
  account_id: string;
  profile_id: string;
  item_id: number;
  hidden_at: Date;
}

/** Time watched on one day in Korea by a profile with a daily limit or a bedtime. A report counts on the day of its arrival. */
interface WatchTimesTable {
  account_id: string;
  profile_id: string;
  /** `YYYY-MM-DD` */
  day: string;
  seconds: number;
  /** Time that the owner added to the daily time. */
  extra_seconds: Generated<number>;
}

/** Tables of the profiles. */
export interface TablesOfProfiles {
  profiles: ProfilesTable;
  profile_images: ProfileImagesTable;
  blocked_profiles: BlockedProfilesTable;
  watch_times: WatchTimesTable;
  hidden_items: HiddenItemsTable;
}

export type ProfileRow = Selectable<ProfilesTable>;
export type WatchTimeRow = Selectable<WatchTimesTable>;

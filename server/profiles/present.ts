import type { Profile, ProfileImage } from '#contract/profiles.ts';
import type { ProfileRow } from '../db/tables.ts';
import type { ProfileImageRow } from './store.ts';

/** Absolute address of a picture in the catalogue. */
export type ArtUrl = (path: string) => string;

export const presentProfile = (row: ProfileRow, imagePath: string | undefined, artUrl: ArtUrl): Profile => ({
  id: row.id,
  name: row.name,
  default_image_id: row.default_image_id,
  image_url: imagePath === undefined ? '' : artUrl(imagePath),
  max_rating: row.max_rating,
  has_pin: row.pin_hash !== null,
  is_owner: row.is_owner,
  daily_minutes: row.daily_minutes,
  bedtime: row.bedtime_from === null || row.bedtime_to === null ? null : { from: row.bedtime_from, to: row.bedtime_to },
  counts_for_proposals: row.counts_for_proposals,
});

export const presentProfileImage = (row: ProfileImageRow, artUrl: ArtUrl): ProfileImage => ({
  id: row.id,
  name: row.name,
  url: artUrl(row.path),
});

import type { Profile } from '../profiles.ts';
import { isLimited } from './household.ts';

/**
 * Whether the television's home may show what a profile watches. Everybody in the room sees it, so the tiles of a child, and
 * of a profile that a PIN protects, stay inside the app.
 */
export const hasHomeTiles = (profile: Pick<Profile, 'max_rating' | 'has_pin'>): boolean =>
  !isLimited(profile) && !profile.has_pin;

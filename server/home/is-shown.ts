import type { ProfileCaller } from '../accounts/sessions.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import type { CatalogueItem } from '../catalogue/store.ts';

/** Whether a row of home may show the title. */
export const isShown = (item: CatalogueItem, { profile }: ProfileCaller, hidden: ReadonlySet<number>): boolean =>
  item.cnt_episode > 0 && isRatingAllowed(item.content_rating, profile.max_rating) && !hidden.has(item.id);

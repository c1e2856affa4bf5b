import type { ItemRating, ShortReview } from '#contract/reviews.ts';
import { averageOf } from '../catalogue/index.ts';
import type { ArtUrl } from '../profiles/present.ts';
import type { Rated } from './ratings.ts';
import type { ShownReview } from './store.ts';

export const presentRating = (rated: Rated): ItemRating => ({
  rating: rated.score,
  avg_rating: averageOf(rated),
  cnt_rating: rated.cnt_rating,
});

export const presentShortReview = (review: ShownReview, readerId: string, artUrl: ArtUrl): ShortReview => ({
  id: review.id,
  item_id: review.item_id,
  profile: {
    id: review.profile_id,
    name: review.profile_name,
    image_url: review.image_path === null ? '' : artUrl(review.image_path),
  },
  short_review: review.short_review,
  rating: review.score,
  cnt_like: review.cnt_like,
  i_like: review.i_like,
  is_mine: review.profile_id === readerId,
  is_hidden: review.hidden_at !== null,
  created_at: review.created_at.toISOString(),
  updated_at: review.updated_at.toISOString(),
});

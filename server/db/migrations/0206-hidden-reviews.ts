import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Operators list hidden reviews, which are few among all. */
export const hiddenReviews: Migration = {
  up: (db) =>
    run(db, [
      `create index if not exists short_reviews_hidden on short_reviews (hidden_at) where hidden_at is not null`,
    ]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

/** A review's new id: the title's id, then its own random bits, as version 8 of a UUID (reviews/review-ids.ts). */
const NEW_ID = `(lpad(to_hex(short_reviews.item_id), 8, '0') || substr(short_reviews.id::text, 9, 6) || '8'
  || substr(short_reviews.id::text, 16))::uuid`;

/**
 * The title leads the keys of reviews and likes, so that a list of reviews is on one shard: copies of the author's name,
 * picture and score come along, and a review's id contains its title. Each statement can be repeated, because an engine
 * without transactional DDL may stop between two.
 */
export const reviewsByTitle: Migration = {
  up: (db) =>
    run(db, [
      `alter table review_likes drop constraint if exists review_likes_review_id_fkey,
        drop constraint if exists review_likes_item_id_review_id_fkey,
        drop constraint if exists review_likes_account_id_profile_id_fkey,
        drop constraint if exists review_likes_pkey, add column if not exists item_id integer`,
      `update review_likes set item_id = short_reviews.item_id, review_id = ${NEW_ID}
        from short_reviews where short_reviews.id = review_likes.review_id`,
      `alter table short_reviews drop constraint if exists short_reviews_pkey,
        drop constraint if exists short_reviews_profile_id_item_id_key,
        drop constraint if exists short_reviews_item_id_profile_id_key,
        drop constraint if exists short_reviews_account_id_profile_id_fkey,
        add column if not exists profile_name text, add column if not exists profile_image_id integer,
        add column if not exists score double precision`,
      `update short_reviews set id = ${NEW_ID}, profile_name = profiles.name,
        profile_image_id = profiles.default_image_id, score = (
          select score from ratings where ratings.account_id = short_reviews.account_id
            and ratings.profile_id = short_reviews.profile_id and ratings.item_id = short_reviews.item_id)
        from profiles where profiles.account_id = short_reviews.account_id and profiles.id = short_reviews.profile_id`,
      `alter table short_reviews alter column profile_name set not null, alter column profile_image_id set not null,
        add primary key (item_id, id), add unique (item_id, profile_id)`,
      `alter table review_likes alter column item_id set not null, add primary key (item_id, review_id, profile_id),
        add foreign key (item_id, review_id) references short_reviews (item_id, id) on delete cascade`,
    ]),
};

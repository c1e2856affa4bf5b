import type { ShortReview } from '#contract/reviews.ts';
import { countLabel, dateLabel } from '#src/lib/labels.ts';
import { Icon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import { Picture } from '#src/ui/tile/picture.tsx';
import { Stars } from '#src/ui/tile/stars.tsx';
import styles from './review-card.module.css';

/** The spoken label of a review. */
export function reviewLabel(review: ShortReview): string {
  return [
    review.is_mine ? '내 감상평' : review.profile.name,
    review.is_hidden ? '운영자가 숨겨서 나에게만 보여요' : '',
    review.rating === null ? '' : `별점 ${review.rating.toFixed(1)}`,
    review.short_review,
    `공감 ${countLabel(review.cnt_like)}개`,
    review.i_like ? '공감했어요' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export interface ReviewCardProps {
  readonly review: ShortReview;
  /** Omits the date where space is limited. */
  readonly isShort?: boolean;
}

/** One short review: author, stars, date, text and likes. */
export function ReviewCard({ review, isShort = false }: ReviewCardProps) {
  const { profile, rating } = review;
  return (
    <div className={`${styles.card} ${review.is_mine ? styles.mine : ''}`}>
      <div className={styles.head}>
        <span className={styles.picture}>
          {profile.image_url !== '' && <Picture src={profile.image_url} color="#3d3552" />}
        </span>
        <span className={styles.name}>{profile.name}</span>
        {review.is_mine && <span className={styles.chip}>{review.is_hidden ? '운영자가 숨겼어요' : '내 감상평'}</span>}
        {rating !== null && <Stars score={rating} size={1.5} />}
        {!isShort && <span className={styles.date}>{dateLabel(review.updated_at)}</span>}
        <span className={`${styles.like} ${review.i_like ? styles.liked : ''}`}>
          <Icon name={review.i_like ? laterIcons.heartFilled : laterIcons.heart} size={1.75} />
          {countLabel(review.cnt_like)}
        </span>
      </div>
      <p className={`${styles.text} ${isShort ? styles.short : ''}`}>{review.short_review}</p>
    </div>
  );
}

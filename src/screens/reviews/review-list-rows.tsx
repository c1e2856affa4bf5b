import type { ShortReview } from '#contract/reviews.ts';
import { ReviewCard, reviewLabel } from '#src/features/reviews/review-card.tsx';
import type { WallRow } from '#src/focus/index.ts';
import { countLabel } from '#src/lib/labels.ts';
import styles from './reviews-screen.module.css';

/** Measures of a line of the list, in rem. */
const WIDTH = 70;
const GAP = 1.75;
/** Edges and head of a card, and a line of its text (review-card.module.css). */
const CARD = 7;
const TEXT_LINE = 2.5;
/** Room for text beside the edges; what one character takes of it, wide ones like Hangul and others. */
const TEXT_WIDTH = 66;
const WIDE = 1.65;
const NARROW = 1.1;
const MOST_LINES = 4;

const widthOf = (text: string) =>
  Array.from(text).reduce((sum, character) => sum + (character.charCodeAt(0) < 0x1100 ? NARROW : WIDE), 0);

/** Lines that a text takes at most; counted, since a list shifts by arithmetic. @param letters 1, or 1.3 for large ones */
export const linesOf = (text: string, letters: number): number =>
  Math.max(1, Math.min(MOST_LINES, Math.ceil((widthOf(text) * letters) / TEXT_WIDTH)));

const shapeOf = (lines: number, letters: number) => {
  const tileHeight = CARD + lines * TEXT_LINE * letters;
  return { tileWidth: WIDTH, tileHeight, gap: 0, headHeight: 0, height: tileHeight + GAP };
};

export interface ReviewLineOptions {
  readonly review: ShortReview;
  readonly place: number;
  readonly count: number;
  /** How large letters are: 1, or 1.3. */
  readonly letters: number;
  readonly onPress: (review: ShortReview) => void;
}

/** A line of the list. The viewer's own opens for writing, every other is liked by OK. */
export function reviewLine({ review, place, count, letters, onPress }: ReviewLineOptions): WallRow {
  return {
    ...shapeOf(linesOf(review.short_review, letters), letters),
    key: `review:${review.id}`,
    count: 1,
    head: null,
    tileKey: () => (review.is_mine ? 'edit' : 'like'),
    tileLabel: () => reviewLabel(review),
    placeLabel: () => `${countLabel(count)}개 중 ${countLabel(place + 1)}번째`,
    onPress: () => onPress(review),
    renderTile: () => <ReviewCard review={review} />,
  };
}

/** In place of a page that did not come. */
export function failedLine(onRetry: () => void): WallRow {
  return {
    ...shapeOf(1, 1),
    key: 'failed',
    count: 1,
    head: null,
    tileKey: () => 'retry',
    tileLabel: () => '더 불러오지 못했어요, 다시 시도',
    placeLabel: () => '',
    onPress: onRetry,
    renderTile: () => (
      <div className={styles.failedLine}>
        <p>더 불러오지 못했어요.</p>
        <p className={styles.soft}>OK를 누르면 다시 시도해요.</p>
      </div>
    ),
  };
}

import type { ShortReview } from '#contract/reviews.ts';
import { ReviewCard, reviewLabel } from '#src/features/reviews/review-card.tsx';
import type { WallRow } from '#src/focus/index.ts';
import { holdHint } from '#src/lib/hold-hint.ts';
import { countLabel } from '#src/lib/labels.ts';
import styles from './reviews-screen.module.css';

/** Size of a list row, in rem. */
const WIDTH = 70;
const GAP = 1.75;
/** Height of a card without text, and of one line of text (review-card.module.css). */
const CARD = 7;
const TEXT_LINE = 2.5;
/** What larger letters add to the line with the name, in rem at twice the size. */
const HEAD_LINE = 2;
/** Width of the text, and of one wide character (such as Hangul) and one narrow one. */
const TEXT_WIDTH = 66;
const WIDE = 1.65;
const NARROW = 1.1;
const MOST_LINES = 4;

const widthOf = (text: string) =>
  Array.from(text).reduce((sum, character) => sum + (character.charCodeAt(0) < 0x1100 ? NARROW : WIDE), 0);

/**
 * Upper estimate of a text's lines. Computed instead of measured, because the wall positions its rows by arithmetic.
 *
 * @param letters scale of the letters
 */
export const linesOf = (text: string, letters: number): number =>
  Math.max(1, Math.min(MOST_LINES, Math.ceil((widthOf(text) * letters) / TEXT_WIDTH)));

const shapeOf = (lines: number, letters: number) => {
  const tileHeight = CARD + (letters > 1.3 ? HEAD_LINE * (letters - 1) : 0) + lines * TEXT_LINE * letters;
  return { tileWidth: WIDTH, tileHeight, gap: 0, headHeight: 0, height: tileHeight + GAP };
};

export interface ReviewLineOptions {
  readonly review: ShortReview;
  readonly index: number;
  readonly count: number;
  /** Scale of the letters. */
  readonly letters: number;
  /** Whether OK opens a menu instead of being held. */
  readonly isSingle: boolean;
  readonly onPress: (review: ShortReview) => void;
  /** Opens the menu of another profile's review. */
  readonly onMenu: (review: ShortReview) => void;
}

/** A row of the list. OK edits the viewer's own review and likes any other, whose menu opens when OK is held. */
export function reviewLine({ review, index, count, letters, isSingle, onPress, onMenu }: ReviewLineOptions): WallRow {
  const place = `${countLabel(count)}개 중 ${countLabel(index + 1)}번째`;
  return {
    ...shapeOf(linesOf(review.short_review, letters), letters),
    key: `review:${review.id}`,
    count: 1,
    head: null,
    tileKey: () => (review.is_mine ? 'edit' : 'like'),
    tileLabel: () => reviewLabel(review),
    ordinalLabel: () => (review.is_mine ? place : `${place}, ${holdHint(isSingle, '신고나 차단')}`),
    onPress: () => onPress(review),
    ...(review.is_mine ? {} : { onHold: () => onMenu(review), holdNames: ['공감', '신고나 차단'] as const }),
    renderTile: () => <ReviewCard review={review} />,
  };
}

/** Replaces a page that failed to load. */
export function failedLine(onRetry: () => void): WallRow {
  return {
    ...shapeOf(1, 1),
    key: 'failed',
    count: 1,
    head: null,
    tileKey: () => 'retry',
    tileLabel: () => '더 불러오지 못했어요, 다시 시도',
    ordinalLabel: () => '',
    onPress: onRetry,
    renderTile: () => (
      <div className={styles.failedLine}>
        <p>더 불러오지 못했어요.</p>
        <p className={styles.soft}>OK를 누르면 다시 시도해요.</p>
      </div>
    ),
  };
}

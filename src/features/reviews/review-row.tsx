import type { ShortReview } from '#contract/reviews.ts';
import type { WallRow } from '#src/focus/index.ts';
import { countLabel } from '#src/lib/labels.ts';
import { Icon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import { cardRow } from '#src/ui/page/row-shapes.ts';
import { RowTitle } from '#src/ui/page/row-title.tsx';
import { ReviewCard, reviewLabel } from './review-card.tsx';
import styles from './review-row.module.css';

export interface ReviewRowOptions {
  readonly key: string;
  readonly title: string;
  readonly count: number;
  /** The viewer's own first. */
  readonly reviews: readonly ShortReview[];
  /** Hides the texts as spoilers of a title not begun, until the viewer unveils them. */
  readonly isVeiled: boolean;
  readonly onOpen: () => void;
}

/** The first short reviews of a title, followed by a link to all. */
export function reviewRow({ key, title, count, reviews, isVeiled, onOpen }: ReviewRowOptions): WallRow {
  const shown = isVeiled ? [] : reviews;
  const rest = restOf(count, isVeiled);
  return {
    ...cardRow,
    key,
    count: shown.length + 1,
    head: <RowTitle text={title} {...(count > 0 ? { detail: `${countLabel(count)}개` } : {})} />,
    tileKey: (index) => (shown[index] ? `review:${shown[index].id}` : 'all'),
    tileLabel: (index) => (shown[index] ? reviewLabel(shown[index]) : `${rest.title}, ${rest.text}`),
    onPress: onOpen,
    renderTile(index) {
      const review = shown[index];
      return review ? <ReviewCard review={review} isShort /> : <RestCard {...rest} />;
    },
  };
}

function restOf(count: number, isVeiled: boolean) {
  if (count === 0) return { icon: 'pencil', title: '첫 감상평을 남겨 보세요', text: '100자면 충분해요.' } as const;
  if (isVeiled)
    return {
      icon: 'lock',
      title: '아직 보지 않은 작품이에요',
      text: '감상평에 줄거리가 담겨 있을 수 있어요.',
    } as const;
  return {
    icon: laterIcons.forward,
    title: '감상평 모두 보기',
    text: `${countLabel(count)}개의 감상평과 내 감상평 쓰기`,
  } as const;
}

function RestCard({ icon, title, text }: ReturnType<typeof restOf>) {
  return (
    <div className={styles.rest}>
      <Icon name={icon} size={3} />
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
    </div>
  );
}

import type { Item } from '#contract/catalogue.ts';
import type { ReviewSort } from '#src/api/reviews.ts';
import { FocusGroup } from '#src/focus/index.ts';
import { countLabel } from '#src/lib/labels.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import { Picture } from '#src/ui/tile/picture.tsx';
import { Stars } from '#src/ui/tile/stars.tsx';
import styles from './reviews-screen.module.css';
import type { BlockedProfile } from './use-blocking.ts';

export interface ReviewsPanelProps {
  readonly item: Item;
  readonly count: number;
  readonly hasMine: boolean;
  readonly sort: ReviewSort;
  readonly onSort: (sort: ReviewSort) => void;
  readonly onWrite: () => void;
  /** The profile that was blocked last in this visit. */
  readonly blocked: BlockedProfile | null;
  readonly onUnblock: () => void;
}

/** The left side: the title, its average rating, the viewer's rating, and the buttons. */
export function ReviewsPanel(props: ReviewsPanelProps) {
  const { item, count, hasMine, sort, onSort, onWrite, blocked, onUnblock } = props;
  const isSingle = useSettings(({ settings }) => settings.singlePresses);
  return (
    <div className={styles.panel}>
      <div className={styles.poster} style={{ backgroundColor: item.color }}>
        <Picture src={item.images.poster} color={item.color} />
      </div>
      <h1 className={styles.name}>{item.name}</h1>
      <p className={styles.average}>
        <Icon name="star" size={2} />
        {item.avg_rating === null ? '–' : item.avg_rating.toFixed(1)}
        <span className={styles.soft}>{`감상평 ${countLabel(count)}개`}</span>
      </p>
      <p className={styles.own}>
        {item.my.rating !== null && (
          <>
            <Stars score={item.my.rating} size={1.75} />
            <span className={styles.soft}>{`내 별점 ${item.my.rating.toFixed(1)}`}</span>
          </>
        )}
      </p>
      <FocusGroup focusKey="reviews/panel" axis="column" className={styles.buttons}>
        <Button
          focusKey="reviews/write"
          label={hasMine ? '감상평 고치기' : '감상평 쓰기'}
          icon="pencil"
          isPrimary
          onPress={onWrite}
        />
        <Button
          focusKey="reviews/sort"
          label={sort === 'like' ? '최신순으로 보기' : '공감순으로 보기'}
          icon={laterIcons.sort}
          onPress={() => onSort(sort === 'like' ? 'recent' : 'like')}
        />
        {blocked && (
          <Button
            focusKey="reviews/unblock"
            label="차단 되돌리기"
            name={`${blocked.name}님 차단 되돌리기`}
            icon="retry"
            onPress={onUnblock}
          />
        )}
      </FocusGroup>
      {!blocked && count > 0 && (
        <p className={styles.hint}>{isSingle ? '감상평을 누르면 메뉴' : '감상평을 길게 누르면 신고나 차단'}</p>
      )}
    </div>
  );
}

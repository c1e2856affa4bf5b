import type { WallRow } from '#src/focus/index.ts';
import { Icon } from '#src/ui/icon.tsx';
import { cardRow } from '#src/ui/page/row-shapes.ts';
import { RowTitle } from '#src/ui/page/row-title.tsx';
import styles from './item-stage.module.css';

/** Replaces a row that failed to load; the rest of the screen stays. */
export function retryRow({ key, title, onRetry }: { key: string; title: string; onRetry: () => void }): WallRow {
  return {
    ...cardRow,
    key,
    count: 1,
    head: <RowTitle text={title} />,
    tileKey: () => 'retry',
    tileLabel: () => `${title}, 불러오지 못했어요, 다시 시도`,
    onPress: onRetry,
    renderTile: () => (
      <div className={styles.retry}>
        <Icon name="retry" size={3} />
        <p>불러오지 못했어요</p>
        <p className={styles.soft}>다시 시도</p>
      </div>
    ),
  };
}

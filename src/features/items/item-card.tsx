import type { ItemSummary } from '#contract/catalogue.ts';
import { LOCK_BADGE } from '#src/ui/tile/lock-badge.tsx';
import { Picture } from '#src/ui/tile/picture.tsx';
import { ItemFacts } from './item-facts.tsx';
import styles from './item-card.module.css';

/** A title with its poster and a few facts beside it. */
export function ItemCard({ item }: { item: ItemSummary }) {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.poster} style={{ backgroundColor: item.color }}>
        <Picture src={item.images.poster} color={item.color} />
      </div>
      <div className={styles.words}>
        {item.needs_identity ? (
          <p className={styles.news}>{LOCK_BADGE}</p>
        ) : (
          item.is_new && <p className={styles.news}>새 작품</p>
        )}
        <p className={styles.name}>{item.name}</p>
        <ItemFacts item={item} />
      </div>
    </div>
  );
}

import type { Item, ItemSummary } from '#contract/catalogue.ts';
import { contentRatingLabel } from '#src/lib/labels.ts';
import { Icon } from '#src/ui/icon.tsx';
import styles from './item-facts.module.css';

/** Rating of the viewers, age, when and how it aired, genres: one line. */
export function ItemFacts({ item }: { item: ItemSummary & Partial<Pick<Item, 'air_quarter' | 'is_ended'>> }) {
  const facts = [contentRatingLabel(item.content_rating), item.air_quarter, item.medium, item.genres.join(' · ')];
  return (
    <div className={styles.facts}>
      {item.avg_rating !== null && (
        <span className={styles.rating}>
          <Icon name="star" size={1.5} />
          {item.avg_rating.toFixed(1)}
        </span>
      )}
      {facts.filter(Boolean).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {item.is_ended !== undefined && <span>{item.is_ended ? '완결' : '방영 중'}</span>}
    </div>
  );
}

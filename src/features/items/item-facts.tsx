import { useState } from 'react';
import type { Item, ItemSummary } from '#contract/catalogue.ts';
import { contentRatingLabel } from '#src/lib/title-labels.ts';
import { Icon } from '#src/ui/icon.tsx';
import { LaterLabel } from './later-label.tsx';
import styles from './item-facts.module.css';

/** The airing state; empty for an incomplete title. */
function airState({ is_ended: isEnded, cnt_episode: count }: Partial<Pick<Item, 'is_ended' | 'cnt_episode'>>) {
  if (isEnded === undefined) return undefined;
  if (isEnded) return '완결';
  return count === 0 ? '방영 예정' : '방영 중';
}

/** Score, age rating, airing dates and genres in one line. */
export function ItemFacts({
  item,
  badges = [],
}: {
  /** Short facts in a frame, such as "더빙". */
  badges?: readonly string[];
  item: ItemSummary & Partial<Pick<Item, 'air_quarter' | 'is_ended' | 'cnt_episode'>>;
}) {
  // The label stays when the last episode came out, to say so.
  const [toldId, setToldId] = useState<number | null>(null);
  if (item.next_release && toldId !== item.id) setToldId(item.id);
  const facts = [
    contentRatingLabel(item.content_rating),
    item.air_quarter,
    item.medium,
    item.genres.join(' · '),
    airState(item),
  ];
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
      {toldId === item.id && <LaterLabel item={item} />}
      {badges.map((badge) => (
        <span key={badge} className={styles.badge}>
          {badge}
        </span>
      ))}
    </div>
  );
}

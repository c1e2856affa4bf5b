import type { WeekTitle } from '#contract/week.ts';
import { releaseName, releaseTime } from '#src/features/items/release-texts.ts';
import { countLabel } from '#src/lib/labels.ts';
import { useNow } from '#src/lib/use-now.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { countdownLabel, nextToCome } from './week.ts';
import styles from './week.module.css';

/** Counts down to the next episode of all, or says how many titles air. */
export function NextRelease({ titles }: { titles: readonly WeekTitle[] }) {
  const now = useNow(useClock(), 1000);
  const first = nextToCome(titles, now);
  if (!first) return <p className={styles.next}>지금 방영 중인 작품 {countLabel(titles.length)}편</p>;
  const { title, next } = first;
  return (
    <p className={styles.next}>
      다음 공개
      <span className={styles.count}>{countdownLabel(Date.parse(next.at), now)}</span>
      <span className={styles.nextName}>
        {title.item.name} {releaseName(next)} · {releaseTime(next.at, now)}
      </span>
    </p>
  );
}

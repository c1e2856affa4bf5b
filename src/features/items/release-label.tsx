import type { ItemSummary, NextRelease } from '#contract/catalogue.ts';
import { useRemainingLabel } from '#src/lib/use-remaining-label.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { releaseName, releaseTime } from './release-texts.ts';
import styles from './release-label.module.css';
import { useRelease } from './use-release.ts';

/** When the next episode of a title comes, with the remaining time; afterwards that it is there. */
export function ReleaseLabel({ item }: { item: Pick<ItemSummary, 'id' | 'next_release'> }) {
  const { out, next } = useRelease(item);
  if (out !== null) return <span className={styles.out}>{out} 공개</span>;
  return next && <Countdown next={next} />;
}

function Countdown({ next }: { next: NextRelease }) {
  const clock = useClock();
  const remaining = useRemainingLabel(clock, next.at);
  const left = remaining === '0초 남음' ? '곧 공개돼요' : remaining;
  return (
    <span className={styles.next}>
      {releaseName(next)} · {releaseTime(next.at, clock.instant())} · {left}
    </span>
  );
}

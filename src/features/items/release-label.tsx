import { useId, useLayoutEffect, useRef } from 'react';
import type { NextRelease } from '#contract/catalogue.ts';
import { useRemainingLabel } from '#src/lib/use-remaining-label.ts';
import { useClock } from '#src/stores/clock-context.ts';
import type { ReleaseLabelProps } from './later-label.tsx';
import { releaseName, releaseTime } from './release-texts.ts';
import styles from './release-label.module.css';
import { useRelease } from './use-release.ts';

/** Tiles count down to releases within this time, in ms. */
const SOON_MS = 24 * 3600_000;

/** When the next episode of a title comes, with the remaining time; afterwards that it is there. */
export function ReleaseLabel({ item, isShort = false }: ReleaseLabelProps) {
  const clock = useClock();
  const { out, next } = useRelease(item);
  if (out !== null) return <span className={styles.out}>{out} 공개</span>;
  if (!next || (isShort && Date.parse(next.at) - clock.instant() > SOON_MS)) return null;
  return <Countdown next={next} isShort={isShort} />;
}

/** A tile's own name replaces what it contains, so the voice guide gets this text as the tile's description. */
function TileDescription({ text }: { text: string }) {
  const id = useId();
  const label = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const tile = label.current?.closest('[aria-label]');
    tile?.setAttribute('aria-describedby', id);
    return () => tile?.removeAttribute('aria-describedby');
  }, [id]);
  return (
    <span ref={label} id={id} className={styles.next}>
      {text}
    </span>
  );
}

function Countdown({ next, isShort }: { next: NextRelease; isShort: boolean }) {
  const clock = useClock();
  const remaining = useRemainingLabel(clock, next.at);
  const left = remaining === '0초 남음' ? '곧 공개돼요' : remaining;
  if (isShort) return <TileDescription text={left} />;
  return (
    <span className={styles.next}>
      {releaseName(next)} · {releaseTime(next.at, clock.instant())} · {left}
    </span>
  );
}

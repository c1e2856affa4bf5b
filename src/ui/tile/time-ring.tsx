import { useEffect, useState } from 'react';
import type { Clock } from '#src/lib/clock.ts';
import { clockLabel } from '#src/lib/clock-labels.ts';
import styles from './time-ring.module.css';

const RADIUS = 21;
const LENGTH = 2 * Math.PI * RADIUS;

export interface TimeRingProps {
  readonly clock: Clock;
  /** On the clock's `now`. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** What happens at the end of the time: "새 코드까지". */
  readonly name: string;
}

/** The remaining time as a shrinking ring and as `12:05`. Only this component renders, once a second. */
export function TimeRing({ clock, fromMs, untilMs, name }: TimeRingProps) {
  const [nowMs, setNow] = useState(() => clock.now());
  useEffect(() => clock.every(1000, () => setNow(clock.now())), [clock]);
  const leftMs = Math.min(untilMs - fromMs, Math.max(0, untilMs - nowMs));
  const label = clockLabel(Math.round(leftMs / 1000));
  return (
    <div className={styles.ring} role="timer" aria-label={`${name} ${label}`}>
      <svg viewBox="0 0 48 48" className={styles.drawing} aria-hidden="true">
        <circle cx="24" cy="24" r={RADIUS} className={styles.track} />
        <circle
          cx="24"
          cy="24"
          r={RADIUS}
          className={styles.left}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - leftMs / (untilMs - fromMs))}
        />
      </svg>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
    </div>
  );
}

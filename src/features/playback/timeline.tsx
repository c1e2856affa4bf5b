import type { PlaybackMachine } from '#src/player/index.ts';
import { clockLabel } from '#src/lib/labels.ts';
import styles from './timeline.module.css';
import { useReadable } from './use-playback-session.ts';

/** Where playback stands: watched part, buffered part, both times. Only this renders when the position changes. */
export function Timeline({ machine }: { machine: PlaybackMachine }) {
  const { positionSeconds, bufferedEndSeconds } = useReadable(machine.position);
  const { durationSeconds } = useReadable(machine);
  const part = (seconds: number) => (durationSeconds > 0 ? Math.min(1, Math.max(0, seconds / durationSeconds)) : 0);
  return (
    <div className={styles.timeline}>
      <span className={styles.time}>{clockLabel(positionSeconds)}</span>
      <div className={styles.bar}>
        <div className={styles.buffered} style={{ transform: `scaleX(${part(bufferedEndSeconds)})` }} />
        <div className={styles.watched} style={{ transform: `scaleX(${part(positionSeconds)})` }} />
        <div className={styles.knobTrack} style={{ transform: `translate3d(${part(positionSeconds) * 100}%, 0, 0)` }}>
          <span className={styles.knob} />
        </div>
      </div>
      <span className={styles.time}>{clockLabel(durationSeconds)}</span>
    </div>
  );
}

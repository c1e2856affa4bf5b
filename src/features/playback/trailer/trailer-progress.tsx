import { useSyncExternalStore } from 'react';
import type { PlaybackMachine } from '#src/player/index.ts';
import styles from './trailer-dialog.module.css';

/** How much of a trailer has played. Only this component renders when the position changes. */
export function TrailerProgress({ machine }: { machine: PlaybackMachine }) {
  const { position } = machine;
  const { positionSeconds } = useSyncExternalStore(position.subscribe, position.getState);
  const { durationSeconds } = useSyncExternalStore(machine.subscribe, machine.getState);
  const share = durationSeconds > 0 ? Math.min(1, positionSeconds / durationSeconds) : 0;
  return (
    <div className={styles.progress} aria-hidden="true">
      <div className={styles.played} style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}

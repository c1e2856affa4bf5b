import { playbackSpans } from '#src/features/diagnostics/playback-spans.ts';
import type { ChronicleEntry } from '#src/player/index.ts';
import styles from './playback-strip.module.css';

/** The states of a playback as a timeline. */
export function PlaybackStrip({ entries }: { entries: readonly ChronicleEntry[] }) {
  return (
    <span className={styles.strip}>
      {playbackSpans(entries).map(({ kind, from, to }) => (
        <span
          key={from}
          className={`${styles.span} ${styles[kind]}`}
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
      ))}
    </span>
  );
}

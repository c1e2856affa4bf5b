import type { PlaybackSession } from '#src/player/index.ts';
import styles from './subtitles.module.css';
import { useReadable } from './use-playback-session.ts';

/** The lines that stand on the picture now; drawn by us, so that they stay above the controls and scale with the panel. */
export function Subtitles({ session, isRaised }: { session: PlaybackSession; isRaised: boolean }) {
  const cues = useReadable(session.cues);
  return (
    <div className={isRaised ? styles.raised : styles.resting}>
      {cues.map((cue) => (
        <p key={cue.key} className={styles.cue}>
          {cue.text.split('\n').map((line, index) => (
            <span key={index}>{line}</span>
          ))}
        </p>
      ))}
    </div>
  );
}

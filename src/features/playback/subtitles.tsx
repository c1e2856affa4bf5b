import type { SubtitleCue, PlaybackSession } from '#src/player/index.ts';
import type { SubtitleSettings } from '#src/stores/settings-store.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import styles from './subtitles.module.css';
import { useReadable } from './use-playback-session.ts';

export interface SubtitlesProps {
  readonly session: PlaybackSession;
  /** How many things stand below that the lines give way to: the controls, the card of the next episode. */
  readonly lift: 0 | 1 | 2;
  /** A menu stands at the right edge. */
  readonly isBesideMenu: boolean;
  /** A line that shows the looks while they are chosen, when none stands on the picture. */
  readonly sample: string | null;
}

const LIFTS = ['rest', 'aboveOne', 'aboveTwo'] as const;
const SAMPLE_KEY = 'sample';

/** The lines that stand on the picture now; drawn by us, so that they stay above the controls and scale with the panel. */
export function Subtitles({ session, lift, isBesideMenu, sample }: SubtitlesProps) {
  const cues = useReadable(session.cues);
  const looks = useSettings((state) => state.settings.subtitle);
  const lines: readonly Pick<SubtitleCue, 'key' | 'text' | 'placement'>[] =
    cues.length === 0 && sample !== null ? [{ key: SAMPLE_KEY, text: sample, placement: 'bottom' }] : cues;
  const isAtTop = ({ placement }: Pick<SubtitleCue, 'placement'>) =>
    looks.position === 'top' || (looks.position === 'bottom' && placement === 'top');
  const classes = (...names: (string | undefined | false)[]) => names.filter(Boolean).join(' ');
  const shared = isBesideMenu && styles.besideMenu;
  const bottomClass = classes(styles.bottom, looks.position === 'raised' && styles.raised, styles[LIFTS[lift]], shared);
  return (
    <>
      <Lines
        className={classes(styles.top, lift > 0 && styles.belowTitle, shared)}
        looks={looks}
        lines={lines.filter(isAtTop)}
      />
      <Lines className={bottomClass} looks={looks} lines={lines.filter((line) => !isAtTop(line))} />
    </>
  );
}

interface LinesProps {
  readonly className: string;
  readonly looks: SubtitleSettings;
  readonly lines: readonly Pick<SubtitleCue, 'key' | 'text'>[];
}

function Lines({ className, looks, lines }: LinesProps) {
  return (
    <div
      className={`${styles.lines} ${className} ${styles[looks.size]} ${styles[looks.color]} ${styles[looks.ground]}`}
    >
      {lines.map(({ key, text }) => (
        <p key={key}>
          {text.split('\n').map((line, index) => (
            <span key={index} className={styles.line}>
              <span className={styles.text}>{line}</span>
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

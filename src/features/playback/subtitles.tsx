import type { SubtitleCue, Playback } from '#src/player/index.ts';
import type { SubtitleSettings } from '#src/stores/settings-store.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { subtitleClassOf, subtitleTextClass } from './subtitle-looks.ts';
import styles from './subtitles.module.css';
import { useReadable } from './use-playback.ts';

export interface SubtitlesProps {
  readonly playback: Playback;
  /** The number of elements below that push the lines up: controls, next-episode card. */
  readonly lift: 0 | 1 | 2;
  /** Whether a menu is open at the right edge. */
  readonly isBesideMenu: boolean;
  /** A sample line for the settings while no cue is visible. */
  readonly sample: string | null;
}

const LIFTS = ['rest', 'aboveOne', 'aboveTwo'] as const;
const SAMPLE_KEY = 'sample';

/** The visible cues, drawn by the app, so that they stay above the controls and scale with the panel. */
export function Subtitles({ playback, lift, isBesideMenu, sample }: SubtitlesProps) {
  const cues = useReadable(playback.cues);
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
    <div className={`${styles.lines} ${className} ${subtitleClassOf(looks)}`}>
      {lines.map(({ key, text }) => (
        <p key={key}>
          {text.split('\n').map((line, index) => (
            <span key={index} className={styles.line}>
              <span className={subtitleTextClass}>{line}</span>
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

import type { CueLine, CuePosition, Playback, SubtitleCue } from '#src/player/index.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { CueLines } from './cue-lines.tsx';
import { PictureCues } from './picture-cues.tsx';
import { PICTURE_SCALES } from './picture-groups.ts';
import { EdgeCue, PlacedCue } from './placed-cue.tsx';
import { subtitleClassOf } from './subtitle-looks.ts';
import styles from './subtitles.module.css';
import { useReadable } from '#src/features/playback/use-playback.ts';

export interface SubtitlesProps {
  readonly playback: Playback;
  /** The number of elements below that push the lines up: controls, a tall prompt. */
  readonly lift: 0 | 1 | 2;
  /** Whether a button is at the right edge, at the height of the lines. */
  readonly isBesidePrompt: boolean;
  /** Whether a menu is open at the right edge. */
  readonly isBesideMenu: boolean;
  /** A sample line for the settings while no cue is visible. */
  readonly sample: string | null;
}

type ShownCue = Pick<SubtitleCue, 'key' | 'lines' | 'placement'>;

const LIFTS = ['rest', 'aboveOne', 'aboveTwo'] as const;
const AREAS = {
  alone: ['whole', 'areaAboveOne', 'areaAboveTwo'],
  withPrompt: ['areaAbovePrompt', 'areaAboveTwo', 'areaAboveTwo'],
} as const;
/** Of pictures, in per cent of the screen: nine tenths of the area (subtitles.module.css). */
const WIDTHS = { alone: 90, besideMenu: 60, besideLargeMenu: 43 } as const;
const PLAIN = { ruby: null, isItalic: false, isBold: false, isUnderlined: false, color: null };

const sampleCue = (text: string): ShownCue => ({
  key: 'sample',
  lines: [[{ text, ...PLAIN }]],
  placement: 'bottom',
});

/** The visible cues, drawn by the app, so that they stay above the controls and scale with the panel. */
export function Subtitles({ playback, lift, isBesidePrompt, isBesideMenu, sample }: SubtitlesProps) {
  const cues = useReadable(playback.cues);
  const looks = useSettings((state) => state.settings.subtitle);
  const hasLargeLetters = useSettings((state) => state.settings.letters.indexOf('large-') === 0);
  const texts = cues.filter(({ picture }) => !picture);
  const pictures = cues.flatMap(({ key, picture }) => (picture ? [{ key, ...picture }] : []));
  const shown: readonly ShownCue[] = cues.length === 0 && sample !== null ? [sampleCue(sample)] : texts;
  const placed = shown.flatMap(({ key, lines, placement }) =>
    typeof placement === 'string' || placement.edge ? [] : [{ key, lines, place: placement }],
  );
  const atEdges = shown.filter(({ placement }) => typeof placement === 'string' || placement.edge);
  const isAtTop = ({ placement }: ShownCue) => {
    if (typeof placement !== 'string') return placement.edge === 'top';
    return looks.position === 'top' || (looks.position === 'bottom' && placement === 'top');
  };
  const classes = (...names: (string | undefined | false)[]) => names.filter(Boolean).join(' ');
  const shared = isBesideMenu && styles.besideMenu;
  const bottomClass = classes(
    styles.bottom,
    looks.position === 'raised' && styles.raised,
    styles[LIFTS[lift]],
    isBesidePrompt && lift < 2 && styles.abovePrompt,
    shared,
  );
  const area = styles[AREAS[isBesidePrompt ? 'withPrompt' : 'alone'][lift]];
  const looksClass = subtitleClassOf(looks);
  return (
    <>
      <PlacedCues className={classes(styles.area, area, shared)} looksClass={looksClass} cues={placed} />
      {pictures.length > 0 && (
        <PictureCues
          className={classes(styles.area, area, shared)}
          pictures={pictures}
          scale={PICTURE_SCALES[looks.size]}
          mostWidth={isBesideMenu ? (hasLargeLetters ? WIDTHS.besideLargeMenu : WIDTHS.besideMenu) : WIDTHS.alone}
        />
      )}
      <Lines
        className={classes(styles.top, lift > 0 && styles.belowTitle, shared)}
        looksClass={looksClass}
        cues={atEdges.filter(isAtTop)}
      />
      <Lines className={bottomClass} looksClass={looksClass} cues={atEdges.filter((cue) => !isAtTop(cue))} />
    </>
  );
}

interface PlacedCuesProps {
  readonly className: string;
  readonly looksClass: string;
  readonly cues: readonly { readonly key: string; readonly lines: readonly CueLine[]; readonly place: CuePosition }[];
}

function PlacedCues({ className, looksClass, cues }: PlacedCuesProps) {
  return (
    <div className={className}>
      {cues.map(({ key, lines, place }) => (
        <PlacedCue key={key} place={place} lines={lines} className={looksClass} />
      ))}
    </div>
  );
}

interface LinesProps {
  readonly className: string;
  readonly looksClass: string;
  readonly cues: readonly ShownCue[];
}

function Lines({ className, looksClass, cues }: LinesProps) {
  return (
    <div className={`${styles.lines} ${className} ${looksClass}`}>
      {cues.map(({ key, lines, placement }) =>
        typeof placement === 'string' ? (
          <CueLines key={key} lines={lines} />
        ) : (
          <EdgeCue key={key} place={placement} lines={lines} className={looksClass} />
        ),
      )}
    </div>
  );
}

import { useLayoutEffect } from 'react';
import type { RemoteKeyEvent } from '#platform/platform.ts';
import { useFocusLeaf, type Direction } from '#src/focus/index.ts';
import { Timeline } from '#src/features/playback/timeline.tsx';
import { useReadable } from '#src/features/playback/use-playback-session.ts';
import { clockLabel } from '#src/lib/labels.ts';
import type { PlaybackMachine } from '#src/player/index.ts';
import { Icon } from '#src/ui/icon.tsx';
import styles from './player-surface.module.css';

/** One tap of left, right, rewind or fast-forward, in seconds. */
const SEEK_STEP_SECONDS = 10;

export const surfaceKey = 'player/timeline';

export interface PlayerSurfaceProps {
  readonly machine: PlaybackMachine;
  readonly title: string;
  readonly subtitle: string;
  /** The video is being asked for: keys wait for it. */
  readonly isOpening: boolean;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onLeave: () => void;
  readonly onNext: () => void;
}

/** The picture's own focus: the timeline. OK plays and pauses, left and right seek, whether the controls are shown or not. */
export function PlayerSurface(props: PlayerSurfaceProps) {
  const { machine, title, subtitle, isShown, onShow } = props;
  const { isPlayWanted } = useReadable(machine);
  const toggle = () => (machine.getState().isPlayWanted ? machine.pause() : machine.play());

  const handleArrow = (direction: Direction, event: RemoteKeyEvent) => {
    onShow();
    if (direction === 'left') machine.seekBy(-SEEK_STEP_SECONDS);
    if (direction === 'right') seekForward(machine, event.repeats > 0);
    return true;
  };
  const focusProps = useFocusLeaf({
    focusKey: surfaceKey,
    isPlaceholder: props.isOpening,
    onPress() {
      onShow();
      toggle();
    },
    onArrow: handleArrow,
    onKey: (event) => handleMediaKey(event, { ...props, toggle }),
  });

  const slider = focusProps.ref;
  useLayoutEffect(() => spokenPosition(machine, slider.current), [machine, slider]);

  return (
    <>
      <div className={styles.catcher} onMouseMove={onShow} />
      <div className={`${styles.controls} ${isShown ? styles.shown : ''}`}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.subtitle}>{subtitle}</p>
        </div>
        <div className={styles.bottom}>
          <span className={styles.state}>
            <Icon name={isPlayWanted ? 'pause' : 'play'} size={3} />
          </span>
          <div {...focusProps} role="slider" aria-label="재생 위치" aria-valuemin={0} className={styles.slider}>
            {isShown && <Timeline machine={machine} />}
          </div>
        </div>
      </div>
    </>
  );
}

/** A held key stops before the end: nobody finishes an episode by holding too long. */
function seekForward(machine: PlaybackMachine, isHeld: boolean) {
  const leftSeconds = machine.getState().durationSeconds - machine.position.getState().positionSeconds;
  if (!isHeld || leftSeconds > 2 * SEEK_STEP_SECONDS) machine.seekBy(SEEK_STEP_SECONDS);
}

/** Keeps what the voice guide reads of the slider, once a second, without rendering. */
function spokenPosition(machine: PlaybackMachine, slider: HTMLElement | null) {
  const tell = () => {
    const seconds = Math.floor(machine.position.getState().positionSeconds);
    if (!slider || slider.getAttribute('aria-valuenow') === String(seconds)) return;
    slider.setAttribute('aria-valuenow', String(seconds));
    slider.setAttribute('aria-valuemax', String(Math.floor(machine.getState().durationSeconds)));
    slider.setAttribute('aria-valuetext', clockLabel(seconds));
  };
  tell();
  return machine.position.subscribe(tell);
}

interface MediaKeyTargets extends PlayerSurfaceProps {
  readonly toggle: () => void;
}

/** The remote's media keys act whether the controls are shown or not; answers whether the key was one of them. */
function handleMediaKey(event: RemoteKeyEvent, targets: MediaKeyTargets): boolean {
  const { machine, onShow, onLeave, onNext, toggle } = targets;
  const action = MEDIA_KEYS[event.key];
  if (!action) return false;
  const canRepeat = action === 'rewind' || action === 'forward';
  if (event.phase === 'up' || (event.repeats > 0 && !canRepeat)) return true;
  onShow();
  switch (action) {
    case 'play':
      machine.play();
      return true;
    case 'pause':
      machine.pause();
      return true;
    case 'toggle':
      toggle();
      return true;
    case 'stop':
      onLeave();
      return true;
    case 'rewind':
      machine.seekBy(-SEEK_STEP_SECONDS);
      return true;
    case 'forward':
      seekForward(machine, event.repeats > 0);
      return true;
    case 'next':
      onNext();
      return true;
    case 'jump':
      machine.seekTo((machine.getState().durationSeconds * Number(event.key)) / 10);
      return true;
  }
}

type MediaAction = 'play' | 'pause' | 'toggle' | 'stop' | 'rewind' | 'forward' | 'next' | 'jump';

const MEDIA_KEYS: Partial<Record<RemoteKeyEvent['key'], MediaAction>> = {
  play: 'play',
  pause: 'pause',
  'play-pause': 'toggle',
  stop: 'stop',
  rewind: 'rewind',
  'fast-forward': 'forward',
  next: 'next',
  'channel-up': 'next',
  blue: 'next',
  '0': 'jump',
  '1': 'jump',
  '2': 'jump',
  '3': 'jump',
  '4': 'jump',
  '5': 'jump',
  '6': 'jump',
  '7': 'jump',
  '8': 'jump',
  '9': 'jump',
};

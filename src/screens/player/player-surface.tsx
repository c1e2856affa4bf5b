import { useEffect, useLayoutEffect, useState } from 'react';
import { Timeline } from '#src/features/playback/timeline.tsx';
import { useReadable } from '#src/features/playback/use-playback.ts';
import { hasPointerMoved, useFocusLeaf } from '#src/focus/index.ts';
import { spokenTime } from '#src/lib/clock-labels.ts';
import type { PlaybackMachine, PlayerModel, PreviewSheet } from '#src/player/index.ts';
import { Icon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import { PlayerButtons, type PlayerButtonsProps } from './player-buttons.tsx';
import { timelineKey, type PlayerKeys } from './player-keys.ts';
import styles from './player-surface.module.css';

export interface PlayerSurfaceProps extends PlayerButtonsProps {
  readonly machine: PlaybackMachine;
  readonly model: PlayerModel;
  readonly keys: PlayerKeys;
  readonly title: string;
  readonly subtitle: string;
  readonly sheet: PreviewSheet | null;
  /** Whether playback is still loading; keys pressed now wait for it. */
  readonly isWaiting: boolean;
  readonly isShown: boolean;
  /** A menu would cut the buttons at its edge. */
  readonly isMenuOpen: boolean;
}

/** Title, timeline and buttons. While hidden, the timeline stays focused and the buttons are unmounted. */
export function PlayerSurface(props: PlayerSurfaceProps) {
  const { machine, model, keys, title, subtitle, sheet, isShown, isMenuOpen } = props;
  const { isPlayWanted, state } = useReadable(machine);
  const focusProps = useFocusLeaf({
    focusKey: timelineKey,
    isPlaceholder: props.isWaiting,
    isOrdinalSaid: false,
    onPress: keys.pressTimeline,
    holdAction: keys.holdTimeline,
    onArrow: keys.arrowOnTimeline,
  });
  const slider = focusProps.ref;
  useLayoutEffect(() => spokenPosition(machine, model, slider.current), [machine, model, slider]);
  // After the first picture.
  usePreloaded(isShown && state !== 'idle' && state !== 'loading' ? (sheet?.url ?? null) : null);

  return (
    <>
      {/* Older engines report a move when controls disappear under a resting pointer. */}
      <div
        className={styles.catcher}
        onMouseMove={() => hasPointerMoved() && keys.show()}
        onClick={keys.pressPicture}
      />
      <div className={`${styles.controls} ${isShown ? styles.shown : ''}`}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.subtitle}>{subtitle}</p>
        </div>
        <div className={styles.bottom}>
          <div {...focusProps} role="slider" aria-label="재생 위치" aria-valuemin={0} className={styles.slider}>
            <span className={styles.state}>
              <Icon name={isPlayWanted ? laterIcons.pause : 'play'} size={2.5} />
            </span>
            {isShown && <Timeline machine={machine} model={model} sheet={sheet} />}
          </div>
          <div className={`${styles.buttons} ${isMenuOpen ? styles.covered : ''}`}>
            {isShown && <PlayerButtons {...props} />}
          </div>
        </div>
      </div>
    </>
  );
}

/** Prefetches the sheet of preview pictures for the first seek. */
function usePreloaded(url: string | null) {
  const [loaded] = useState(() => new Set<string>());
  useEffect(() => {
    if (url === null || loaded.has(url)) return;
    loaded.add(url);
    new Image().src = url;
  }, [url, loaded]);
}

/**
 * Updates the slider's ARIA values without rendering: on focus, during a seek, and when playback changes. Not every
 * second, because the voice guide would read each one aloud over the film.
 */
function spokenPosition(machine: PlaybackMachine, model: PlayerModel, slider: HTMLElement | null) {
  if (!slider) return;
  const tell = () => {
    const shown = model.seek.getState()?.targetSeconds ?? machine.position.getState().positionSeconds;
    const { durationSeconds, isPlayWanted } = machine.getState();
    const seconds = Math.floor(shown);
    slider.setAttribute('aria-valuenow', String(seconds));
    slider.setAttribute('aria-valuemax', String(Math.floor(durationSeconds)));
    const state = isPlayWanted ? '재생 중' : '일시정지';
    slider.setAttribute('aria-valuetext', `${spokenTime(seconds)}, 전체 ${spokenTime(durationSeconds)}, ${state}`);
  };
  tell();
  slider.addEventListener('focus', tell);
  const unsubscribes = [
    machine.subscribe(tell),
    model.seek.subscribe(tell),
    () => slider.removeEventListener('focus', tell),
  ];
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
}

import { useState, type MouseEvent } from 'react';
import { chapterAt, type PlayerModel, type PlaybackMachine, type PreviewSheet } from '#src/player/index.ts';
import { hasPointerMoved } from '#src/focus/index.ts';
import { clockLabel } from '#src/lib/clock-labels.ts';
import { SeekPreview } from './seek-preview.tsx';
import { chapterNames } from './skip-labels.ts';
import styles from './timeline.module.css';
import { useReadable } from './use-playback.ts';

export interface TimelineProps {
  readonly machine: PlaybackMachine;
  readonly model: PlayerModel;
  readonly sheet: PreviewSheet | null;
}

/** The position, or the seek target. Only this component renders when the position changes. */
export function Timeline({ machine, model, sheet }: TimelineProps) {
  const { positionSeconds, bufferedEndSeconds } = useReadable(machine.position);
  const { durationSeconds } = useReadable(machine);
  const gesture = useReadable(model.seek);
  const [hoveredSeconds, setHovered] = useState<number | null>(null);
  const chapters = model.chapters();
  const shownSeconds = gesture?.targetSeconds ?? positionSeconds;
  const previewSeconds = gesture?.targetSeconds ?? hoveredSeconds;
  const previewedChapter = previewSeconds === null ? null : chapterAt(chapters, previewSeconds);
  const part = (seconds: number) => (durationSeconds > 0 ? Math.min(1, Math.max(0, seconds / durationSeconds)) : 0);

  return (
    <div className={styles.timeline}>
      <span className={styles.time}>{clockLabel(shownSeconds)}</span>
      <div
        className={styles.pointerArea}
        // A click must not press the slider, which would pause.
        onClick={(event) => event.stopPropagation()}
        onMouseMove={(event) => hasPointerMoved() && setHovered(secondsAt(event, durationSeconds))}
        onMouseLeave={() => setHovered(null)}
        onMouseDown={(event) => drag(event, durationSeconds, model)}
      >
        <div className={styles.bar}>
          <div className={styles.buffered} style={{ transform: `scaleX(${part(bufferedEndSeconds)})` }} />
          <div className={styles.watched} style={{ transform: `scaleX(${part(shownSeconds)})` }} />
          {gesture && <div className={styles.origin} style={{ left: `${part(gesture.originSeconds) * 100}%` }} />}
          {chapters.map(({ kind, startSeconds, endSeconds }) => (
            <div
              key={kind}
              className={styles.chapter}
              style={{ left: `${part(startSeconds) * 100}%`, right: `${(1 - part(endSeconds)) * 100}%` }}
            />
          ))}
          <div className={styles.knobTrack} style={{ transform: `translate3d(${part(shownSeconds) * 100}%, 0, 0)` }}>
            <span className={styles.knob} />
          </div>
        </div>
        {previewSeconds !== null && (
          <SeekPreview
            sheet={sheet}
            seconds={previewSeconds}
            durationSeconds={durationSeconds}
            chapterName={previewedChapter && chapterNames[previewedChapter.kind]}
          />
        )}
      </div>
      <span className={styles.time}>{clockLabel(durationSeconds)}</span>
    </div>
  );
}

const secondsBetween = (left: number, width: number, x: number, durationSeconds: number) =>
  width > 0 ? Math.min(1, Math.max(0, (x - left) / width)) * durationSeconds : 0;

function secondsAt(event: MouseEvent<HTMLElement>, durationSeconds: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return secondsBetween(left, width, event.clientX, durationSeconds);
}

/** A drag from mousedown to mouseup, wherever it ends, is one gesture. */
function drag(event: MouseEvent<HTMLElement>, durationSeconds: number, { seek }: PlayerModel) {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const aim = (x: number) => seek.aimAt(secondsBetween(left, width, x, durationSeconds), true);
  const handleMove = (move: globalThis.MouseEvent) => aim(move.clientX);
  const handleUp = () => {
    window.removeEventListener('mousemove', handleMove);
    window.removeEventListener('mouseup', handleUp);
    seek.confirm();
  };
  window.addEventListener('mousemove', handleMove);
  window.addEventListener('mouseup', handleUp);
  aim(event.clientX);
}

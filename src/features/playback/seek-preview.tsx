import { previewCellAt, type PreviewSheet } from '#src/player/index.ts';
import { clockLabel } from '#src/lib/clock-labels.ts';
import styles from './seek-preview.module.css';

export interface SeekPreviewProps {
  readonly sheet: PreviewSheet | null;
  readonly seconds: number;
  readonly durationSeconds: number;
  readonly chapterName: string | null;
}

/** Width of the timeline's bar and of the picture, in rem; must match the style sheets. */
const BAR_REM = 82;
const PICTURE_REM = 20;

/** The preview at the seek target; it stays within the bar at both ends. */
export function SeekPreview({ sheet, seconds, durationSeconds, chapterName }: SeekPreviewProps) {
  const part = durationSeconds > 0 ? Math.min(1, Math.max(0, seconds / durationSeconds)) : 0;
  const leftRem = Math.min(BAR_REM - PICTURE_REM, Math.max(0, part * BAR_REM - PICTURE_REM / 2));
  return (
    <div className={styles.preview} style={{ transform: `translate3d(${leftRem}rem, 0, 0)` }}>
      {sheet && <Picture sheet={sheet} seconds={seconds} durationSeconds={durationSeconds} />}
      <p className={styles.line}>
        <span className={styles.time}>{clockLabel(seconds)}</span>
        {chapterName !== null && <span className={styles.chapter}>{chapterName}</span>}
      </p>
    </div>
  );
}

function Picture({
  sheet,
  seconds,
  durationSeconds,
}: Omit<SeekPreviewProps, 'sheet' | 'chapterName'> & { sheet: PreviewSheet }) {
  const { column, row } = previewCellAt(sheet, seconds, durationSeconds);
  const { columns, rows, width, height } = sheet;
  return (
    <div className={styles.picture} style={{ height: `${(PICTURE_REM * height) / width}rem` }}>
      <img
        src={sheet.url}
        alt=""
        className={styles.sheet}
        style={{
          width: `${columns * 100}%`,
          height: `${rows * 100}%`,
          transform: `translate3d(${(-column / columns) * 100}%, ${(-row / rows) * 100}%, 0)`,
        }}
      />
    </div>
  );
}

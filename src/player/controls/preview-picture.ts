import type { Video } from '#contract/playback.ts';

export type PreviewSheet = NonNullable<Video['thumbnails']>;

/** Column and row, from 0, of the preview picture for a second of the episode; the sheet is filled row by row. */
export function previewCellAt(
  { interval, columns, rows }: PreviewSheet,
  seconds: number,
  durationSeconds: number,
): { readonly column: number; readonly row: number } {
  const made = Math.ceil(durationSeconds / interval) || columns * rows;
  const last = Math.max(0, Math.min(columns * rows, made) - 1);
  const index = Math.min(last, Math.max(0, Math.floor(seconds / interval)));
  return { column: index % columns, row: Math.floor(index / columns) };
}

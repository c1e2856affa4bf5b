import { expect, test } from 'vitest';
import { chapterAt, chaptersOf } from '#src/player/controls/chapters.ts';
import { previewCellAt } from '#src/player/controls/preview-picture.ts';
import { createViewerPresence } from '#src/player/viewer-presence.ts';

const markers = { intro: { start: 9, end: 21 }, outro: { start: 81 } };

test('chapters end with the episode at the latest', () => {
  const chapters = chaptersOf(markers, 90);
  expect(chapters).toEqual([
    { kind: 'opening', startSeconds: 9, endSeconds: 21 },
    { kind: 'ending', startSeconds: 81, endSeconds: 90 },
  ]);
  expect(chaptersOf(markers, 15)).toEqual([{ kind: 'opening', startSeconds: 9, endSeconds: 15 }]);
  expect(chaptersOf({ intro: null, outro: null }, 90)).toEqual([]);
});

test.each([
  [8.9, null],
  [9, 'opening'],
  [20.9, 'opening'],
  [21, null],
  [85, 'ending'],
])('the chapter at %d s is %s', (seconds, kind) => {
  expect(chapterAt(chaptersOf(markers, 90), seconds)?.kind ?? null).toBe(kind);
});

const sheet = { url: '', interval: 5, columns: 10, rows: 2, width: 240, height: 135 };

test.each([
  ['the start', 0, { column: 0, row: 0 }],
  ['the second row', 52, { column: 0, row: 1 }],
  ['the end', 89.9, { column: 7, row: 1 }],
  ['beyond the end', 500, { column: 7, row: 1 }],
  ['before the start', -3, { column: 0, row: 0 }],
])('the preview picture of %s is in the right cell', (_, seconds, cell) => {
  expect(previewCellAt(sheet, seconds, 90)).toEqual(cell);
});

test('the viewer is asked after three episodes without a key, and a key resets the count', () => {
  const presence = createViewerPresence();
  expect([presence.pass(), presence.pass()]).toEqual([false, false]);
  presence.touch();
  expect([presence.pass(), presence.pass(), presence.pass()]).toEqual([false, false, true]);
});

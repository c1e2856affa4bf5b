import { expect, test } from 'vitest';
import { createNotices } from '#server/intake/notices.ts';
import type { CodedText } from '#server/intake/texts/coded-text.ts';
import { noticeOf } from '#server/intake/texts/notice-texts.ts';

const unmatched = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => noticeOf('SUBTITLE_UNMATCHED', { file: `"${from + index}.srt"` }));

const tell = (before: readonly CodedText[], added: readonly CodedText[]) => {
  const withNotice = createNotices(before);
  return added.reduce<readonly CodedText[]>((notices, notice) => withNotice(notices, notice), before);
};

test('the first twenty notices of a video are told, and how many more there are', () => {
  expect(tell([], unmatched(0, 20))).toEqual(unmatched(0, 20));
  const more = tell([], unmatched(0, 23));
  expect(more.slice(0, 20)).toEqual(unmatched(0, 20));
  expect(more.slice(20)).toEqual([noticeOf('NOTICES_LEFT_OUT', { count: 3 })]);
  expect(more[20]?.message).toMatch(/^3 more notices are left out/);
});

test('a repeated step tells and counts nothing twice', () => {
  const once = tell([], unmatched(0, 23));
  expect(tell([], [...unmatched(0, 23), ...unmatched(0, 23)])).toEqual(once);
  // The run after a failure begins with the notices of the one before.
  expect(tell(once, unmatched(0, 23))).toEqual(once);
  expect(tell(once, unmatched(0, 5))).toEqual(once);
  expect(tell(once, unmatched(0, 25)).at(-1)).toEqual(noticeOf('NOTICES_LEFT_OUT', { count: 5 }));
});

test('what became of the title is told however many notices came before', () => {
  const withNotice = createNotices([]);
  const hidden = noticeOf('TITLE_UNPUBLISHED', { title: 7 });
  const notices = withNotice(tell([], unmatched(0, 23)), hidden, true);
  expect(notices.slice(20)).toEqual([hidden, noticeOf('NOTICES_LEFT_OUT', { count: 3 })]);
});

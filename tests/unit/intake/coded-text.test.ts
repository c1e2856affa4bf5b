import { expect, test } from 'vitest';
import { inOwnName } from '#server/intake/shown-job.ts';
import { definedParams, storable, storableText } from '#server/intake/texts/coded-text.ts';

test('parameters that are not given are left out', () => {
  expect(definedParams({ name: 'a.mkv', count: 0, note: undefined, empty: '' })).toEqual({
    name: 'a.mkv',
    count: 0,
    empty: '',
  });
});

test.each([
  ['a\0b\0', 'ab'],
  ['여우 🦊', '여우 🦊'],
  ['half \ud83e', 'half \ufffd'],
  ['\udd8a half', '\ufffd half'],
  ['x'.repeat(1_001), 'x'.repeat(1_000)],
  [`${'x'.repeat(999)}🦊`, `${'x'.repeat(999)}\ufffd`],
])('the text %j is stored as %j', (text, stored) => expect(storableText(text)).toBe(stored));

test('a failure is stored with texts that the database takes, and its numbers', () => {
  expect(storable({ code: 'SOURCE_EMPTY', params: { name: 'a\0.mkv', count: 3 }, message: 'empty\0' })).toEqual({
    code: 'SOURCE_EMPTY',
    params: { name: 'a.mkv', count: 3 },
    message: 'empty',
  });
});

test('a text about an upload names it and the subtitles beside it as the operator does', () => {
  const upload = { name: '여우/[Grp] 여우 - 01.mkv', source: '/media/jobs/0bad/0bad-cafe.mkv' };
  expect(inOwnName(upload, '"0bad-cafe.mkv" is empty; "0bad-cafe.ko.srt" and "other.ko.srt" are left out.')).toBe(
    '"[Grp] 여우 - 01.mkv" is empty; "[Grp] 여우 - 01.ko.srt" and "other.ko.srt" are left out.',
  );
  const file = { name: null, source: '/v/0bad-cafe.mkv' };
  expect(inOwnName(file, '"0bad-cafe.ko.srt"')).toBe('"0bad-cafe.ko.srt"');
});

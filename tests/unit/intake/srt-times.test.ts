import { expect, test } from 'vitest';
import { textOf } from '#server/intake/subtitles/cue.ts';
import { readSrt } from '#server/intake/subtitles/read-srt.ts';

const read = (text: string) => readSrt(text).map((cue) => [cue.startSeconds, cue.endSeconds, textOf(cue)] as const);

test.each([
  ['00:00:01,500 --> 00:00:02,000', 1.5, 2],
  ['00:00:01.500 --> 00:00:02.000', 1.5, 2],
  ['  00:00:01:500 -> 00:00:02;000  ', 1.5, 2],
  ['0 : 00 : 01 , 5 → 0:00:02', 1.5, 2],
  ['00:01,500 --> 00:02,000', 1.5, 2],
  ['01:02:03,004 ---> 01:02:04,000 X1:10 X2:20', 3723.004, 3724],
  ['00:00:-1,500 --> 00:00:02,000', 0, 2],
  ['-00:00:01,500 --> 00:00:02,000', 0, 2],
])('%s are times', (line, start, end) => expect(read(`${line}\n글\n`)).toEqual([[start, end, '글']]));

test.each([
  ['a time without an end', '00:00:01,500 --> 아무 때나'],
  ['a time that stands alone', '00:00:01,500'],
  ['half of the times', '00:00:01,500 --> '],
  ['an arrow without times', '-->'],
])('%s hides the text below it', (_, line) => {
  expect(read(`00:00:01,000 --> 00:00:02,000\n앞\n\n${line}\n뒤\n`)).toEqual([[1, 2, '앞']]);
});

test.each([
  '10:30 → 집',
  '<- 왼쪽 | 오른쪽 ->',
  '1:2',
  '00:00:01',
  `${'긴'.repeat(190)} 00:00:01,000 --> 00:00:02,000`,
  '오늘 00:00:01,500 --> 내일',
])('%s is text', (line) => {
  expect(read(`00:00:01,000 --> 00:00:02,000\n${line}\n`)).toEqual([[1, 2, line]]);
});

test('numbers of cues are no text, and other numbers are', () => {
  const cue = (number: string, at: number, text: string) =>
    `${number}\n00:00:0${at},000 --> 00:00:0${at},500\n${text}\n`;
  expect(read(`${cue('1', 1, '하나')}${cue('2', 2, '둘')}`).map(([, , text]) => text)).toEqual(['하나', '둘']);
  expect(read(`${cue('1', 1, '하나')}\n\n${cue('2', 2, '둘\n\n')}`).map(([, , text]) => text)).toEqual(['하나', '둘']);
  // A cut file ends with the number that would come next; another number is what somebody says.
  expect(read(`${cue('1', 1, '하나')}${cue('2', 2, '둘\n\n3')}`).map(([, , text]) => text)).toEqual(['하나', '둘']);
  expect(read(`${cue('1', 1, '하나')}${cue('2', 2, '둘\n\n7')}`).map(([, , text]) => text)).toEqual([
    '하나',
    '둘\n\n7',
  ]);
  expect(read(cue('1', 1, '42')).map(([, , text]) => text)).toEqual(['42']);
});

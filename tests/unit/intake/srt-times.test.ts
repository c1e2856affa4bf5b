import { expect, test } from 'vitest';
import { convertFile } from '#server/intake/subtitles/convert.ts';
import { textOf } from '#server/intake/subtitles/cue.ts';
import { readSrt } from '#server/intake/subtitles/read-srt.ts';

const read = (text: string) =>
  readSrt(text).cues.map((cue) => [cue.startSeconds, cue.endSeconds, textOf(cue)] as const);

test.each([
  ['00:00:01,500 --> 00:00:02,000', 1.5, 2],
  ['00:00:01.500 --> 00:00:02.000', 1.5, 2],
  ['  00:00:01:500 -> 00:00:02;000  ', 1.5, 2],
  ['0 : 00 : 01 , 5 → 0:00:02', 1.5, 2],
  ['00:01,500 --> 00:02,000', 1.5, 2],
  ['01:02:03,004 ---> 01:02:04,000 X1:10 X2:20', 3723.004, 3724],
  ['00：00：01，500 --> ００:００:０２．０００', 1.5, 2],
  ['00:00:-1,500 --> 00:00:02,000', 0, 2],
  ['-00:00:01,500 --> 00:00:02,000', 0, 2],
])('%s are times', (line, start, end) => expect(read(`${line}\n글\n`)).toEqual([[start, end, '글']]));

test.each([
  ['a time without an end', '00:00:01,500 --> 아무 때나'],
  ['a time that stands alone', '00:00:01,500'],
  ['half of the times', '00:00:01,500 --> '],
  ['an arrow without times', '-->'],
])('%s hides the text below it', (_, line) => {
  const source = `00:00:01,000 --> 00:00:02,000\n앞\n\n${line}\n뒤\n`;
  expect(read(source)).toEqual([[1, 2, '앞']]);
  expect(readSrt(source).untimed).toBe(1);
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

test('texts whose times cannot be read, or end before they start, are told', () => {
  const findings = (format: 'srt' | 'vtt', text: string) =>
    convertFile(Buffer.from(text), { format, lang: 'ko' }, 60).findings;
  const shown = '00:00:01.000 --> 00:00:02.000\n앞';
  expect(findings('srt', `${shown}\n\n00:00:05,000 --> 언젠가\n뒤\n\n00:00:09,000 --> 00:00:08,000\n끝\n`)).toEqual([
    { kind: 'untimed', cues: 2 },
  ]);
  expect(findings('vtt', `WEBVTT\n\nNOTE a --> b\n\n${shown}\n\n00:61:00.000 --> 00:62:00.000\n뒤\n`)).toEqual([
    { kind: 'untimed', cues: 1 },
  ]);
  expect(findings('vtt', `WEBVTT\n\n${shown}\n`)).toEqual([]);
  // Times without a text hide nothing.
  expect(findings('srt', `${shown}\n\n00:00:05,000 --> 언젠가\n`)).toEqual([]);
});

test('texts whose ends nobody wrote stay until the next one, and not for minutes', () => {
  const at = (second: number, end: number, text: string) => `00:00:${second},000 --> 00:00:${end},000\n${text}\n\n`;
  expect(read(at(11, 11, '하나') + at(14, 14, '둘') + at(14, 14, '셋') + at(20, 20, '넷'))).toEqual([
    [11, 14, '하나'],
    [14, 20, '둘'],
    [14, 20, '셋'],
    [20, 30, '넷'],
  ]);
  const slip = at(11, 12, '하나') + at(14, 14, '둘') + at(20, 21, '넷');
  expect(read(slip)).toEqual([
    [11, 12, '하나'],
    [20, 21, '넷'],
  ]);
  expect(readSrt(slip).untimed).toBe(1);
});

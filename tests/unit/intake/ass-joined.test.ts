import { expect, test } from 'vitest';
import { joinFrames, joinSyllables, type AssCue } from '#server/intake/subtitles/ass-join.ts';
import { colorOfAss, fromSsa } from '#server/intake/subtitles/ass-style.ts';
import { PLAIN, textOf, type Place } from '#server/intake/subtitles/cue.ts';

const placeAt = (position: number, line = 50): Place => ({
  line,
  position,
  align: 'center',
  lineAlign: 'center',
  vertical: null,
});
const build = (text: string, start: number, end: number, changes: Partial<AssCue> = {}): AssCue => ({
  startSeconds: start,
  endSeconds: end,
  spans: [{ ...PLAIN, text }],
  place: placeAt(50),
  style: 'Sign',
  effect: '',
  isSign: true,
  ...changes,
});
const shown = (cues: readonly AssCue[]) => cues.map((cue) => [cue.startSeconds, cue.endSeconds, textOf(cue)]);

test('layers and frames of one sign are one cue, which ends with the last of them', () => {
  expect(shown(joinFrames([build('간판', 1, 2), build('간판', 1, 2), build('간판', 2.05, 3)]))).toEqual([
    [1, 3, '간판'],
  ]);
  expect(shown(joinFrames([build('간판', 1, 5), build('간판', 2, 3)]))).toEqual([[1, 5, '간판']]);
});

test.each([
  ['later', build('간판', 2.1, 3)],
  ['of another text', build('문', 1, 2)],
  ['at another height', build('간판', 1, 2, { place: placeAt(50, 60) })],
  ['at another place', build('간판', 1, 2, { place: placeAt(53) })],
  ['without a place', build('간판', 1, 2, { place: null })],
  ['written downwards', build('간판', 1, 2, { place: { ...placeAt(50), vertical: 'rl' } })],
])('a sign %s is another cue', (_, other) => expect(joinFrames([build('간판', 1, 2), other])).toHaveLength(2));

test('a sign that moves a little with each frame stays one cue', () => {
  const moving = [0, 1, 2, 3].map((step) => build('간판', 1 + step, 2 + step, { place: placeAt(50 + 2 * step) }));
  expect(shown(joinFrames(moving))).toEqual([[1, 5, '간판']]);
});

test('dialogue is joined only where it is an animation', () => {
  const said = (start: number, end: number) => build('뭐?', start, end, { isSign: false, place: null });
  expect(joinFrames([said(1, 2), said(2, 3)])).toHaveLength(2);
  expect(shown(joinFrames([said(1, 1.08), said(1.08, 1.16), said(1.2, 1.28)]))).toEqual([[1, 1.28, '뭐?']]);
  expect(joinFrames([said(1, 1.08), said(1.08, 2)])).toHaveLength(2);
  expect(joinFrames([said(1, 1.08), said(1.15, 1.2)])).toHaveLength(2);
});

/** Syllables of a song, each a little to the right and a little later. */
const sing = (syllables: readonly (readonly [string, number])[], changes: Partial<AssCue> = {}) =>
  syllables.map(([text, position], index) => build(text, 1 + index / 10, 3, { place: placeAt(position), ...changes }));

test('syllables that stand beside each other are a line, with a space where the gap is wide', () => {
  const line = joinSyllables(
    sing([
      ['달', 40],
      ['빛', 44],
      ['아', 52],
      ['래', 56],
    ]),
  );
  expect(shown(line)).toEqual([[1, 3, '달빛 아래']]);
  expect(line[0]!.place).toEqual(placeAt(48));
});

test.each([
  [
    'two syllables',
    sing([
      ['달', 40],
      ['빛', 44],
    ]),
  ],
  [
    'syllables of two heights',
    sing([
      ['달', 40],
      ['빛', 44],
    ]).concat(sing([['아', 48]], { place: placeAt(48, 80) })),
  ],
  [
    'syllables far apart',
    sing([
      ['달', 10],
      ['빛', 31],
      ['아', 52],
    ]),
  ],
  [
    'syllables from the right to the left',
    sing([
      ['달', 50],
      ['빛', 46],
      ['아', 42],
    ]),
  ],
  [
    'syllables at one place',
    sing([
      ['달', 50],
      ['빛', 50],
      ['아', 50],
    ]),
  ],
  [
    'long texts',
    sing([
      ['달빛이 흐르는 밤', 30],
      ['빛나는 별의 노래', 45],
      ['아침이 오는 길목', 60],
    ]),
  ],
  [
    'dialogue',
    sing(
      [
        ['달', 40],
        ['빛', 44],
        ['아', 48],
      ],
      { isSign: false },
    ),
  ],
  [
    'syllables that follow each other in time',
    [
      build('달', 1, 2, { place: placeAt(40) }),
      build('빛', 2, 3, { place: placeAt(44) }),
      build('아', 3, 4, { place: placeAt(48) }),
    ],
  ],
])('%s are no song', (_, cues) => expect(joinSyllables(cues)).toHaveLength(cues.length));

test('two syllables are a song where the script says so', () => {
  expect(
    shown(
      joinSyllables(
        sing(
          [
            ['달', 40],
            ['빛', 44],
          ],
          { effect: 'fx' },
        ),
      ),
    ),
  ).toEqual([[1, 3, '달빛']]);
});

test('the lines keep the order of their start, then of their end', () => {
  const cues = [
    build('긴 간판 이름입니다', 0.5, 9),
    ...sing([
      ['달', 40],
      ['빛', 44],
      ['아', 48],
    ]),
    build('다른 긴 간판입니다', 1, 2),
  ];
  expect(joinSyllables(cues).map(textOf)).toEqual(['긴 간판 이름입니다', '다른 긴 간판입니다', '달빛아']);
});

test('alignments of SSA are those of ASS', () => {
  expect([1, 2, 3, 5, 6, 7, 9, 10, 11].map(fromSsa)).toEqual([1, 2, 3, 7, 8, 9, 4, 5, 6]);
});

test.each([
  ['&H000000FF', '#ff0000'],
  ['H00FF00&', '#00ff00'],
  ['16711680', '#0000ff'],
  ['&H00FFFFFF', null],
  ['-1', null],
  ['red', null],
])('the colour %s is %s', (written, color) => expect(colorOfAss(written)).toBe(color));

import { describe, expect, it } from 'vitest';
import { joinFrames, joinSyllables, type AssCue } from '#server/intake/subtitles/ass-join.ts';
import { colorOfAss, fromSsa } from '#server/intake/subtitles/ass-style.ts';
import { PLAIN, textOf, type Place } from '#server/intake/subtitles/cue.ts';

const at = (position: number, line = 10): Place => ({
  ...{ line, position, lineAlign: 'start', align: 'center', vertical: null },
});

/** A text that the script places in the picture. */
const sign = (text: string, startSeconds: number, endSeconds: number, more: Partial<AssCue> = {}): AssCue => ({
  ...{ startSeconds, endSeconds, spans: [{ ...PLAIN, text }], place: at(50), isSign: true },
  ...{ style: 'Sign', effect: '' },
  ...more,
});

/** A picture of an animation, of a twentieth of a second. */
const frame = (step: number, position: number) =>
  sign('달', step / 20, (step + 1) / 20, { isSign: false, place: at(position) });

const hundredths = (seconds: number) => Math.round(100 * seconds) / 100;

/** `달 1-2 @30`: text, times and place. */
const shown = (cues: readonly AssCue[]) =>
  cues.map(
    ({ startSeconds: from, endSeconds: to, place, ...cue }) =>
      `${textOf(cue)} ${hundredths(from)}-${hundredths(to)} @${place?.position ?? '-'}`,
  );

it('alignments of SSA are counted as those of ASS', () =>
  expect([1, 2, 3, 5, 6, 7, 9, 10, 11].map(fromSsa)).toEqual([1, 2, 3, 7, 8, 9, 4, 5, 6]));

it.each([
  ['&H0000FF&', '#ff0000'],
  ['&H80FF8000', '#0080ff'],
  ['H00ff00', '#00ff00'],
  ['255', '#ff0000'],
  ['-1', null],
  ['&HFFFFFF&', null],
  ['red', null],
])('the colour %s is %s', (written, color) => expect(colorOfAss(written)).toBe(color));

describe('a text at one place', () => {
  it.each<[string, AssCue[], string[]]>([
    ['layers', [sign('달', 1, 2), sign('달', 1, 2, { place: at(51) })], ['달 1-2 @50']],
    ['layers of speech', [1, 2].map(() => sign('달', 1, 2, { place: null, isSign: false })), ['달 1-2 @-']],
    ['a sign that goes on', [sign('달', 1, 2), sign('달', 2.05, 3)], ['달 1-3 @50']],
    ['a sign with a pause', [sign('달', 1, 2), sign('달', 2.06, 3)], ['달 1-2 @50', '달 2.06-3 @50']],
    ['a sign within a longer one', [sign('달', 1, 4), sign('달', 2, 3)], ['달 1-4 @50']],
    [
      'speech that is repeated',
      [1, 2].map((from) => sign('달', from, from + 1, { isSign: false })),
      ['달 1-2 @50', '달 2-3 @50'],
    ],
    ['frames that touch', [0, 1, 2].map((step) => frame(step, 50)), ['달 0-0.15 @50']],
    ['frames that move', [0, 1, 2, 3].map((step) => frame(step, 50 + 2 * step)), ['달 0-0.2 @50']],
    ['frames with a pause', [0, 3].map((step) => frame(step, 50)), ['달 0-0.05 @50', '달 0.15-0.2 @50']],
    ['two places', [sign('달', 1, 2), sign('달', 1, 2, { place: at(53) })], ['달 1-2 @50', '달 1-2 @53']],
    ['two lines', [sign('달', 1, 2), sign('달', 1, 2, { place: at(50, 13) })], ['달 1-2 @50', '달 1-2 @50']],
    ['a place and none', [sign('달', 1, 2), sign('달', 1, 2, { place: null })], ['달 1-2 @50', '달 1-2 @-']],
    ['two texts', [sign('달', 1, 2), sign('별', 1, 2)], ['달 1-2 @50', '별 1-2 @50']],
  ])('%s', (_, cues, joined) => expect(shown(joinFrames(cues))).toEqual(joined));
});

describe('syllables that are placed one by one', () => {
  const song = (texts: readonly string[], places: readonly number[], more: Partial<AssCue> = {}) =>
    texts.map((text, index) => sign(text, 1 + index / 10, 3 + index / 10, { place: at(places[index]!), ...more }));

  it('are one line in their middle, as long as the last of them', () => {
    const [line, ...others] = joinSyllables(song(['밤', '하', '늘'], [20, 30, 40]));
    expect([shown([line!]), others, line!.place?.align]).toEqual([['밤하늘 1-3.2 @30'], [], 'center']);
  });

  it('have a space where the gap is wider', () => {
    expect(shown(joinSyllables(song(['밤', '하', '늘', '별'], [10, 16, 22, 34])))).toEqual(['밤하늘 별 1-3.3 @22']);
    expect(shown(joinSyllables(song(['밤', '하', '늘 ', '별'], [10, 16, 22, 34])))).toEqual(['밤하늘 별 1-3.3 @22']);
  });

  it('are a line of two only where the script calls them an effect', () => {
    expect(joinSyllables(song(['밤', '별'], [20, 30]))).toHaveLength(2);
    expect(joinSyllables(song(['밤', '별'], [20, 30], { effect: 'fx' }))).toHaveLength(1);
    expect(joinSyllables(song(['밤'], [20], { effect: 'fx' }))).toHaveLength(1);
  });

  it.each<[string, AssCue[]]>([
    ['too far apart', song(['밤', '하', '늘'], [10, 31, 52])],
    ['from the right to the left', song(['밤', '하', '늘'], [40, 30, 20])],
    ['one after the other', [0, 1, 2].map((step) => sign('밤', step, step + 1, { place: at(20 + 10 * step) }))],
    [
      'of different styles',
      song(['밤', '하', '늘'], [20, 30, 40]).map((cue, index) => ({ ...cue, style: `${index}` })),
    ],
    ['on different lines', [0, 1, 2].map((step) => sign('밤', 1, 3, { place: at(20 + 10 * step, 10 * step) }))],
    ['whole sentences', song(['밤하늘에 빛나는', '저 별을 바라보며', '너를 생각해 오늘'], [20, 35, 50])],
    ['of several lines', song(['밤\n밤', '하\n하', '늘\n늘'], [20, 30, 40])],
    ['speech', song(['밤', '하', '늘'], [20, 30, 40], { isSign: false })],
    [
      'columns',
      song(['밤', '하', '늘'], [20, 30, 40]).map((cue) => ({
        ...cue,
        place: { ...cue.place!, vertical: 'rl' as const },
      })),
    ],
  ])('stay as they are: %s', (_, cues) => expect(joinSyllables(cues)).toHaveLength(cues.length));

  it('stay in the order of their start, beside what is said meanwhile', () => {
    const said = [0.5, 1.5].map((from) => sign('말', from, from + 1, { isSign: false, place: null }));
    const all = joinSyllables([said[0]!, ...song(['밤', '하', '늘'], [20, 30, 40]), said[1]!]);
    expect(all.map(textOf)).toEqual(['말', '밤하늘', '말']);
  });
});

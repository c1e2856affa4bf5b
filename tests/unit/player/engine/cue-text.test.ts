import { expect, test } from 'vitest';
import { linesOf, textOfLines } from '#src/player/engine/cue-text.ts';
import type { ParsedCue } from '#src/player/engine/parsed-cue.ts';
import { buildParsedCue, buildRun } from '#tests/support/media/subtitle-cues.ts';

const part = (payload: string, changes: Partial<ParsedCue> = {}) => buildParsedCue({ payload, ...changes });
const whole = (...nestedCues: ParsedCue[]) => buildParsedCue({ nestedCues });
const lineBreak = buildParsedCue({ lineBreak: true });

test('a cue without tags is one line', () => {
  expect(linesOf(part('안녕'))).toEqual([[buildRun('안녕')]]);
});

test('line breaks of a cue without tags stay', () => {
  expect(linesOf(part('하나\n둘'))).toEqual([[buildRun('하나')], [buildRun('둘')]]);
});

test('looks add up from the outside to the inside', () => {
  const italic = buildParsedCue({
    fontStyle: 'italic',
    // A class: Shaka resets the style where it begins.
    nestedCues: [part('속삭임', { color: '#ffff00' }), part('!', { fontWeight: 700, textDecoration: ['underline'] })],
  });
  expect(linesOf(whole(part('작게 '), italic, lineBreak, part('둘째')))).toEqual([
    [
      buildRun('작게 '),
      buildRun('속삭임', { isItalic: true, color: '#ffff00' }),
      buildRun('!', { isItalic: true, isBold: true, isUnderlined: true }),
    ],
    [buildRun('둘째')],
  ]);
});

test('readings belong to the text before them', () => {
  const ruby = buildParsedCue({
    rubyTag: 'ruby',
    nestedCues: [
      part('漢'),
      part('(', { rubyTag: 'rp' }),
      buildParsedCue({ rubyTag: 'rt', nestedCues: [part('かん')] }),
      part('字'),
      part('じ', { rubyTag: 'rt' }),
    ],
  });
  const lines = linesOf(whole(ruby, part('です')));
  expect(lines).toEqual([[buildRun('漢', { ruby: 'かん' }), buildRun('字', { ruby: 'じ' }), buildRun('です')]]);
  expect(textOfLines(lines)).toBe('漢字です');
});

test('blank lines at the edges vanish, and one in between stays', () => {
  const blank = part('\u00a0');
  const lines = linesOf(whole(lineBreak, part('하나'), lineBreak, blank, lineBreak, part('둘'), lineBreak));
  expect(lines.map((line) => line.map(({ text }) => text))).toEqual([['하나'], ['\u00a0'], ['둘']]);
});

test('a cue of blanks has no text', () => expect(textOfLines(linesOf(part(' ')))).toBe(''));

import { describe, expect, it } from 'vitest';
import { USUAL } from '#server/intake/subtitles/ass-style.ts';
import { readText } from '#server/intake/subtitles/ass-text.ts';
import { textOf, type Cue, type Span } from '#server/intake/subtitles/cue.ts';
import { decodeEntities } from '#server/intake/subtitles/entities.ts';
import { readSami } from '#server/intake/subtitles/read-sami.ts';

/** `i:가` is a text in italics. */
const lookOf = ({ text, isItalic, isBold, isUnderlined, color, ruby }: Span) =>
  [isItalic && 'i', isBold && 'b', isUnderlined && 'u', color, ruby, text].filter(Boolean).join(':');

describe('overrides of ASS', () => {
  const styles = new Map([['Sign', { ...USUAL, isItalic: true }]]);
  const read = (text: string, style = USUAL) => readText(text, style, styles, { width: 1920, height: 1080 });

  it.each([
    ['{\\i1}가{\\i0}나', 'i:가 나'],
    ['{\\i1}가{\\i}나', 'i:가 나'],
    ['{\\b1}가{\\b0}나{\\b700}다{\\b400}라{\\b700}마{\\b}바', 'b:가 나 b:다 라 b:마 바'],
    ['{\\u1}가{\\u}나', 'u:가 나'],
    ['{\\c&H0000FF&}가{\\c}나{\\1cH00FF00}다', '#ff0000:가 나 #00ff00:다'],
    ['{\\p12}m 0 0 l 9 9{\\p0}가', '가'],
    ['{\\rSign}가{\\r}나', 'i:가 나'],
    ['{\\i1\\fr12\\blur3}가', 'i:가'],
    ['{\\alpha&HFF&}가{\\alpha&H00&}나', '나'],
    ['{\\alpha&HFF&}가{\\r}나', '나'],
    ['{\\t(0,100,\\alpha&HFF&)}가', '가'],
    ['{\\fscx0\\fscy0}가', ''],
    ['{\\fscy0.0}가{\\fscy100}나{\\fscx0}다{\\r}라', '나 라'],
    ['{\\fscx0\\fscy0\\t(0,200,\\fscx100\\fscy100)}가', '가'],
    ['가\\N나\\n다\\h라', '가\n나 다\u00a0라'],
    ['漢字|かんじ', 'かんじ:漢字'],
    ['가|나', '가|나'],
  ])('%s is %s', (text, looks) => {
    expect(read(text).spans.map(lookOf).join(' ')).toBe(looks);
  });

  it('return to the style of the line', () => {
    const style = { ...USUAL, isItalic: true, isUnderlined: true, color: '#00ff00' };
    expect(read('{\\i0\\u0\\c&HFF&}가{\\i\\u\\c}나', style).spans.map(lookOf)).toEqual([
      '#ff0000:가',
      'i:u:#00ff00:나',
    ]);
  });

  it.each([
    ['{\\pos(192,108)}가', { x: 192, y: 108 }],
    ['{\\move(1.5,-2,3,4)}가', { x: 1.5, y: -2 }],
    ['{\\pos(192)}가', undefined],
    ['가', undefined],
  ])('the point of %s is %j', (text, point) => {
    expect(read(text).point).toEqual(point);
  });

  it('place a text by the alignment of ASS and of SSA', () => {
    expect(read('{\\a6}가').place).toEqual(read('{\\an8}가').place);
    expect(read('{\\an8}가').place).not.toEqual(read('가').place);
  });
});

describe('character references', () => {
  it.each([
    ['&#65;&#x41;', 'AA', 'AA'],
    ['&#128;&#159;&#160;', '€Ÿ\u00a0', '€Ÿ\u00a0'],
    ['&#0;&#xD800;&#x110000;', '\uFFFD\uFFFD\uFFFD', '\uFFFD\uFFFD\uFFFD'],
    ['가&#10;나', '가 나', '가 나'],
    ['&amp;&AMP;', '&&', '&&'],
    ['&Eacute;&eacute;', 'Éé', 'Éé'],
    ['&#65 &amp x', 'A & x', '&#65 &amp x'],
    ['&ampx', '&x', '&ampx'],
    ['&notin;&ClockwiseContourIntegral;', '∉∲', '∉∲'],
    ['&notit; &NBSP;', '¬it; \u00a0', '&notit; \u00a0'],
    ['&nope; &Hat', '&nope; &Hat', '&nope; &Hat'],
  ])('%s is %s in HTML', (text, html, strict) => {
    expect(decodeEntities(text, true)).toBe(html);
    expect(decodeEntities(text, false)).toBe(strict);
  });
});

describe('SAMI', () => {
  const shown = (cues: readonly Cue[] = []) =>
    cues.map((cue) => `${cue.startSeconds}-${cue.endSeconds} ${textOf(cue)}`);
  const read = (body: string, head = '') => readSami(`<SAMI><HEAD>${head}</HEAD><BODY>${body}</BODY></SAMI> rest`);
  const first = (body: string) => shown(read(body)[0]?.cues);
  const END = '<SYNC Start=9000><P>&nbsp;';

  it.each([
    ['<SYNC Start=1000 End=2000><P>가<SYNC Start=3000><P>나' + END, ['1-2 가', '3-9 나']],
    ['<SYNC Start=1000 End = "2000"><P>가' + END, ['1-2 가']],
    ['<SYNC Start=1000><P>가  \n  나 <br> 다' + END, ['1-9 가 나\n다']],
    ['<SYNC Start=1000><P>가<!-- note -->나' + END, ['1-9 가나']],
    ['<SYNC Start=2000><P>나<SYNC Start=1000><P>가' + END, ['1-2 가', '2-9 나']],
    ['<SYNC Start=1000><P>가<SYNC Start=1000><P>나' + END, ['1-9 가\n나']],
    ['<SYNC Start=1000><P>가<SYNC Start=1000><P>가' + END, ['1-9 가']],
    ['<SYNC Start=1000><P>가</BODY>no text<SYNC Start=2000><P>&nbsp;', ['1-2 가']],
    ['<SYNC Start=1000><P>' + END, []],
  ])('%s', (body, cues) => {
    expect(first(body)).toEqual(cues);
  });

  it('has the languages of its style sheet, and of its letters where it has none', () => {
    const style = '<STYLE><!-- .AA {color: red; lang: "en-US";} .BB{lang:fr} .CC { name: x } --></STYLE>';
    const body = ['AA', 'BB', 'CC'].map((name) => `<P Class=${name}>x`).join('');
    expect(read(`<SYNC Start=1000>${body}${END}`, style).map(({ lang }) => lang)).toEqual(['en', 'fr', 'und']);
    expect(read(`<SYNC Start=1000><P Class=AA>안녕하세요 여러분${END}`, style)[0]!.lang).toBe('ko');
  });
});

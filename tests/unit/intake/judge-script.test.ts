import { describe, expect, it } from 'vitest';
import { judgeEvent } from '#server/intake/drawings/judge-event.ts';
import { type Choices, judgeScript, type Kind } from '#server/intake/drawings/judge-script.ts';
import { readAssScript } from '#server/intake/subtitles/ass-script.ts';
import { readAss } from '#server/intake/subtitles/read-ass.ts';
import { textOf } from '#server/intake/subtitles/cue.ts';
import { processorMs } from '#tests/support/processor-time.ts';

interface Line {
  readonly text: string;
  readonly style?: string;
  readonly start?: number;
  readonly seconds?: number;
  readonly effect?: string;
  readonly kind?: 'Dialogue' | 'Comment';
}

const time = (seconds: number) =>
  `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${(seconds % 60).toFixed(2).padStart(5, '0')}`;

/** A script of these events, which follow each other every three seconds. */
const scriptOf = (lines: readonly Line[]) =>
  [
    ...['[Script Info]', 'PlayResX: 1920', 'PlayResY: 1080', '[V4+ Styles]'],
    'Format: Name, Fontname, Fontsize, PrimaryColour, Alignment',
    'Style: Default,Arial,60,&H00FFFFFF,2',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...lines.map(({ text, style = 'Default', start, seconds = 2, effect = '', kind = 'Dialogue' }, index) => {
      const from = start ?? index * 3;
      return `${kind}: 0,${time(from)},${time(from + seconds)},${style},,0,0,0,${effect},${text}`;
    }),
  ].join('\n');

const judged = (lines: readonly Line[], choices?: Choices) => judgeScript(readAssScript(scriptOf(lines)), choices);

const speech = (count: number): Line[] =>
  Array.from({ length: count }, (_, index) => ({ text: `대사 ${index}입니다. 오늘은 어디로 갈까요?` }));

/** What one event among speech is taken for. */
const kindOf = (line: Line): Kind | undefined => judged([...speech(10), line]).kinds[10];

describe('judging what a script draws', () => {
  it.each([
    ['plain speech', '안녕하세요.'],
    ['italics and a colour', '{\\i1\\c&H00FFFF&}안녕{\\i0}'],
    ['speech at the top', '{\\an8}안녕'],
    ['speech that fades in', '{\\fad(200,200)}안녕'],
    ['speech with a soft edge', '{\\blur0.6\\be1}안녕'],
    ['larger speech', '{\\fs72}안녕'],
    ['a turn of nothing', '{\\frz0}안녕'],
    ['a brace without an end', '{\\pos(1,2 안녕'],
    ['a comment in braces', '{title card: move to the top}안녕'],
  ])('keeps %s as text', (_, text) => {
    expect(kindOf({ text })).toBe('text');
  });

  it.each([
    ['a card at a place', '{\\pos(960,200)}역 앞'],
    ['a movement', '{\\move(0,0,100,100)}택시'],
    ['a turn', '{\\frz12.5\\pos(3,4)}간판'],
    ['a slanted line', '{\\fax-0.2}간판'],
    ['a change over time', '{\\t(0,500,\\fscx120)}간판'],
    ['a clip by a rectangle', '{\\clip(0,0,100,100)}간판'],
    ['a clip by a path', '{\\iclip(m 0 0 l 100 0 100 100)}간판'],
    ['a shape', '{\\p1}m 0 0 l 100 0 100 100 0 100{\\p0}'],
    ['syllables', '{\\k20}사{\\k30}랑'],
    ['filled syllables', '{\\kf20}사{\\kf30}랑'],
    ['outlined syllables', '{\\ko20}사{\\ko30}랑'],
    ['syllables in capitals', '{\\K20}사{\\K30}랑'],
    ['an origin', '{\\org(1,1)\\frz20}간판'],
  ])('draws %s', (_, text) => {
    expect(kindOf({ text })).toBe('drawn');
  });

  it('draws effects and pictures of an animation', () => {
    expect(kindOf({ text: '후렴', effect: 'fx' })).toBe('drawn');
    expect(kindOf({ text: '속보', effect: 'Banner;20' })).toBe('drawn');
    expect(kindOf({ text: '{\\pos(5,5)}간판', seconds: 0.04 })).toBe('drawn');
  });

  it.each(['Sign', 'OP-romaji', 'ED2', '간판', 'Episode Title', 'Signs-furigana'])('draws the style %s', (style) => {
    expect(kindOf({ text: '글', style })).toBe('drawn');
  });

  it.each(['Default', 'Main - Top', 'Edgar', 'Italics', '대사', 'Opa'])('keeps the style %s as text', (style) => {
    expect(kindOf({ text: '글', style })).toBe('text');
  });

  it.each([
    ['one look', '{\\fs72}안녕', []],
    ['one look twice', '{\\fs72}안녕{\\fs50}', []],
    ['two looks', '{\\fs72\\bord4}안녕', ['looks']],
  ])('takes %s of %s for evidence of %j', (_, text, evidence) => {
    const { events } = readAssScript(scriptOf([{ text }]));
    expect([...judgeEvent(events[0]!).evidence]).toEqual(evidence);
  });

  const eventOf = (line: Line) => judgeEvent(readAssScript(scriptOf([line])).events[0]!);
  /** Largest values that are drawn. */
  it.each([
    ['fs', 2_000],
    ['fscx', 10_000],
    ['fscy', 10_000],
    ['fsp', 2_000],
    ['blur', 100],
    ['be', 100],
    ['bord', 1_000],
    ['xbord', 1_000],
    ['ybord', 1_000],
    ['shad', 2_000],
    ['xshad', 2_000],
    ['yshad', 2_000],
  ])('draws \\%s of at most %i, also below zero', (tag, most) => {
    const isDrawable = (value: number) => eventOf({ text: `{\\${tag}${value}}간판` }).isDrawable;
    expect([most, -most, most + 1, -most - 1].map(isDrawable)).toEqual([true, true, false, false]);
  });

  it.each([
    ['fifty clips', { text: '{\\clip(0,0,9,9)\\iclip(0,0,9,9)}가'.repeat(25) }, true],
    ['one more clip', { text: `${'{\\clip(0,0,9,9)}가'.repeat(50)}{\\clip(0,0,9,9)}` }, false],
    ['one more inverse clip', { text: `${'{\\iclip(0,0,9,9)}가'.repeat(51)}` }, false],
    ['one more of both', { text: `${'{\\clip(0,0,9,9)\\iclip(0,0,9,9)}가'.repeat(25)}{\\iclip(0,0,9,9)}` }, false],
    ['five minutes', { text: '가', seconds: 300 }, true],
    ['a little more than five minutes', { text: '가', seconds: 300.01 }, false],
    ['no time', { text: '가', seconds: 0 }, false],
    ['a number that is none', { text: '{\\fscxnan}가' }, false],
    ['an endless number', { text: '{\\pos(inf,1)}가' }, false],
    ['a font with such a name', { text: '{\\fnInfinity}가' }, true],
    ['words within a shape', { text: '{\\p1}m 0 0 script{\\p0}' }, false],
    ['a number of many digits within a shape', { text: '{\\p1}m 0 1e9{\\p0}' }, false],
    ['such words behind a shape', { text: '{\\p1}m 0 0{\\p0}script' }, true],
  ] as const)('judges %s as what can be drawn', (_, line, isDrawable) => {
    expect(eventOf(line).isDrawable).toBe(isDrawable);
  });

  it('leaves comments and lines of effects out of the events', () => {
    const { kinds } = judged([{ text: 'code once', kind: 'Comment', effect: 'code once' }, ...speech(2)]);
    expect(kinds).toEqual(['text', 'text']);
  });

  it('draws a whole style whose events are nearly all placed', () => {
    const placed = Array.from({ length: 9 }, (): Line => ({ text: '{\\pos(1,1)\\frz3}글', style: 'Street' }));
    const { kinds, styles } = judged([...speech(10), ...placed, { text: '글', style: 'Street' }]);
    expect(kinds.slice(10)).toEqual(Array(10).fill('drawn'));
    expect(styles.find(({ name }) => name === 'Street')).toMatchObject({ kind: 'drawn', events: 10, drawn: 10 });
  });

  it('takes captions of television, which place every line, for text', () => {
    const captions = Array.from({ length: 100 }, (_, index): Line => ({ text: `{\\an7\\pos(300,900)}말 ${index}` }));
    expect(new Set(judged(captions).kinds)).toEqual(new Set(['text']));
  });

  it('draws a track of signs alone', () => {
    const signs = Array.from({ length: 30 }, (_, index): Line => ({ text: '{\\pos(3,3)}글', start: index * 45 }));
    expect(new Set(judged(signs).kinds)).toEqual(new Set(['drawn']));
  });

  it('says how sure it is of each style', () => {
    const { styles } = judged([
      ...speech(5),
      { text: '{\\k20}사{\\k20}랑\\N{\\move(0,0,1,1)}', style: 'OP' },
      { text: '{\\pos(1,1)}글', style: 'Street' },
    ]);
    const [spoken, song, street] = styles;
    expect(spoken).toMatchObject({ name: 'Default', kind: 'text', confidence: 1 });
    expect(song?.confidence).toBeGreaterThan(0.98);
    expect(street?.confidence).toBeCloseTo(0.6);
  });

  it('does what the operator says of a style', () => {
    const lines = [...speech(1), { text: '{\\pos(1,1)}글', style: 'Sign' }, { text: '광고', style: 'Group' }];
    const choices = { Default: 'drawn', Sign: 'text', Group: 'out' } as const;
    expect(judged(lines, choices).kinds).toEqual(['drawn', 'text', 'out']);
  });

  it.each([
    ['letters of absurd size', '{\\pos(1,1)\\fs99999}글'],
    ['an absurd scale', '{\\pos(1,1)\\fscx100000}글'],
    ['a shape without numbers', '{\\p1}m nan nan l inf 0{\\p0}'],
    ['a shape of endless numbers', '{\\p1}m 0 0 l 1e99 0{\\p0}'],
    ['a blur over everything', '{\\pos(1,1)\\blur5000}글'],
    ['a thousand clips', `{${'\\clip(0,0,1,1)'.repeat(1000)}}글`],
  ])('does not hand %s to a renderer', (_, text) => {
    expect(kindOf({ text })).toBe('text');
  });

  it('does not draw an event that covers the film', () => {
    expect(kindOf({ text: '{\\pos(1,1)\\blur20}방송국', start: 0, seconds: 1400 })).toBe('text');
  });

  it('draws ten thousand events of three minutes', () => {
    const frames = Array.from({ length: 10_000 }, (_, index): Line => ({
      text: `{\\pos(${index},3)\\frz${index / 7}}글`,
      style: 'Street',
      start: index * 0.018,
      seconds: 0.04,
    }));
    const { styles } = judged([...speech(20), ...frames]);
    expect(styles.find(({ name }) => name === 'Street')).toMatchObject({ drawn: 10_000 });
  });

  it('reads a script of crafted braces in linear time', () => {
    const crafted = `${'{\\'.repeat(40_000)}${'\\t('.repeat(10_000)}`;
    const lines = Array.from({ length: 60 }, () => ({ text: crafted }));
    expect(processorMs(() => judged(lines))).toBeLessThan(5_000);
  });
});

describe('the text of a script with drawings', () => {
  it('marks what is drawn, and leaves out what the operator leaves out', () => {
    const source = scriptOf([...speech(3), { text: '{\\pos(960,200)\\frz5}역 앞' }]);
    const cues = readAss(source);
    expect(cues.map(({ isDrawn }) => isDrawn)).toEqual([false, false, false, true]);
    expect(cues.map(textOf).at(-1)).toBe('역 앞');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextFormat } from '#server/intake/probe/source.ts';
import { convertFile, convertSubtitle } from '#server/intake/subtitles/convert.ts';

/** A cue of a file; times in ms. */
interface Cue {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** What differs between the files of people's programs. */
interface Habits {
  readonly lineBreak: string;
  readonly mark: string;
  readonly isNumbered: boolean;
  /** What follows the last text. */
  readonly ending: string;
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0');
const clock = (ms: number, point: string) =>
  `${pad(Math.floor(ms / 3600_000))}:${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1000) % 60)}${point}${pad(ms % 1000, 3)}`;

const ASS_HEAD = '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n';

/** The formats that keep every line of text as it is. */
type PlainFormat = Exclude<TextFormat, 'sami'>;

const WRITE: Record<PlainFormat, (cues: readonly Cue[], habits: Habits) => string> = {
  srt: (cues, { isNumbered }) =>
    cues
      .map(({ start, end, lines }, index) =>
        [...(isNumbered ? [index + 1] : []), `${clock(start, ',')} --> ${clock(end, ',')}`, ...lines].join('\n'),
      )
      .join('\n\n'),
  vtt: (cues, { isNumbered }) =>
    [
      'WEBVTT',
      ...cues.map(({ start, end, lines }, index) =>
        [...(isNumbered ? [index + 1] : []), `${clock(start, '.')} --> ${clock(end, '.')}`, ...lines].join('\n'),
      ),
    ].join('\n\n'),
  // Hours have one digit, and seconds two places.
  ass: (cues) =>
    ASS_HEAD +
    cues
      .map(({ start, end, lines }) => {
        const [from, to] = [start, end].map((ms) =>
          clock(ms, '.')
            .replace(/^0(\d:)/, '$1')
            .slice(0, -1),
        );
        return `Dialogue: 0,${from},${to},Default,,0,0,0,,${lines.join('\\N')}`;
      })
      .join('\n'),
};

const write = (format: PlainFormat, cues: readonly Cue[], habits: Habits) =>
  habits.mark + (WRITE[format](cues, habits) + habits.ending).replaceAll('\n', habits.lineBreak);

/** The cues of a WebVTT file that this server wrote. */
function read(vtt: string): Cue[] {
  const [head, ...blocks] = vtt.trimEnd().split('\n\n');
  expect(head).toBe('WEBVTT');
  return blocks.map((block) => {
    const [times = '', ...lines] = block.split('\n');
    const [start, end] = times.split(' --> ').map((time) => {
      const [hours, minutes, seconds, ms] = time.split(/[:.]/).map(Number) as [number, number, number, number];
      return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
    });
    return { start: start!, end: end!, lines };
  });
}

const LONG_MS = 100 * 3600_000;
const convert = (format: TextFormat, text: string, seconds = LONG_MS / 1000) => {
  const found = convertSubtitle(Buffer.from(text), { format, lang: 'ko' }, seconds);
  return found && read(found.vtt);
};

/** Lines that are easy to take for something else, among others. */
const line = fc.constantFrom('7', '2026', '대사', '하나, 둘', '- 저기요', '3 : 1', 'Q. 누구?', '00:05', '♪');
/** Cues whose times are multiples of a unit, in ms. */
const cueIn = (unit: number) => {
  const instant = fc.oneof(
    fc.constantFrom(0, unit, 990, 59_990, 60_000, 3_599_990, 3_600_000, 35_999_990),
    fc.nat(400_000).map((ms) => ms - (ms % unit)),
  );
  const length = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 900 }).map((units) => units * unit) },
    { weight: 1, arbitrary: fc.constant(0) },
  );
  return fc
    .record({ start: instant, length, lines: fc.array(line, { minLength: 1, maxLength: 3 }) })
    .map(({ start, length: ms, lines }): Cue => ({ start, end: start + ms, lines }));
};
const habits = fc.record({
  lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  mark: fc.constantFrom('', '\uFEFF'),
  isNumbered: fc.boolean(),
  ending: fc.constantFrom('', '\n', '\n\n\n'),
});

/** In the order of their start; cues without length show nothing. Cues that begin and end together keep their order. */
const shown = (cues: readonly Cue[]) =>
  cues.filter(({ start, end }) => end > start).sort((one, other) => one.start - other.start || one.end - other.end);

/** ASS draws a text in several layers: the same text at the same time is one cue. */
const withoutRepeated = (cues: readonly Cue[]) => [
  ...new Map(cues.map((each) => [JSON.stringify(each), each])).values(),
];

describe.each(['srt', 'vtt', 'ass'] as const)('a file in %s', (format) => {
  it('keeps every cue with its times and its lines, whatever program wrote it', () => {
    fc.assert(
      fc.property(fc.array(cueIn(format === 'ass' ? 10 : 1), { maxLength: 6 }), habits, (cues, how) => {
        // Without any end, each stays until the next one.
        fc.pre(cues.length === 0 || cues.some(({ start, end }) => end > start));
        const expected = format === 'ass' ? withoutRepeated(shown(cues)) : shown(cues);
        expect(convert(format, write(format, cues, how)) ?? []).toEqual(expected);
      }),
    );
  });

  it.each(['', '\n'])('keeps a last cue whose text is a number, with %j after it', (ending) => {
    const cues = [
      { start: 1000, end: 2000, lines: ['셋 세고 가자'] },
      { start: 3000, end: 4000, lines: ['3'] },
    ];
    const how = { lineBreak: '\n', mark: '', isNumbered: true, ending };
    expect(convert(format, write(format, cues, how))).toEqual(cues);
  });

  it('ends with the clip: a cue that begins at its end is left out, and one that ends later stays', () => {
    const cues = [
      { start: 9000, end: 12_000, lines: ['끝까지'] },
      { start: 10_000, end: 12_000, lines: ['늦음'] },
    ];
    const text = write(format, cues, { lineBreak: '\n', mark: '', isNumbered: true, ending: '\n' });
    expect(convert(format, text, 10)).toEqual(cues.slice(0, 1));
    expect(convert(format, text, 10.001)).toEqual(cues);
  });
});

it('has at most 20,000 cues, so that a crafted file does not fill the memory of televisions', () => {
  const source = '00:00:01,000 --> 00:00:02,000\n가\n\n'.repeat(20_001);
  const found = convertSubtitle(Buffer.from(source), { format: 'srt', lang: 'ko' }, 100);
  expect(found?.vtt.match(/-->/g)).toHaveLength(20_000);
});

it('keeps all dialogue where signs are too many, and says how many are left out', () => {
  const time = (tenths: number) => `0:${new Date(tenths * 100).toISOString().slice(14, 22)}`;
  const line = (tenths: number, length: number, text: string) =>
    `Dialogue: 0,${time(tenths)},${time(tenths + length)},Default,,0,0,0,,${text}\n`;
  const signs = Array.from({ length: 20_100 }, (_, at) => line(at, 1, `{\\pos(${at % 90},${at % 80})}간판 ${at}`));
  const talk = Array.from({ length: 300 }, (_, at) => line(20_100 + at * 20, 15, `대사 ${at}.`));
  const source = `[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${[...signs, ...talk].join('')}`;
  const { tracks, findings } = convertFile(Buffer.from(source), { format: 'ass', lang: 'ko' }, 10_000);
  expect(tracks[0]!.vtt.match(/대사 \d+\./g)).toHaveLength(300);
  expect(findings).toContainEqual({ kind: 'cut', cues: 400 });
});

it('is read again as it was written: the converted file of any format is itself a file in WebVTT', () => {
  fc.assert(
    fc.property(fc.array(cueIn(1), { minLength: 1, maxLength: 6 }), habits, (cues, how) => {
      const first = convertSubtitle(Buffer.from(write('srt', cues, how)), { format: 'srt', lang: 'ko' }, 1e6)?.vtt;
      fc.pre(first !== undefined);
      const again = convertSubtitle(Buffer.from(first!), { format: 'vtt', lang: 'ko' }, 1e6)?.vtt;
      expect(again).toBe(first);
    }),
  );
});

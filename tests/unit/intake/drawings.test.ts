import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawScripts } from '#server/intake/drawings/draw.ts';
import { drawingGraph } from '#server/intake/drawings/drawing-arguments.ts';
import { lettersByFont, missingLetters } from '#server/intake/drawings/drawn-letters.ts';
import {
  fontsScript,
  lettersScript,
  replacedFonts,
  UNKNOWN_FONT,
  writeDrawnScript,
} from '#server/intake/drawings/drawn-script.ts';
import { framesOf, segmentsUnder } from '#server/intake/drawings/drawn-segments.ts';
import { judgeScript } from '#server/intake/drawings/judge-script.ts';
import { makePlan } from '#server/intake/plan/make-plan.ts';
import { ToolError, type RunTool } from '#server/intake/run-tool.ts';
import { readAssScript } from '#server/intake/subtitles/ass-script.ts';
import { pictureOf, sourceOf } from '#tests/support/media/intake-source.ts';

const RATE = { frameRate: { numerator: 24, denominator: 1 }, keyframeEvery: 48 };

describe('the segments under drawings', () => {
  it.each([
    ['within one segment', [[2.5, 3.5]], [1]],
    ['over a border', [[3.9, 4.2]], [1, 2]],
    ['of the last picture of one and the first of the next', [[4, 4.04]], [1, 2]],
    ['at the start', [[0, 0.1]], [0]],
    [
      'that overlap',
      [
        [2.5, 3],
        [2.6, 3.1],
      ],
      [1],
    ],
    [
      'past the end',
      [
        [9.5, 99],
        [200, 300],
      ],
      [4],
    ],
    [
      'without length, and those that end before they begin',
      [
        [5.5, 5.5],
        [7, 6.5],
      ],
      [2],
    ],
  ])('are those of events %s', (_, times, segments) => {
    const events = times.map(([startSeconds = 0, endSeconds = 0]) => ({ startSeconds, endSeconds }));
    expect(segmentsUnder(events, { ...RATE, frames: 240 })).toEqual(segments);
  });

  it('follow the rate of the film: at 23.976 a segment of 48 pictures is longer than two seconds', () => {
    const film = { frameRate: { numerator: 24_000, denominator: 1001 }, keyframeEvery: 48, frames: 48 * 120 };
    const events = [{ startSeconds: 100.2, endSeconds: 101.8 }];
    expect(segmentsUnder(events, film)).toEqual([50]);
    expect(segmentsUnder(events, { ...film, ...RATE })).toEqual([50]);
    const later = [{ startSeconds: 200.05, endSeconds: 200.06 }];
    expect(segmentsUnder(later, film)).toEqual([99]);
    expect(segmentsUnder(later, { ...film, ...RATE })).toEqual([100]);
  });

  it('have fewer pictures only at the end of the clip', () => {
    expect(framesOf([0, 2], { ...RATE, frames: 100 })).toBe(48 + 4);
  });
});

const SCRIPT = `[Script Info]
PlayResX: 640
[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Nanum Gothic,40
Style: Sign,@Serif Bold,40
[Events]
Format: Start, End, Style, Text
Dialogue: 0:00:01.00,0:00:02.00,Default,대사, 쉼표와 함께
Comment: 0:00:01.00,0:00:02.00,Sign,{\\pos(1,1)}비고
Dialogue: 0:00:03.50,1:00:04.00,Sign,{\\pos(1,1)}너무 길게
Dialogue: 0:00:05.00,0:00:06.00,Sign,{\\pos(1,1)\\fnOther Font\\frz3}간판, 하나{\\fn@Tall}세로
`;

describe('a script for the renderer', () => {
  const script = readAssScript(SCRIPT);
  const drawn = writeDrawnScript(script, judgeScript(script).kinds)!;

  it('has the drawn events alone, in the standard order of fields', () => {
    expect(drawn.text.split('\n').filter((line) => /^(?:Dialogue|Comment)/.test(line))).toEqual([
      'Dialogue: 0,0:00:05.00,0:00:06.00,Sign,,0,0,0,,{\\pos(1,1)\\fnOther Font\\frz3}간판, 하나{\\fn@Tall}세로',
    ]);
    expect(drawn.text).toContain('PlayResX: 640');
    expect(drawn.text).toContain('Style: Sign,@Serif Bold,40');
    expect(drawn.times).toEqual([{ startSeconds: 5, endSeconds: 6 }]);
  });

  it('says its version, as renderers need it', () => {
    const event = '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,{\\frz3}글';
    for (const head of ['', '[Script Info]\nPlayResX: 640\n']) {
      const bare = readAssScript(head + event);
      expect(writeDrawnScript(bare, ['drawn'])?.text).toMatch(/^\[Script Info\]\nScriptType: v4\.00\+\n/);
    }
    expect(drawn.text).not.toContain('ScriptType');
  });

  it('names the fonts that it asks for', () => {
    expect(drawn.fonts).toEqual(['Serif Bold', 'Other Font', 'Tall']);
  });

  it('is none where nothing is drawn', () => {
    expect(
      writeDrawnScript(
        script,
        script.events.map(() => 'text'),
      ),
    ).toBeUndefined();
  });
});

describe('letters that no font has', () => {
  const script = readAssScript(SCRIPT);
  const { letters } = writeDrawnScript(script, judgeScript(script).kinds)!;

  it('are looked for in the font of each text', () => {
    expect([...letters]).toEqual([
      ['Other Font', ['간', '판', '하', '나']],
      ['Tall', ['세', '로']],
    ]);
    expect(lettersScript(letters)).toContain('{\\fnOther Font}간판하나\n');
  });

  it('are looked for in the font of a style that a tag goes back to', () => {
    const styles = new Map([
      ['Sign', { ...script.styles.get('Sign')! }],
      ['Default', { ...script.styles.get('Default')! }],
    ]);
    const [event] = script.events;
    const shown = { ...event!, style: 'Sign', text: '간{\\fnOther}판{\\rDefault}하{\\r}나 abc{\\fn}간' };
    expect([...lettersByFont({ events: [shown], styles })]).toEqual([
      ['Serif Bold', ['간', '나']],
      ['Other', ['판']],
      ['Nanum Gothic', ['하']],
    ]);
  });

  it('are few of many, from all over the script', () => {
    const text = Array.from({ length: 2_000 }, (_, at) => String.fromCodePoint(0xac00 + at)).join('');
    const [shown] = lettersByFont({ events: [{ ...script.events[0]!, text }], styles: script.styles }).values();
    expect(shown!.length).toBeLessThanOrEqual(120);
    expect(shown!.at(-1)!.codePointAt(0)).toBeGreaterThan(0xac00 + 1_900);
  });

  it('are those that the renderer finds in no font, unless they are few', () => {
    const said = (letter: string) =>
      `[Parsed_ass_0 @ 0x5] fontselect: failed to find any fallback with glyph 0x${letter.codePointAt(0)!.toString(16).toUpperCase()} for font: (Tall, 400, 0)\n`;
    expect(missingLetters(said('세') + said('로'), letters)).toEqual(['세', '로']);
    expect(missingLetters('', letters)).toEqual([]);
    const many = new Map([['Tall', Array.from({ length: 100 }, () => '가')]]);
    expect(missingLetters(said('♪').repeat(9), many)).toEqual([]);
  });
});

describe('missing fonts', () => {
  const log = (...lines: [font: string, by: string][]) =>
    lines
      .map(([font, by]) => `[Parsed_ass_0 @ 0x5] fontselect: (${font}, 400, 0) -> /usr/share/fonts/x.ttf, 0, ${by}`)
      .join('\n');

  it('are those that get the font of a name that nobody has', () => {
    const said = log([UNKNOWN_FONT, 'DejaVuSans'], ['나눔고딕', 'NanumGothic'], ['Gabriola', 'DejaVuSans']);
    expect(replacedFonts(said, ['나눔고딕', 'Gabriola'])).toEqual([{ font: 'Gabriola', by: 'DejaVuSans' }]);
  });

  it('are none where the machine takes the asked font for all others too', () => {
    const said = log([UNKNOWN_FONT, 'DejaVuSans'], ['DejaVu Sans', 'DejaVuSans']);
    expect(replacedFonts(said, ['DejaVu Sans'])).toEqual([]);
  });

  it.each(['', 'fontselect: (', 'no such line'])('are unknown where the renderer says %j', (said) => {
    expect(replacedFonts(said, ['Gabriola'])).toEqual([]);
  });

  it('are asked for without a name that ends the override', () => {
    expect(fontsScript(['A}{\\p1', 'B,C']).match(/\{[^}]*\}/g)).toEqual([
      `{\\fn${UNKNOWN_FONT}}`,
      '{\\fnA   p1}',
      '{\\fnB C}',
    ]);
  });
});

it('draws at the size of the largest rendition, on a script made for pixels that are not square', () => {
  const picture = pictureOf({ width: 1440, height: 1080, pixelAspect: { numerator: 4, denominator: 3 } });
  const plan = makePlan(sourceOf({ picture }));
  const graph = drawingGraph(plan, plan.renditions, picture, [1, 2, 5], '');
  expect(graph).toContain("select='between(n,48,143)+between(n,240,287)'");
  expect(graph).toMatch(/scale=1920:1080:[^[]*,ass=filename=drawn\.ass:original_size=1440x1080:/);
  expect(graph.match(/\[v\d\]/g)).toHaveLength(plan.renditions.length);
});

describe('drawing', () => {
  it('takes ten times as long as the pictures alone, over all languages, and then leaves the drawings out', async () => {
    const draft = await mkdtemp(join(tmpdir(), 'bora-drawing-'));
    let nowMs = 0;
    const limits: number[] = [];
    const runTool: RunTool = (name, { arguments: words, limitMs }) => {
      if (name === 'ffprobe') return Promise.resolve({ output: '{"streams":[]}', messages: '' });
      if (!words.includes('-filter_complex')) return Promise.resolve({ output: '', messages: '' });
      limits.push(limitMs);
      nowMs += limitMs / 2;
      return Promise.reject(new ToolError('ffmpeg', 'late', ''));
    };
    const picture = pictureOf({});
    const probed = sourceOf({ picture });
    const script = { text: '', matrix: '', fonts: [], letters: new Map(), times: [{ startSeconds: 0, endSeconds: 1 }] };
    const told: string[] = [];
    const drawn = await drawScripts(
      {
        ...{ runTool, draft, probed, plan: makePlan(probed), encodedInMs: 3_600_000 },
        ...{ source: join(draft, 'source.mkv'), folder: draft, signal: new AbortController().signal },
        freeBytes: () => Number.POSITIVE_INFINITY,
        progress: () => undefined,
        notice: ({ code }) => void told.push(code),
      },
      [
        { lang: 'ko', script },
        { lang: 'en', script },
      ],
      () => nowMs,
    );
    await rm(draft, { recursive: true });
    expect(drawn).toEqual([]);
    expect(limits).toEqual([36_000_000, 18_000_000]);
    expect(told).toEqual(['DRAWINGS_FAILED', 'DRAWINGS_FAILED']);
  });
});

it.each([
  ['of a script that names the colours of HD', 'TV.709', 'bt709', 'bt601'],
  ['of a script that names none', 'None', 'bt709', 'bt601'],
  ['of a script for players that mixed them up', 'TV.601', 'bt709', 'bt709'],
  ['of a script that says nothing', '', 'bt709', 'bt709'],
  ['on pictures before HD', '', 'smpte170m', 'bt601'],
] as const)('draws the colours %s as they were meant', (_, matrix, ofSource, drawnIn) => {
  const picture = pictureOf({ matrix: ofSource });
  const plan = makePlan(sourceOf({ picture }));
  const graph = drawingGraph(plan, plan.renditions, picture, [1], matrix);
  expect(/out_color_matrix=(\w+):[^[]*,ass=/.exec(graph)?.[1]).toBe(drawnIn);
  // Every rendition ends in the colours of HD.
  expect(graph.match(/out_color_matrix=bt709/g)?.length).toBeGreaterThanOrEqual(plan.renditions.length);
});

it('reads which colours a script names', () => {
  const named = readAssScript(SCRIPT.replace('PlayResX', 'YCbCr Matrix: TV.709\nPlayResX'));
  expect(writeDrawnScript(named, judgeScript(named).kinds)?.matrix).toBe('TV.709');
});

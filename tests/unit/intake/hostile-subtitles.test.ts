import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Plan } from '#server/intake/plan/plan.ts';
import type { TextFormat } from '#server/intake/probe/source.ts';
import { convertSubtitles } from '#server/intake/steps/subtitle-files.ts';
import { readAssScript } from '#server/intake/subtitles/ass-script.ts';
import { convertFile } from '#server/intake/subtitles/convert.ts';
import { processorMs } from '#tests/support/processor-time.ts';

const MB = 2 ** 20;
/** What grows with the square of a file takes minutes. */
const MOST_MS = 20_000;
const SECONDS = 1_400;

const TIMES = '00:00:01.000 --> 00:00:05.000\n';
const EVENTS = '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n';
const line = (text: string, times = '0:00:01.00,0:00:05.00') => `Dialogue: 0,${times},Default,,0,0,0,,${text}\n`;
const SYNC = '<SAMI><BODY><SYNC Start=1000><P Class=KRCC>';
const million = (text: string, of = 1_000_000) => text.repeat(of);

/** Converts a file in bounded time. */
function convertInTime(source: string, format: TextFormat): ReturnType<typeof convertFile> {
  let converted: ReturnType<typeof convertFile> | undefined;
  const convert = () => (converted = convertFile(Buffer.from(source), { format, lang: 'ko' }, SECONDS));
  expect(processorMs(convert)).toBeLessThan(MOST_MS);
  return converted!;
}

describe('a hostile subtitle file', () => {
  test.each<[string, TextFormat, string]>([
    ['one line', 'srt', `1\n${TIMES.replaceAll('.', ',')}${million('가나다')}`],
    ['a million tags', 'srt', `1\n${TIMES.replaceAll('.', ',')}${million('<i>비</i>')}`],
    ['a million tags', 'vtt', `WEBVTT\n\n${TIMES}${million('<c.a>비</c>')}`],
    ['a million word times', 'vtt', `WEBVTT\n\n${TIMES}${million('<00:01.500>비')}`],
    ['a million tags', 'ass', EVENTS + line(million('{\\i1}비'))],
    ['a million tags', 'sami', SYNC + million('<b>비</b>')],
    ['tags that never end', 'sami', SYNC + million('<', 8_000_000)],
    [
      'one class for each line',
      'sami',
      Array.from({ length: 40_000 }, (_, at) => `<SYNC Start=${at}><P Class=C${at}>비`).join(''),
    ],
    [
      'one sign for each picture',
      'ass',
      EVENTS + Array.from({ length: 40_000 }, (_, at) => line(`{\\pos(${at % 640},9)}비${at}`)).join(''),
    ],
  ])('with %s (%s) takes bounded time, and its text is cut', (_what, format, source) => {
    const { tracks, findings } = convertInTime(source, format);
    expect(tracks.length).toBeGreaterThan(0);
    expect(tracks.every(({ vtt }) => vtt.length < 4 * MB)).toBe(true);
    if (source.length < 8 * MB && format === 'srt') expect(findings).toContainEqual({ kind: 'long', cues: 1 });
  });

  test.each<[string, TextFormat, string]>([
    ['tags that never end', 'vtt', `WEBVTT\n\n${TIMES}${million('<ruby><rt>')}`],
    ['lines of times alone', 'vtt', `WEBVTT\n\n${million(TIMES, 40_000)}`],
    ['arrows', 'srt', million(' --> ')],
    ['empty lines', 'srt', million('\n', 1_000_000)],
    ['comments that never end', 'sami', `<SAMI><BODY>${million('<!--')}`],
  ])('with %s (%s) has no text, and takes bounded time', (_what, format, source) => {
    const { findings } = convertInTime(source, format);
    expect(findings).toEqual([{ kind: 'empty' }]);
  });
});

const read = (source: string, format: TextFormat) =>
  convertFile(Buffer.from(source), { format, lang: 'ko' }, SECONDS).tracks.map(({ vtt }) => vtt);

describe('one cue that is longer than any film has', () => {
  // Tags show nothing, so the bound of shown letters does not end these.
  test.each<[TextFormat, string, string]>([
    ['srt', `1\n${TIMES.replaceAll('.', ',')}`, '<i></i>'],
    ['vtt', `WEBVTT\n\n${TIMES}`, '<i></i>'],
    ['sami', SYNC, '<i></i>'],
    ['ass', EVENTS + line('').trimEnd(), '{\\i1}{\\i0}'],
  ])('of %s is read up to a bound', (format, before, tags) => {
    const [few] = read(`${before}비${million(tags, 100)}눈`, format);
    const [many] = read(`${before}비${million(tags, 15_000)}눈`, format);
    expect(few).toMatch(/비.*눈/s);
    expect(many).toContain('비');
    expect(many).not.toContain('눈');
  });

  test('of a script is cut before its fields are read', () => {
    const [event] = readAssScript(EVENTS + line(million('비,'))).events;
    expect(event!.text.startsWith('비,비')).toBe(true);
    expect(event!.text.length).toBeLessThanOrEqual(200_000);
  });
});

describe('a subtitle file with words that programs have a meaning for', () => {
  // Every object of the language has a property of these names.
  test.each(['constructor', '__proto__', 'hasOwnProperty', 'toString'])('%s is no colour, place or class', (word) => {
    const [vtt] = read(
      `WEBVTT\n\n00:00:01.000 --> 00:00:05.000 align:${word} line:5%,${word} position:9%,${word}\n<c.${word}>비</c>`,
      'vtt',
    );
    expect(vtt).toContain('line:5% position:9% align:center\n비');
    expect(read(`1\n00:00:01,000 --> 00:00:05,000\n<font color=${word}>비</font>`, 'srt')[0]).toContain('\n비\n');
    const sami = `<SYNC Start=1000><P Class=${word}>비<SYNC Start=5000><P Class=${word}>&nbsp;`;
    expect(read(sami, 'sami')).toEqual([expect.stringContaining('\n비\n')]);
  });

  test('text of SubRip begins no cue, note or style of WebVTT', () => {
    const [vtt] = read('1\n00:00:01,000 --> 00:00:05,000\n하나 --> 둘\nSTYLE\n::cue { color: red }\n', 'srt');
    expect(vtt).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n하나 --&gt; 둘\nSTYLE\n::cue { color: red }\n');
  });

  test('what a colour names is never loaded', () => {
    const [vtt] = read('<SAMI><BODY><SYNC Start=1000><P><font color="red;background:url(http://a)">비</font>', 'sami');
    expect(vtt).not.toContain('url');
  });
});

describe('a subtitle file with times that no film has', () => {
  test('shows the other cues', () => {
    const [vtt] = read(
      [
        '1\n99:99:99,999 --> 999999:00:00,000\n하나',
        '2\n00:00:07,000 --> 99999999999999999999:00:00,000\n둘',
        '3\n00:00:01,000 --> 00:00:05,000\n셋',
      ].join('\n\n'),
      'srt',
    );
    expect(vtt).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n셋\n');
    const [sami] = read(
      '<SAMI><BODY><SYNC Start=99999999999999999><P>하나<SYNC Start=NaN><P>둘<SYNC Start=1000><P>셋<SYNC Start=5000><P>&nbsp;',
      'sami',
    );
    expect(sami).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n셋\n');
  });

  test('has places that no picture has', () => {
    const script = `[Script Info]\nPlayResX: 0\nPlayResY: -1\n${EVENTS}${line('{\\pos(1e308,NaN)}비{\\pos(,)}눈{\\move(1,2,3)}')}`;
    expect(read(script, 'ass')[0]).toContain('비눈');
    expect(read(script, 'ass')[0]).not.toMatch(/NaN|Infinity|e\+/);
  });
});

describe('the subtitle files beside a video', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bora-subtitles-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** @returns the languages that were written, and the codes of the notices. */
  async function convert(names: readonly string[]) {
    const notices: string[] = [];
    const subtitles = names.map((name, at) => ({
      origin: { from: 'file', name },
      format: 'srt',
      lang: ['ko', 'ja', 'en'][at],
      role: 'subtitle',
    }));
    const { subtitles: written } = await convertSubtitles({
      source: join(folder, '1화.mkv'),
      folder,
      draft: folder,
      plan: { subtitles, frames: 240, frameRate: { numerator: 24, denominator: 1 } } as unknown as Plan,
      runTool: () => Promise.reject(new Error('no tool runs')),
      signal: new AbortController().signal,
      progress: () => undefined,
      notice: ({ code, message }) => notices.push(`${code} ${/"([^"]*)"/.exec(message)?.[1]}`),
    });
    return { written: written.map(({ lang }) => lang), notices };
  }

  test('of 200 MB, empty, gone, or a link are left out by name, and the others are taken', async () => {
    await writeFile(join(folder, '1화.ko.srt'), '1\n00:00:01,000 --> 00:00:02,000\n안녕\n');
    await writeFile(join(folder, '1화.ja.srt'), '');
    await truncate(join(folder, '1화.ja.srt'), 200 * MB);
    await symlink(join(folder, '1화.ko.srt'), join(folder, '1화.en.srt'));
    expect(await convert(['1화.ko.srt', '1화.ja.srt', '1화.en.srt'])).toEqual({
      written: ['ko'],
      notices: ['SUBTITLE_TOO_LARGE 1화.ja.srt', 'SUBTITLE_EMPTY 1화.en.srt'],
    });
    await truncate(join(folder, '1화.ja.srt'), 0);
    expect((await convert(['1화.gone.srt', '1화.ja.srt'])).notices).toEqual([
      'SUBTITLE_EMPTY 1화.gone.srt',
      'SUBTITLE_EMPTY 1화.ja.srt',
    ]);
  });
});

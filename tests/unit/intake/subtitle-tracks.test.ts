import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunTool } from '#server/intake/run-tool.ts';
import { MOST_INDEX_BYTES, MOST_TRACK_BYTES } from '#server/intake/pictures/file-tracks.ts';
import { convertPictures } from '#server/intake/steps/picture-files.ts';
import { convertSubtitles } from '#server/intake/steps/subtitle-files.ts';
import type { CodedText } from '#server/intake/texts/coded-text.ts';
import { discPacket, discPacks, framed, writeSup } from '#tests/support/media/disc-subtitles.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bora-tracks-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A job whose subtitles are files beside the video, or tracks, which the tool writes as `written` says. */
function jobOf(
  files: Readonly<Record<string, Buffer | string>>,
  plan: object,
  written: Readonly<Record<string, Buffer | string>> = {},
) {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const notices: string[] = [];
  const runs: (readonly string[])[] = [];
  const runTool: RunTool = (_tool, { arguments: words, folder: at }) => {
    runs.push(words);
    for (const word of words) if (written[word] !== undefined) writeFileSync(join(at, word), written[word]);
    return Promise.resolve({ output: '', messages: '' });
  };
  return {
    notices,
    runs,
    work: {
      ...{ source: join(folder, 'video.mkv'), folder, draft: folder, signal: new AbortController().signal },
      notice: ({ code }: CodedText) => notices.push(code),
      plan: { frames: 60, frameRate: { numerator: 1, denominator: 1 }, subtitles: [], pictures: [], ...plan },
      probed: { picture: { width: 1920, height: 1080, pixelAspect: { numerator: 1, denominator: 1 }, rotation: 0 } },
      freeBytes: () => 1e12,
      runTool,
    } as never,
  };
}
const file = (name: string, format: string, lang: string, role = 'subtitle') => ({
  ...{ origin: { from: 'file', name }, format, lang, role },
});

const script = (text: string) => `[Script Info]
PlayResX: 1920
PlayResY: 1080

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Sign,Arial,48

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:05.00,Sign,,0,0,0,,{\\pos(400,300)\\fscx150\\frz30}${text}
`;

it('the whole script of a language is drawn, and Korean first, whatever the order of the files', async () => {
  const { work } = jobOf(
    { 'en.ass': script('POST'), 'ko.forced.ass': script('FORCED'), 'ko.ass': script('WHOLE') },
    {
      subtitles: [
        file('en.ass', 'ass', 'en'),
        file('ko.forced.ass', 'ass', 'ko', 'forced'),
        file('ko.ass', 'ass', 'ko'),
      ],
    },
  );
  const { scripts } = await convertSubtitles(work);
  expect(scripts.map(({ lang }) => lang)).toEqual(['ko', 'en']);
  expect(JSON.stringify(scripts[0])).toContain('WHOLE');
});

it('a script of shapes without a word is drawn where its language is known', async () => {
  const shapes = script('{\\p1}m 0 0 l 180 0 180 60 0 60{\\p0}');
  const { work, notices } = jobOf(
    { 'ko.ass': shapes, 'und.ass': shapes, 'en.ass': script('') },
    { subtitles: ['ko', 'und', 'en'].map((lang) => file(`${lang}.ass`, 'ass', lang)) },
  );
  const { subtitles, scripts, styles } = await convertSubtitles(work);
  expect([subtitles, scripts.map(({ lang }) => lang), styles.map(({ name }) => name)]).toEqual([[], ['ko'], ['Sign']]);
  expect(notices).toEqual(['SUBTITLE_EMPTY', 'SUBTITLE_EMPTY']);
});

const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;

it('the first text of a language and role is written under its name, and another one is left out and told', async () => {
  const { work, notices } = jobOf(
    { 'a.srt': srt('첫째'), 'b.srt': srt('둘째'), 'c.srt': srt('간판'), 'd.srt': srt('Hello') },
    {
      subtitles: [
        file('d.srt', 'srt', 'en'),
        file('a.srt', 'srt', 'ko'),
        file('b.srt', 'srt', 'ko'),
        file('c.srt', 'srt', 'ko', 'forced'),
      ],
    },
  );
  const { subtitles, scripts, styles } = await convertSubtitles(work);
  expect(subtitles.map(({ file: name, lang, role }) => [name, lang, role])).toEqual([
    ['subtitles-ko.vtt', 'ko', 'subtitle'],
    ['subtitles-ko-forced.vtt', 'ko', 'forced'],
    ['subtitles-en.vtt', 'en', 'subtitle'],
  ]);
  expect(readFileSync(join(folder, 'subtitles-ko.vtt'), 'utf8')).toContain('첫째');
  expect(readFileSync(join(folder, 'subtitles-ko-forced.vtt'), 'utf8')).toContain('간판');
  expect(notices).toEqual(['SUBTITLE_SAME_LANGUAGE']);
  expect([scripts, styles]).toEqual([[], []]);
});

it('the styles of all scripts are told once, those with the most events first', async () => {
  const events = (count: number, style: string) =>
    Array.from({ length: count }, (_, at) => `Dialogue: 0,0:00:0${at}.00,0:00:09.00,${style},,0,0,0,,{\\pos(1,1)}간판`);
  const of = (...lines: string[]) => script('').replace(/Dialogue[^]*/, `${lines.join('\n')}\n`);
  const { work } = jobOf(
    { 'ko.ass': of(...events(2, 'Sign'), ...events(3, 'Other')), 'en.ass': of(...events(5, 'Sign')) },
    { subtitles: [file('ko.ass', 'ass', 'ko'), file('en.ass', 'ass', 'en')] },
  );
  const { styles } = await convertSubtitles(work);
  expect(styles.map(({ name, events: count }) => [name, count])).toEqual([
    ['Sign', 5],
    ['Other', 3],
  ]);
});

const speech = { x: 560, y: 900, width: 800, height: 60, at: framed(800, 60) };
const sign = { x: 200, y: 100, width: 300, height: 60, at: framed(300, 60), isForced: true };
const shown = (...pictures: (typeof speech)[]) =>
  writeSup([
    { seconds: 1, pictures },
    { seconds: 5, pictures: [] },
  ]);

it('several tracks of discs in one language keep their own pictures', async () => {
  const { work, notices } = jobOf(
    { 'signs.ko.sup': shown(sign), 'whole.ko.sup': shown(speech) },
    { pictures: [file('signs.ko.sup', 'sup', 'ko'), file('whole.ko.sup', 'sup', 'ko')] },
  );
  const tracks = await convertPictures(work, []);
  expect(tracks.map(({ role }) => role)).toEqual(['forced', 'subtitle']);
  const [forced, whole] = tracks.map(({ file: name, sheets }) => [readFileSync(join(folder, name), 'utf8'), sheets]);
  expect(forced).not.toEqual(whole);
  expect(new Set(tracks.flatMap(({ file: name, sheets = [] }) => [name, ...sheets])).size).toBe(4);
  expect(notices).toEqual([]);
});

describe('the time for reading', () => {
  /** Each look at the clock takes this long. */
  const passMinutes = (minutes: number) => {
    let looks = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (looks += 1) * minutes * 60_000);
  };
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is one for all tracks of discs: those beyond it are left out', async () => {
    const names = ['ko', 'ja', 'en', 'fr'];
    const { work, notices } = jobOf(Object.fromEntries(names.map((name) => [name, shown(speech)])), {
      pictures: names.map((name) => file(name, 'sup', name)),
    });
    passMinutes(2);
    const made = await convertPictures(work, []);
    expect(made.map(({ lang }) => lang)).toEqual(['ko', 'ja', 'en']);
    expect(notices).toEqual(['PICTURES_SLOW']);
  });

  it('is one for all files of text', async () => {
    const names = ['ko', 'ja', 'en', 'fr'];
    const text = '1\n00:00:01,000 --> 00:00:02,000\n달빛\n';
    const { work, notices } = jobOf(Object.fromEntries(names.map((name) => [name, text])), {
      subtitles: names.map((name) => file(name, 'srt', name)),
    });
    passMinutes(7);
    const { subtitles } = await convertSubtitles(work);
    expect(subtitles.map(({ lang }) => lang)).toEqual(['ko', 'ja']);
    expect(notices).toEqual(['SUBTITLE_TOO_LARGE', 'SUBTITLE_TOO_LARGE']);
  });
});

it('a marked forced track is not replaced by the forced pictures of the whole one', async () => {
  const { work } = jobOf(
    { 'forced.ko.sup': shown(sign), 'whole.ko.sup': shown(speech, sign) },
    { pictures: [file('forced.ko.sup', 'sup', 'ko', 'forced'), file('whole.ko.sup', 'sup', 'ko')] },
  );
  const tracks = await convertPictures(work, []);
  expect(tracks.map(({ role }) => role)).toEqual(['forced', 'subtitle']);
  const [forced] = tracks;
  expect(forced!.sheets!.every((sheet) => !tracks[1]!.sheets!.includes(sheet))).toBe(true);
  // Where the picture is on its own sheet; on that of the whole track the speech is before it.
  expect(readFileSync(join(folder, forced!.file), 'utf8')).toContain('1#xywh=0,0,');
});

const track = (stream: number, format: string, lang: string, role = 'subtitle') => ({
  ...{ origin: { from: 'stream', stream }, format, lang, role },
});

it('tracks of texts are written by one run, each as a file of its format, and read like files', async () => {
  const { work, runs, notices } = jobOf(
    {},
    { subtitles: [track(2, 'srt', 'en'), track(3, 'ass', 'ja'), track(4, 'vtt', 'ko'), track(5, 'srt', 'fr')] },
    {
      'track-2.text': srt('Hello'),
      'track-3.text': script('看板'),
      'track-4.text': 'WEBVTT\n\n00:01.000 --> 00:02.000\n안녕\n',
    },
  );
  const { subtitles } = await convertSubtitles(work);
  expect(subtitles.map(({ lang }) => lang)).toEqual(['ko', 'en', 'ja']);
  expect(readFileSync(join(folder, 'subtitles-ko.vtt'), 'utf8')).toContain('안녕');
  // The fifth track was not written.
  expect(notices).toEqual(['SUBTITLE_EMPTY']);
  expect(runs).toHaveLength(1);
  const outputOf = (stream: number) => runs[0]!.slice(runs[0]!.indexOf(`0:${stream}`) - 1).slice(0, 9);
  const most = String(20 * 2 ** 20);
  expect([2, 3, 4].map(outputOf)).toEqual([
    ['-map', '0:2', '-c:s', 'srt', '-fs', most, '-f', 'srt', 'track-2.text'],
    ['-map', '0:3', '-c:s', 'copy', '-fs', most, '-f', 'ass', 'track-3.text'],
    ['-map', '0:4', '-c:s', 'copy', '-fs', most, '-f', 'webvtt', 'track-4.text'],
  ]);
});

it('a track of pictures is written and read, and gives way to texts of its language', async () => {
  const { work, runs, notices } = jobOf(
    {},
    { pictures: [track(2, 'sup', 'ko'), track(3, 'sup', 'en'), track(4, 'sup', 'ja')] },
    { 'track-2.pictures': shown(speech), 'track-3.pictures': shown(speech) },
  );
  const texts = [{ file: 'subtitles-ko.vtt', lang: 'ko', role: 'subtitle', label: '한국어' }] as const;
  const made = await convertPictures(work, texts);
  expect(made.map(({ file: name, lang, role }) => [name, lang, role])).toEqual([['pictures-en.vtt', 'en', 'subtitle']]);
  expect(notices).toEqual(['SUBTITLE_SAME_LANGUAGE', 'PICTURES_EMPTY']);
  const [words = []] = runs;
  const at = words.indexOf('0:3');
  expect(words.slice(at - 1, at + 8)).toEqual([
    ...['-map', '0:3', '-fs', String(MOST_TRACK_BYTES + 1), '-c:s', 'copy', '-f', 'sup', 'track-3.pictures'],
  ]);
  expect(words).not.toContain('-compute_edt');
});

it('tracks of television are converted to those of discs, with the times of their ends', async () => {
  const { work, runs } = jobOf({}, { pictures: [track(2, 'dvb', 'ko'), track(3, 'vobsub', 'en')] });
  expect(await convertPictures(work, [])).toEqual([]);
  const words = runs[0]!.join(' ');
  expect(words).toMatch(/-compute_edt 1 .*-i file:\.\.\/source/);
  expect(words).toMatch(/-map 0:2 -fs \d+ -c:s dvdsub -s 1920x1080 -palette \S+ -preload 0 -f vob track-2\.pictures/);
  expect(words).toMatch(/-map 0:3 -fs \d+ -c:s copy -preload 0 -f vob track-3\.pictures/);
});

it.each<[string, string, (path: string) => void]>([
  ['that is missing', 'PICTURES_EMPTY', () => undefined],
  ['that is empty', 'PICTURES_EMPTY', (path) => writeFileSync(path, '')],
  ['that is a folder', 'PICTURES_EMPTY', (path) => mkdirSync(path)],
  ['that leads to another one', 'PICTURES_EMPTY', (path) => symlinkSync(join(folder, 'whole.sup'), path)],
  ['that shows nothing', 'PICTURES_EMPTY', (path) => writeFileSync(path, shown())],
  ['that is something else', 'PICTURES_EMPTY', (path) => writeFileSync(path, 'no pictures at all')],
  [
    'that is larger than that of any film',
    'SUBTITLE_TOO_LARGE',
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, MOST_TRACK_BYTES + 1);
    },
  ],
])('a file of pictures %s is left out, which is told by %s, and the next one is used', async (_what, code, put) => {
  const { work, notices } = jobOf(
    { 'whole.sup': shown(speech) },
    { pictures: [file('bad.sup', 'sup', 'ko'), file('whole.sup', 'sup', 'ko')] },
  );
  put(join(folder, 'bad.sup'));
  const made = await convertPictures(work, []);
  expect(made.map(({ lang, role, label }) => [lang, role, label])).toEqual([['ko', 'subtitle', expect.any(String)]]);
  expect(notices).toEqual([code]);
});

it.each([
  ['an index that is larger than that of any film', 'SUBTITLE_TOO_LARGE', MOST_INDEX_BYTES + 1],
  ['an index without its pictures', 'PICTURES_EMPTY', 0],
])('%s is left out, which is told by %s', async (_what, code, bytes) => {
  const { work, notices } = jobOf(
    { 'disc.idx': '', ...(bytes > 0 && { 'disc.sub': 'packs' }) },
    { pictures: [file('disc.idx', 'vobsub', 'ko')] },
  );
  truncateSync(join(folder, 'disc.idx'), bytes);
  expect(await convertPictures(work, [])).toEqual([]);
  expect(notices).toEqual([code]);
});

it('pictures that are damaged are left out one by one, and told with their number', async () => {
  const whole = shown(speech);
  const { work, notices } = jobOf(
    { 'cut.sup': Buffer.concat([whole, writeSup([{ seconds: 10, pictures: [sign] }]).subarray(0, -40)]) },
    { pictures: [file('cut.sup', 'sup', 'ko')] },
  );
  const [made] = await convertPictures(work, []);
  expect(readFileSync(join(folder, made!.file), 'utf8').match(/-->/g)).toHaveLength(1);
  expect(notices).toEqual(['PICTURES_LOST']);
});

describe('the two files of a disc', () => {
  const first = discPacks(discPacket(speech), 1);
  const second = discPacks(discPacket(sign), 5, 1);
  const sub = Buffer.concat([first, second]);
  const entry = (seconds: number, position: number) =>
    `timestamp: 00:00:0${seconds}:000, filepos: ${position.toString(16).padStart(9, '0')}`;
  const idx = (...languages: string[]) =>
    [
      ...['size: 1920x1080', 'palette: 000000, ff0000, 00ff00, 0000ff'],
      ...languages.flatMap((language, index) => [
        `id: ${language}, index: ${index}`,
        index === 0 ? entry(1, 0) : entry(5, first.length),
      ]),
    ].join('\n');
  const made = async (name: string, lang: string, text: string, subName = name.replace(/idx$/i, 'sub')) => {
    const { work, notices } = jobOf({ [name]: text, [subName]: sub }, { pictures: [file(name, 'vobsub', lang)] });
    const tracks = await convertPictures(work, []);
    return [tracks.map(({ lang: of, file: as }) => `${of} ${as}`), notices];
  };

  it.each([
    ['of which each says its language', ['ko', 'en'], 'und', ['ko pictures-ko.vtt', 'en pictures-en.vtt']],
    [
      'of which each says its language, whatever the name says',
      ['ko', 'en'],
      'ja',
      ['ko pictures-ko.vtt', 'en pictures-en.vtt'],
    ],
    ['of one, whose name says its language', ['ko'], 'ja', ['ja pictures-ja.vtt']],
    ['of one, whose name says none', ['ko'], 'und', ['ko pictures-ko.vtt']],
  ])('have tracks %s', async (_what, languages, lang, wanted) => {
    expect(await made('a.idx', lang, idx(...languages))).toEqual([wanted, []]);
  });

  it('have one track of each language', async () => {
    expect(await made('a.idx', 'und', idx('ko', 'ko'))).toEqual([['ko pictures-ko.vtt'], ['SUBTITLE_SAME_LANGUAGE']]);
  });

  it('are found in capitals', async () => {
    expect(await made('A.IDX', 'ko', idx('ko'), 'A.SUB')).toEqual([['ko pictures-ko.vtt'], []]);
  });

  it('are useless without the one that has the pictures', async () => {
    expect(await made('a.idx', 'ko', idx('ko'), 'b.sub')).toEqual([[], ['PICTURES_EMPTY']]);
  });
});

it.each([
  ['no other text', [], ['ko subtitle', 'ko forced'], []],
  ['a forced text', ['ko forced'], ['ko subtitle'], []],
  ['a whole text', ['ko subtitle'], [], ['SUBTITLE_SAME_LANGUAGE']],
  ['a text of another language', ['en subtitle', 'en forced'], ['ko subtitle', 'ko forced'], []],
])(
  'pictures of which some are forced are a whole track and a forced one, beside %s',
  async (_what, has, wanted, told) => {
    const { work, notices } = jobOf({ 'a.sup': shown(speech, sign) }, { pictures: [file('a.sup', 'sup', 'ko')] });
    const texts = has.map((one) => {
      const [lang, role] = one.split(' ');
      return { file: `${lang}.vtt`, lang, role, label: lang };
    });
    const made = await convertPictures(work, texts as never);
    expect(made.map(({ lang, role }) => `${lang} ${role}`)).toEqual(wanted);
    expect(notices).toEqual(told);
    expect(new Set(made.map(({ label }) => label)).size).toBe(made.length);
  },
);

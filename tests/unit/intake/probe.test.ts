import { describe, expect, it } from 'vitest';
import { shownName } from '#server/intake/intake-error.ts';
import { guessLanguage, languageOf } from '#server/intake/plan/languages.ts';
import { besideSubtitles } from '#server/intake/probe/beside.ts';
import { frameRateOf } from '#server/intake/probe/frame-rate.ts';
import { isPlaylist } from '#server/intake/probe/input-file.ts';
import { createPacketScan } from '#server/intake/probe/packet-scan.ts';
import { checkReport, readReport } from '#server/intake/probe/read-report.ts';
import { reportSchema } from '#server/intake/probe/report.ts';

const video = { index: 0, codec_type: 'video', codec_name: 'h264', width: 1280, height: 720 };
const reportOf = (streams: readonly object[], format: object = {}) =>
  reportSchema.parse({ format: { format_name: 'matroska,webm', duration: '2', ...format }, streams });

/** Packets of one picture stream at a rate, in the order of B-frames. */
const scanOf = (rate: number, seconds: number) => {
  const scan = createPacketScan(0);
  const times = Array.from({ length: Math.round(rate * seconds) }, (_, index) => index / rate);
  const stored = times.flatMap((time, index) => (index % 2 === 0 ? [times[index + 1] ?? time, time] : []));
  stored.forEach((time) => scan.read(`0,${time.toFixed(3)},${(1 / rate).toFixed(3)}`));
  return scan;
};

const file = { bytes: 1, modifiedMs: 1 };

describe('a report', () => {
  it.each([
    ['without pictures', [{ index: 0, codec_type: 'audio' }], {}, 'SOURCE_NO_VIDEO'],
    ['with a cover only', [{ ...video, disposition: { attached_pic: 1 } }], {}, 'SOURCE_NO_VIDEO'],
    ['of forty hours', [video], { duration: '144000' }, 'SOURCE_TOO_LONG'],
    ['of giant pictures', [{ ...video, width: 30_000, height: 30_000 }], {}, 'SOURCE_TOO_LARGE'],
    ['of a dot', [{ ...video, width: 8, height: 8 }], {}, 'SOURCE_TOO_SMALL'],
    [
      'with too many tracks',
      Array.from({ length: 101 }, (_, index) => ({ ...video, index })),
      {},
      'SOURCE_TOO_MANY_TRACKS',
    ],
    ['of Dolby Vision alone', [{ ...video, side_data_list: [{ dv_profile: 5 }] }], {}, 'SOURCE_DOLBY_VISION'],
  ])('%s is refused for good, with the name of the file', (_, streams, format, code) => {
    let thrown: unknown;
    try {
      checkReport(reportOf(streams, format), '"a.mkv"');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code, isFinal: true, message: expect.stringContaining('"a.mkv"') });
  });

  it('tells rotation, pixel shape, range and field order', () => {
    const stream = {
      ...video,
      sample_aspect_ratio: '32:27',
      color_transfer: 'smpte2084',
      color_space: 'bt2020nc',
      field_order: 'tt',
      side_data_list: [{ side_data_type: 'Display Matrix', rotation: -90 }],
    };
    const { picture } = readReport(reportOf([stream]), scanOf(24, 2), file, [], '"a.mkv"');
    expect(picture).toMatchObject({
      rotation: 90,
      pixelAspect: { numerator: 32, denominator: 27 },
      range: 'pq',
      isInterlaced: true,
      matrix: 'bt2020nc',
    });
  });

  it('counts time from the start of the file', () => {
    const scan = createPacketScan(0);
    for (let frame = 0; frame < 48; frame += 1) scan.read(`0,${(10 + frame / 24).toFixed(6)},0.041667`);
    const { picture } = readReport(reportOf([video], { start_time: '10' }), scan, file, [], '"a.ts"');
    expect(picture.endSeconds).toBeCloseTo(2, 2);
  });

  it('refuses a file whose packets end before its header says', () => {
    const report = reportOf([video], { duration: '1440' });
    expect(() => readReport(report, scanOf(24, 600), file, [], '"a.mkv"')).toThrow(
      expect.objectContaining({ code: 'SOURCE_TRUNCATED' }),
    );
  });

  it('refuses a file of less than a second', () => {
    expect(() => readReport(reportOf([video], { duration: '0.5' }), scanOf(24, 0.5), file, [], '"a.mkv"')).toThrow(
      'shorter than a second',
    );
  });
});

describe('packets', () => {
  it.each([
    [24000 / 1001, { numerator: 24000, denominator: 1001 }],
    [24, { numerator: 24, denominator: 1 }],
    [30000 / 1001, { numerator: 30000, denominator: 1001 }],
    [60, { numerator: 60, denominator: 1 }],
    [14.5, { numerator: 14500, denominator: 1000 }],
  ])('at %d a second give that rate, although their times are rounded', (rate, fraction) => {
    const steps = scanOf(rate, 60).pictureSteps();
    expect(steps?.isVariable).toBe(false);
    expect(frameRateOf(steps?.seconds ?? 0)).toEqual(fraction);
  });

  it('at changing distances are a variable rate', () => {
    const scan = createPacketScan(0);
    for (let frame = 0; frame < 100; frame += 1) scan.read(`0,${(frame * 0.04 + (frame % 3) * 0.01).toFixed(3)},0.04`);
    expect(scan.pictureSteps()?.isVariable).toBe(true);
  });

  it('with unknown times are ignored', () => {
    const scan = createPacketScan(0);
    ['0,N/A,0.04', '', 'side_data,1'].forEach(scan.read);
    expect(scan.endSeconds()).toBe(0);
    expect(scan.pictureSteps()).toBeUndefined();
  });
});

describe('the beginning of a file', () => {
  it.each([
    '#EXTM3U\n',
    '\uFEFF#EXTM3U',
    'ffconcat version 1.0',
    'https://example.com/a.mp4',
    '<?xml version',
    '\n <MPD>',
  ])('reveals a playlist: %j', (text) => expect(isPlaylist(Buffer.from(text))).toBe(true));

  it('reveals a playlist in UTF-16', () => {
    expect(isPlaylist(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('http://a/b.mp4', 'utf16le')]))).toBe(true);
  });

  it.each([[[0x1a, 0x45, 0xdf, 0xa3]], [[0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70]], [[0x47, 0x40, 0x11, 0x10]]])(
    'of a container is none: %j',
    (bytes) => expect(isPlaylist(Buffer.from(bytes))).toBe(false),
  );
});

describe('files beside a source', () => {
  const namesOf = (source: string, ...names: string[]) =>
    besideSubtitles(source, names).map((one) => (one.from === 'file' ? one.name : ''));

  it('belong to it by name', () => {
    const names = ['Show 03.srt', 'Show 03.ko.ass', 'Show 03.en.forced.vtt', 'Show 030.srt', 'Show 03.s2.srt', 'x.srt'];
    expect(namesOf('Show 03.mkv', ...names)).toEqual(['Show 03.en.forced.vtt', 'Show 03.ko.ass', 'Show 03.srt']);
  });

  it('say language and role in their names', () => {
    const [found] = besideSubtitles('a.mkv', ['a.kor.sdh.srt']);
    expect(found).toMatchObject({ format: 'srt', tags: { language: 'kor', isForDeaf: true, isForced: false } });
  });

  it('are found across both ways to write Hangul', () => {
    expect(namesOf('여우.mkv'.normalize('NFD'), '여우.ko.srt')).toEqual(['여우.ko.srt']);
  });

  it('of pictures are known, so that nobody misses them silently', () => {
    expect(besideSubtitles('a.mkv', ['a.sup'])[0]).toMatchObject({ format: null });
  });
});

describe('languages', () => {
  it.each([
    ['jpn', 'ja'],
    ['KOR', 'ko'],
    ['ger', 'de'],
    ['zh_Hant', 'zh-Hant'],
    ['Korean', 'ko'],
    ['', 'und'],
    ['und', 'und'],
    ['qqx', 'und'],
    ['$(rm -rf /)', 'und'],
  ])('%j is %s', (written, lang) => expect(languageOf(written)).toBe(lang));

  it('are guessed from letters', () => {
    expect(guessLanguage('안녕하세요, Mika')).toBe('ko');
    expect(guessLanguage('今日はいい天気ですね')).toBe('ja');
    expect(guessLanguage('Good morning')).toBe('und');
  });
});

describe('a name in a message', () => {
  it('is one line', () => expect(shownName('/a/b\nc\u202e.mkv')).toBe('"b\uFFFDc\uFFFD.mkv"'));
  it('is composed Hangul', () => expect(shownName('여우.mkv'.normalize('NFD'))).toBe('"여우.mkv"'));
  it('is shortened in the middle', () => {
    const shown = shownName(`${'a'.repeat(246)}.mkv`);
    expect(shown).toHaveLength(122);
    expect(shown).toMatch(/…a+\.mkv"$/);
  });
});

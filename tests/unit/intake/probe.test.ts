import { describe, expect, it } from 'vitest';
import { shownName } from '#server/intake/intake-error.ts';
import { guessLanguage, languageOf } from '#server/intake/plan/languages.ts';
import { besideSubtitles } from '#server/intake/beside/place-subtitles.ts';
import { frameRateOf, keepingRate, parseFraction } from '#server/intake/probe/frame-rate.ts';
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
    [
      'in an unknown codec',
      [{ ...video, codec_name: undefined, codec_tag_string: 'vvc1' }],
      {},
      'SOURCE_CODEC_UNKNOWN',
    ],
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

  it.each([
    ['of twelve hours', [video], { duration: '43200' }],
    ['of the largest pictures', [{ ...video, width: 8192, height: 4320 }], {}],
    ['of the smallest pictures', [{ ...video, width: 16, height: 16 }], {}],
    ['with a hundred tracks', Array.from({ length: 100 }, (_, index) => ({ ...video, index })), {}],
    ['of Dolby Vision with a base that others show', [{ ...video, side_data_list: [{ dv_profile: 8 }] }], {}],
  ])('%s is accepted', (_, streams, format) => {
    expect(checkReport(reportOf(streams, format), '"a.mkv"')).toMatchObject({ index: 0 });
  });

  it.each([
    ['a line above the largest', [{ ...video, width: 8192, height: 4321 }], {}, 'SOURCE_TOO_LARGE'],
    ['a column below the smallest', [{ ...video, width: 15, height: 16 }], {}, 'SOURCE_TOO_SMALL'],
    ['a line below the smallest', [{ ...video, width: 16, height: 15 }], {}, 'SOURCE_TOO_SMALL'],
    ['a ribbon that no rung can hold', [{ ...video, width: 8000, height: 355 }], {}, 'SOURCE_TOO_SMALL'],
    ['a ribbon that stands', [{ ...video, width: 355, height: 8000 }], {}, 'SOURCE_TOO_SMALL'],
  ])('%s is refused', (_, streams, format, code) => {
    expect(() => checkReport(reportOf(streams, format), '"a.mkv"')).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['16:11', { numerator: 16, denominator: 11 }],
    ['4:1', { numerator: 4, denominator: 1 }],
    ['5000:1', { numerator: 1, denominator: 1 }],
    ['1:5000', { numerator: 1, denominator: 1 }],
    ['0:1', { numerator: 1, denominator: 1 }],
  ])('pixels of %s have the shape %j', (said, shape) => {
    const report = reportOf([{ ...video, sample_aspect_ratio: said }], { duration: '10' });
    expect(readReport(report, scanOf(24, 10), file, [], '"a.mkv"').picture.pixelAspect).toEqual(shape);
  });

  // Headers are estimated: a second, or a hundredth of a long file, may be missing.
  it.each([
    ['11', 10, true],
    ['11.2', 10, false],
    ['606', 600, true],
    ['606.2', 600, false],
  ])('a report that declares %s s of a file with %d s is believed: %j', (duration, seconds, isBelieved) => {
    const read = () => readReport(reportOf([video], { duration }), scanOf(24, seconds), file, [], '"a.mkv"');
    if (isBelieved) expect(read().picture.endSeconds).toBeCloseTo(seconds, 1);
    else expect(read).toThrow(expect.objectContaining({ code: 'SOURCE_TRUNCATED' }));
  });

  it.each([
    [-90, 90],
    [90, 270],
    [-180, 180],
    [180, 180],
    [-270, 270],
    [0, 0],
    [-88, 90],
  ])('a picture with the angle %d is turned by %d degrees', (rotation, turned) => {
    const stream = { ...video, side_data_list: [{ side_data_type: 'Display Matrix', rotation }] };
    expect(readReport(reportOf([stream]), scanOf(24, 2), file, [], '"a.mkv"').picture.rotation).toBe(turned);
  });

  it('has the sounds that have channels and packets, with their ends', () => {
    const scan = scanOf(24, 2);
    scan.read('1,0,2.5');
    scan.read('2,0,2');
    const sound = { codec_type: 'audio', codec_name: 'aac' };
    const streams = [
      video,
      { ...sound, index: 1, channels: 2 },
      { ...sound, index: 2, channels: 0 },
      { ...sound, index: 3, channels: 2 },
    ];
    const { sounds } = readReport(reportOf(streams), scan, file, [], '"a.mkv"');
    expect(sounds.map(({ stream, endSeconds }) => [stream, endSeconds])).toEqual([[1, 2.5]]);
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
    scan.read('1,10,2.5');
    const sound = { index: 1, codec_type: 'audio', channels: 2 };
    const { picture, sounds } = readReport(reportOf([video, sound], { start_time: '10' }), scan, file, [], '"a.ts"');
    expect(picture.endSeconds).toBeCloseTo(2, 2);
    expect(sounds[0]?.endSeconds).toBe(2.5);
    const late = () => readReport(reportOf([video], { start_time: '10', duration: '12' }), scan, file, [], '"a.ts"');
    expect(late).toThrow(expect.objectContaining({ code: 'SOURCE_TRUNCATED' }));
  });

  it('counts a last picture whose duration nobody says', () => {
    const scan = createPacketScan(0);
    for (let frame = 0; frame < 48; frame += 1) scan.read(`0,${(frame / 24).toFixed(6)},N/A`);
    expect(readReport(reportOf([video]), scan, file, [], '"a.mkv"').picture.endSeconds).toBeCloseTo(2, 4);
  });

  it.each([
    [0.999, 'SOURCE_TOO_SHORT'],
    [43_200.1, 'SOURCE_TOO_LONG'],
  ])('refuses a file whose pictures end after %d s, whatever it declares', (seconds, code) => {
    const scan = createPacketScan(0);
    scan.read(`0,0,${seconds}`);
    const read = () => readReport(reportOf([video], { duration: undefined }), scan, file, [], '"a.mkv"');
    expect(read).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['arib-std-b67', 'unknown', 'hlg', null],
    ['bt709', undefined, 'sdr', null],
    ['smpte2084', 'bt2020nc', 'pq', 'bt2020nc'],
  ])('a report with %s and %s has the range %s and the matrix %s', (color_transfer, color_space, range, matrix) => {
    const stream = { ...video, color_transfer, color_space };
    expect(readReport(reportOf([stream]), scanOf(24, 2), file, [], '"a.mkv"').picture).toMatchObject({ range, matrix });
  });

  it.each([
    ['hearing_impaired', 'isForDeaf'],
    ['captions', 'isForDeaf'],
    ['visual_impaired', 'isForBlind'],
    ['descriptions', 'isForBlind'],
    ['forced', 'isForced'],
    ['default', 'isDefault'],
    ['original', 'isOriginal'],
    ['dub', 'isDub'],
    ['comment', 'isComment'],
  ] as const)('understands the flag %s of a track', (flag, tag) => {
    const streams = [video, { index: 1, codec_type: 'subtitle', codec_name: 'ass', disposition: { [flag]: 1 } }];
    const { subtitles } = readReport(reportOf(streams), scanOf(24, 2), file, [], '"a.mkv"');
    expect(Object.entries(subtitles[0]!.tags).filter(([, value]) => value === true)).toEqual([[tag, true]]);
    expect(subtitles).toHaveLength(1);
  });

  /** What a report of these streams and chapters is read as. */
  const readOf = (streams: readonly object[], chapters: readonly object[] = []) => {
    const scan = scanOf(24, 2);
    scan.read('1,0,2');
    const report = { ...reportOf(streams), chapters: reportSchema.shape.chapters.parse(chapters) };
    return readReport(report, scan, file, [], '"a.mkv"');
  };

  it.each([
    ...['subrip srt', 'srt srt', 'text srt', 'mov_text srt', 'ass ass', 'ssa ass', 'webvtt vtt'],
    ...['hdmv_pgs_subtitle null', 'dvb_subtitle null', 'eia_608 null', 'undefined null'],
  ])('knows which text the codec of a track has: %s', (pair) => {
    const [codec, format] = pair.split(' ').map((word) => (word === 'null' ? null : word));
    const track = { index: 1, codec_type: 'subtitle', ...(codec !== 'undefined' && { codec_name: codec }) };
    const { subtitles } = readOf([video, track]);
    expect(subtitles.map((one) => ('codec' in one ? [one.codec, one.format] : []))).toEqual([
      [codec === 'undefined' ? 'unknown' : codec, format],
    ]);
  });

  it.each([
    ...['tt true', 'bb true', 'tb true', 'bt true', 'progressive false', 'unknown false', 'ttt false', 'xbb false'],
  ])('knows which order of fields is interlaced: %s', (pair) => {
    const [order, isInterlaced] = pair.split(' ');
    expect(String(readOf([{ ...video, field_order: order }]).picture.isInterlaced)).toBe(isInterlaced);
    expect(readOf([video]).picture.isInterlaced).toBe(false);
  });

  it.each([
    [{ title: '본편', handler_name: 'Other' }, '본편'],
    [{ handler_name: '해설' }, '해설'],
    [{ handler_name: 'SoundHandler' }, ''],
    [{ handler_name: 'ISO Media file produced by a handler' }, ''],
    [{}, ''],
  ])('reads the title of a sound with the tags %j as %j', (tags, title) => {
    const sound = { index: 1, codec_type: 'audio', channels: 2, disposition: {}, tags: { ...tags, language: 'kor' } };
    expect(readOf([video, sound]).sounds[0]).toMatchObject({
      codec: 'unknown',
      channels: 2,
      tags: { title, language: 'kor' },
    });
  });

  it('reads chapters with their times, and titles where they have some', () => {
    const chapters = [
      { start_time: '0.0', end_time: '1.25', tags: { title: '오프닝' } },
      { start_time: '1.25', end_time: '2' },
    ];
    expect(readOf([video], chapters).chapters).toEqual([
      { startSeconds: 0, endSeconds: 1.25, title: '오프닝' },
      { startSeconds: 1.25, endSeconds: 2, title: '' },
    ]);
  });

  it('reads the picture as its stream says it, and the turn of an old file', () => {
    const { picture } = readOf([{ ...video, codec_name: 'hevc', tags: { rotate: '90' } }]);
    expect(picture).toMatchObject({
      stream: 0,
      codec: 'hevc',
      width: 1280,
      height: 720,
      rotation: 90,
      isVariable: false,
    });
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

describe('packets of unusual files', () => {
  const scanned = (lines: readonly string[], format: object = {}, streams: readonly object[] = [video]) => {
    const scan = createPacketScan([0, 1], format === RECORDING ? [0] : []);
    lines.forEach(scan.read);
    return readReport(reportOf(streams, { duration: undefined, ...format }), scan, file, [], '"a"').picture;
  };
  const RECORDING = { format_name: 'mpegts' };
  const film = (from: number, count: number, rate: number) =>
    Array.from({ length: count }, (_, index) => (from + index / rate).toFixed(6));

  it('are timed by decoding where they do not say when they are shown', () => {
    const lines = film(0, 120, 24).map((time, index) => `0,${index % 3 === 2 ? time : 'N/A'},${time},0.041667,__`);
    const picture = scanned(lines);
    expect(picture).toMatchObject({ frameRate: { numerator: 24, denominator: 1 }, isVariable: false, startSeconds: 0 });
    expect(picture.endSeconds).toBeCloseTo(5, 3);
  });

  it('hidden packets do not make the film longer', () => {
    const lines = film(0, 72, 24).flatMap((time, index) => [
      ...(index % 8 === 0 ? [`0,${time},${time},0.041667,__`] : []),
      `0,${time},${time},0.041667,__`,
    ]);
    lines.push('0,9.000000,9.000000,0.041667,_D');
    expect(scanned(lines).endSeconds).toBeCloseTo(3, 3);
  });

  it('go on behind a jump of the clock, as ffmpeg goes on', () => {
    const lines = [...film(3600, 48, 24), ...film(10, 48, 24), ...film(90_000, 48, 24)].map(
      (time) => `0,${time},${time},0.041667,__`,
    );
    expect(scanned(lines, RECORDING).endSeconds - 3600).toBeCloseTo(6, 2);
  });

  it('packets at two rates get the smallest rate that keeps every picture', () => {
    const mixed = [...film(0, 192, 24000 / 1001), ...film(8.008, 60, 30000 / 1001)].map(
      (time) => `0,${time},${time},0.04,__`,
    );
    expect(scanned(mixed).frameRate).toEqual({ numerator: 30000, denominator: 1001 });
  });

  it('choose the default track among those that move', () => {
    const lines = ['0,0,0,0.04,K_', ...film(0, 48, 24).map((time) => `1,${time},${time},0.041667,__`)];
    expect(scanned(lines, {}, [video, { ...video, index: 1 }]).stream).toBe(1);
  });

  it('are believed where the header says more than any film lasts', () => {
    const lines = film(0, 48, 24).map((time) => `0,${time},${time},0.041667,__`);
    expect(scanned(lines, { duration: '144000' }).endSeconds).toBeCloseTo(2, 3);
  });

  it('do not matter for files within the file', () => {
    const fonts = Array.from({ length: 105 }, (_, index) => ({ index: index + 1, codec_type: 'attachment' }));
    expect(checkReport(reportOf([video, ...fonts]), '"a.mkv"')).toMatchObject({ index: 0 });
  });
});

describe('packets', () => {
  it.each([
    [24000 / 1001, { numerator: 24000, denominator: 1001 }],
    [24, { numerator: 24, denominator: 1 }],
    [30000 / 1001, { numerator: 30000, denominator: 1001 }],
    [60, { numerator: 60, denominator: 1 }],
    [14.5, { numerator: 14500, denominator: 1000 }],
  ])('packets at %d a second give that rate, although their times are rounded', (rate, fraction) => {
    const steps = scanOf(rate, 60).pictureSteps();
    expect(steps?.isVariable).toBe(false);
    expect(frameRateOf(steps?.seconds ?? 0)).toEqual(fraction);
  });

  it('packets at changing distances have a variable rate', () => {
    const scan = createPacketScan(0);
    for (let frame = 0; frame < 100; frame += 1) scan.read(`0,${(frame * 0.04 + (frame % 3) * 0.01).toFixed(3)},0.04`);
    expect(scan.pictureSteps()?.isVariable).toBe(true);
  });

  it.each([
    ['24000/1001', '/', { numerator: 24000, denominator: 1001 }],
    ['4:3', ':', { numerator: 4, denominator: 3 }],
    ...['0/0', '25/0', '0/1', '-25/1', '2.5/1', '25', 'N/A', ''].map((text) => [text, '/', undefined] as const),
    ['25/1', ':', undefined],
    [undefined, '/', undefined],
  ] as const)('the fraction %j is read with %j as %j', (text, separator, fraction) => {
    expect(parseFraction(text, separator)).toEqual(fraction);
  });

  it('keep a rate while at most a thousandth of the pictures share a frame', () => {
    const film = { numerator: 24, denominator: 1 };
    const times = (count: number, extra: number) =>
      Float64Array.from([
        ...Array.from({ length: count - extra }, (_, index) => index / 24),
        ...Array.from({ length: extra }, (_, index) => index / 24 + 1 / 60),
      ]).sort();
    expect(keepingRate(times(2000, 0), film)).toEqual(film);
    expect([1, 2].map((extra) => keepingRate(times(2000, extra), film))).toEqual([film, film]);
    expect(keepingRate(times(2000, 3), film)).toEqual({ numerator: 30000, denominator: 1001 });
    // No rate of television is quick enough.
    expect(
      keepingRate(
        Float64Array.from({ length: 100 }, (_, index) => index / 200),
        film,
      ),
    ).toEqual({
      numerator: 60,
      denominator: 1,
    });
  });

  it('have the rate of film or television only when they are near it', () => {
    expect([frameRateOf(1 / 24.009), frameRateOf(1 / 24.012)]).toEqual([
      { numerator: 24, denominator: 1 },
      { numerator: 24012, denominator: 1000 },
    ]);
    expect([12, 15, 25, 50].map((rate) => frameRateOf(1 / rate))).toEqual(
      [12, 15, 25, 50].map((numerator) => ({ numerator, denominator: 1 })),
    );
    expect(frameRateOf(1001 / 60000)).toEqual({ numerator: 60000, denominator: 1001 });
    expect(frameRateOf(10_000)).toEqual({ numerator: 1, denominator: 1000 });
  });

  it.each([
    [2, false],
    [3, true],
  ])('packets of which %d in a hundred have another distance have a variable rate: %j', (others, isVariable) => {
    const scan = createPacketScan(0);
    let time = 0;
    for (let step = 0; step <= 100; step += 1) {
      scan.read(`0,${time.toFixed(3)},0.04`);
      time += step < others ? 0.08 : 0.04;
    }
    expect(scan.pictureSteps()).toMatchObject({ isVariable, seconds: expect.closeTo(0.04, 6) });
  });

  it('begin with the earliest and end with the latest, each stream for itself', () => {
    const scan = createPacketScan(0);
    ['0,0.040,0.040', '0,0.000,0.040', '1,0.500,2.000', '1,0.100,N/A', '0,0.080,N/A'].forEach(scan.read);
    expect(scan.timesOf(0)).toEqual({ startSeconds: 0, endSeconds: 0.08, packets: 3 });
    expect(scan.timesOf(1)).toEqual({ startSeconds: 0.1, endSeconds: 2.5, packets: 2 });
    expect([scan.timesOf(2), scan.endSeconds()]).toEqual([undefined, 2.5]);
    expect(scan.pictureSteps()?.seconds).toBeCloseTo(0.04, 6);
  });

  it('packets with unknown times are ignored', () => {
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
    'the beginning of a container is no playlist: %j',
    (bytes) => expect(isPlaylist(Buffer.from(bytes))).toBe(false),
  );
});

describe('files beside a source', () => {
  const namesOf = (source: string, ...names: string[]) =>
    besideSubtitles(source, names).taken.map((one) => (one.from === 'file' ? one.name : ''));

  it('belong to it by name', () => {
    const names = [
      ...['Show 03.srt', 'Show 03.ko.ass', 'Show 03.en.forced.vtt', 'Show 030.srt', 'Show 03.s2.srt', 'x.srt'],
      ...['Show 03.mkv', 'Show 03.ko.txt', 'Show 03x.srt'],
    ];
    expect(namesOf('Show 03.mkv', ...names)).toEqual(['Show 03.en.forced.vtt', 'Show 03.ko.ass', 'Show 03.srt']);
  });

  it('say language and role in their names', () => {
    const [found] = besideSubtitles('a.mkv', ['a.kor.sdh.srt']).taken;
    expect(found).toMatchObject({ format: 'srt', tags: { language: 'kor', isForDeaf: true, isForced: false } });
  });

  it('are found across both ways to write Hangul', () => {
    expect(namesOf('여우.mkv'.normalize('NFD'), '여우.ko.srt')).toEqual(['여우.ko.srt']);
  });

  it('subtitles of pictures beside a source are known, so that nobody misses them silently', () => {
    expect(besideSubtitles('a.mkv', ['a.sup']).taken[0]).toMatchObject({ format: null });
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
    [' ja ', 'ja'],
    ['de-CH-1901', 'de-CH-1901'],
    ['de-CH-1901-x-a', 'und'],
  ])('%j is %s', (written, lang) => expect(languageOf(written)).toBe(lang));

  it.each([
    ['ko', '한국어 한글 국문 韓国語 韩语 韓語 kr Korean kor'],
    ['ja', '일본어 日本語 日语 日語 日文 jp jap japanese jpn'],
    ['en', '영어 영문 英語 英语 英文 eg english eng'],
    ['zh', '중국어 中文 中国語 cn Chinese'],
    ['zh-Hans', 'chs sc gb gbk gb2312 zhs 간체 简体 简中 简体中文 简 jpsc scjp jpchs chsjp 简日 简日双语'],
    [
      'zh-Hant',
      'cht tc big5 zht 번체 繁体 繁體 繁中 繁體中文 繁体中文 繁 jptc tcjp jpcht chtjp 繁日 繁日雙語 繁日双语',
    ],
    ['fr', 'French fra 프랑스어'],
    ['de', 'German deu 독일어'],
    ['es', 'Spanish spa 스페인어'],
    ['ru', 'Russian rus 러시아어'],
    ['vi', 'Vietnamese vie 베트남어'],
    ['th', 'Thai tha 태국어'],
    ['it', 'Italian'],
    ['pt', 'Portuguese'],
    ['id', 'Indonesian'],
    ['ar', 'Arabic'],
    ['pl', 'Polish'],
  ])('%s is written as %s', (lang, words) => {
    const written = words.split(' ');
    expect(written.map((word) => [word, languageOf(word)])).toEqual(written.map((word) => [word, lang]));
  });

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

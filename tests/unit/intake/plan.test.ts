import { describe, expect, it } from 'vitest';
import { jobBytes } from '#server/intake/plan/clip-bytes.ts';
import { h264LevelOf } from '#server/intake/plan/h264-level.ts';
import { makePlan, planNotices } from '#server/intake/plan/make-plan.ts';
import { planSeconds, segmentSeconds } from '#server/intake/plan/plan.ts';
import { subtitleLabel } from '#server/intake/plan/subtitles.ts';
import type { SourcePicture } from '#server/intake/probe/source.ts';
import { pictureOf, soundOf, sourceOf, trackOf } from '#tests/support/media/intake-source.ts';

const sizesOf = (picture: Partial<SourcePicture>) =>
  makePlan(sourceOf({ picture: pictureOf(picture) })).renditions.map(
    ({ codec, width, height }) => `${codec} ${width}x${height}`,
  );

describe('renditions', () => {
  it.each([
    ['1080p', {}, ['640x360', '960x540', '1280x720', '1920x1080']],
    ['720p', { width: 1280, height: 720 }, ['640x360', '960x540', '1280x720']],
    ['cinema, which fills the width', { height: 804 }, ['640x268', '960x402', '1280x536', '1920x804']],
    ['4:3, which fills the height', { width: 1440 }, ['480x360', '720x540', '960x720', '1440x1080']],
    ['an odd size', { width: 853, height: 479 }, ['640x360', '852x478']],
    ['a size just below a rung', { width: 1916, height: 1076 }, ['640x360', '960x540', '1280x718', '1916x1076']],
    ['smaller than every rung', { width: 64, height: 36 }, ['64x36']],
    [
      'anamorphic',
      { width: 720, height: 480, pixelAspect: { numerator: 32, denominator: 27 } },
      ['640x360', '852x480'],
    ],
    [
      'turned by a quarter',
      { width: 1920, height: 1080, rotation: 90 as const },
      ['202x360', '304x540', '406x720', '608x1080'],
    ],
    ['turned the other way', { rotation: 270 as const }, ['202x360', '304x540', '406x720', '608x1080']],
    ['upside down', { rotation: 180 as const }, ['640x360', '960x540', '1280x720', '1920x1080']],
  ])('keep the shape of a source that is %s', (_, picture, sizes) => {
    expect(sizesOf(picture)).toEqual(sizes.map((size) => `h264 ${size}`));
  });

  it('include an HEVC family of its own for a source of 2160p', () => {
    const sizes = sizesOf({ width: 3840, height: 2160 });
    expect(sizes.filter((size) => size.startsWith('h264')).at(-1)).toBe('h264 1920x1080');
    expect(sizes.filter((size) => size.startsWith('hevc'))).toEqual([
      'hevc 960x540',
      'hevc 1920x1080',
      'hevc 3840x2160',
    ]);
  });

  it('do not include HEVC for a source of 1440p', () => {
    expect(sizesOf({ width: 2560, height: 1440 }).filter((size) => size.startsWith('hevc'))).toEqual([]);
  });

  it('declare levels that sets decode, also at 60 frames a second', () => {
    const levels = (numerator: number) =>
      makePlan(sourceOf({ picture: pictureOf({ frameRate: { numerator, denominator: 1 } }) })).renditions.map(
        ({ level }) => level,
      );
    expect(levels(24)).toEqual(['3.0', '3.1', '3.1', '4.0']);
    expect(levels(60)).toEqual(['3.1', '3.2', '3.2', '4.2']);
  });

  it('allow more bits to larger pictures and to more frames', () => {
    const caps = (numerator: number) =>
      makePlan(sourceOf({ picture: pictureOf({ frameRate: { numerator, denominator: 1 } }) })).renditions.map(
        ({ maxKilobits }) => maxKilobits,
      );
    expect(caps(24)).toEqual([860, 1650, 2610, 5000]);
    expect(caps(60).at(-1)).toBe(7500);
    const [largest] = makePlan(sourceOf({ picture: pictureOf({ width: 3840, height: 2160 }) })).renditions.slice(-1);
    expect(largest).toMatchObject({ codec: 'hevc', maxKilobits: 14_000, level: null });
  });
});

describe('frames', () => {
  it.each([
    [24000, 1001, 48],
    [24, 1, 48],
    [25, 1, 50],
    [30000, 1001, 60],
    [60000, 1001, 120],
  ])('have a keyframe every two seconds at %d/%d', (numerator, denominator, every) => {
    const plan = makePlan(sourceOf({ picture: pictureOf({ frameRate: { numerator, denominator } }) }));
    expect(plan.keyframeEvery).toBe(every);
    expect(segmentSeconds(plan)).toBeCloseTo(2, 1);
  });

  it.each([
    [61, 1, 61, 1],
    [62, 1, 62, 2],
    [120, 1, 120, 2],
    [240, 1, 240, 4],
    [8, 1, 8, 1],
    [15, 2, 30, 2],
    [5, 1, 10, 1],
    [1, 1, 8, 1],
  ])('frames of a source with %d/%d a second are encoded at %d/%d', (numerator, denominator, ...encoded) => {
    const { frameRate } = makePlan(sourceOf({ picture: pictureOf({ frameRate: { numerator, denominator } }) }));
    expect([frameRate.numerator, frameRate.denominator]).toEqual(encoded);
  });

  it.each([
    [0.01, 1],
    [10.02, 240],
    [10.03, 241],
  ])('a source of %d s at 24 frames a second has %d frames', (endSeconds, frames) => {
    const picture = pictureOf({ endSeconds, frameRate: { numerator: 24, denominator: 1 } });
    expect(makePlan(sourceOf({ picture, sounds: [] })).frames).toBe(frames);
  });

  it.each([
    ['unknown', 649, 'bt601'],
    ['unknown', 650, 'bt709'],
    ['bt709', 480, 'bt709'],
    ['bt470bg', 1080, 'bt601'],
    ['bt2020nc', 480, 'bt2020'],
  ])('a picture with the colours %s and %d lines has the matrix %s', (matrix, height, planned) => {
    expect(makePlan(sourceOf({ picture: pictureOf({ matrix, height }) })).picture.matrix).toBe(planned);
  });

  it.each([
    ['a sound that ends a second later', [soundOf(1, { language: 'jpn' }, 1441)], 0],
    ['a sound that ends still later', [soundOf(1, { language: 'jpn' }, 1441.01)], 1.01],
    ['the longest of several', [soundOf(1, { language: 'jpn' }, 1442), soundOf(2, { language: 'kor' }, 1444)], 4],
    [
      'a commentary, which the clip leaves out',
      [soundOf(1, { language: 'jpn' }), soundOf(2, { language: 'jpn', isComment: true }, 1500)],
      0,
    ],
    [
      'a second sound of a language, which the clip leaves out',
      [soundOf(1, { language: 'jpn' }), soundOf(2, { language: 'jpn' }, 1500)],
      0,
    ],
  ])('hold the last picture for %s', (_, sounds, seconds) => {
    const source = sourceOf({ sounds });
    expect(makePlan(source).picture.holdSeconds).toBeCloseTo(seconds, 6);
    expect(planSeconds(makePlan(source))).toBeCloseTo(1440 + seconds, 1);
    expect(planNotices(source).some(({ code }) => code === 'SOUND_LONGER')).toBe(seconds > 0);
  });

  it('are told to the operator when they are converted', () => {
    const { notices } = makePlan(
      sourceOf({ picture: pictureOf({ range: 'pq', isInterlaced: true, isVariable: true }) }),
    );
    expect(notices).toHaveLength(3);
    expect(notices[0]).toContain('HDR (PQ)');
    expect(makePlan(sourceOf({ picture: pictureOf({ range: 'hlg' }) })).notices[0]).toContain('HDR (HLG)');
  });
});

describe('previews', () => {
  it('are one every five seconds, in rows of ten', () => {
    expect(makePlan(sourceOf()).previews).toEqual({ interval: 5, columns: 10, rows: 29, width: 224, height: 126 });
  });

  it('are further apart in a long film, so that old sets can show the sheet', () => {
    const { previews } = makePlan(sourceOf({ picture: pictureOf({ endSeconds: 3 * 3600 }) }));
    expect(previews.interval).toBe(36);
    expect(previews.rows * previews.height).toBeLessThanOrEqual(4096);
  });
});

describe('the sheet of previews', () => {
  it.each([
    [50, 5, 1],
    [50.1, 5, 2],
    [1500, 5, 30],
    [1501, 6, 26],
  ])('the sheet of previews of %d s has a picture every %d s, in %d rows', (endSeconds, interval, rows) => {
    const { previews } = makePlan(sourceOf({ picture: pictureOf({ endSeconds }), sounds: [] }));
    expect(previews).toEqual({ interval, columns: 10, rows, width: 224, height: 126 });
  });

  it.each([
    ['wide', { width: 1920, height: 804 }, 224, 94],
    ['narrow', { width: 1440 }, 168, 126],
  ])('keeps the shape of a %s picture', (_, picture, width, height) => {
    expect(makePlan(sourceOf({ picture: pictureOf(picture) })).previews).toMatchObject({ width, height });
  });
});

/** H.264, table A-1: macroblocks of 16x16 in a frame and in a second. */
it.each([
  [720, 576, 25, '3.0'],
  [720, 577, 25, '3.1'],
  [721, 576, 24, '3.1'],
  [720, 576, 25.01, '3.1'],
  [1280, 720, 30, '3.1'],
  [1280, 720, 30.01, '3.2'],
  [1280, 1024, 42, '3.2'],
  [1280, 1024, 42.2, '4.0'],
  [2048, 1024, 30, '4.0'],
  [2048, 1024, 30.01, '4.2'],
  [2176, 1024, 60, '4.2'],
  [2176, 1024, 60.01, '5.1'],
  [2192, 1024, 24, '5.1'],
])('%dx%d at %d frames a second is of level %s', (width, height, framesPerSecond, level) => {
  expect(h264LevelOf({ width, height }, framesPerSecond)).toBe(level);
});

it('needs room for two copies of what is encoded', () => {
  const plan = makePlan(
    sourceOf({
      picture: pictureOf({ endSeconds: 1000, frameRate: { numerator: 24, denominator: 1 } }),
      sounds: [soundOf(1, {}, 1000)],
    }),
  );
  // Caps of 860, 1650, 2610 and 5000 kbit/s, of which half is used, and one sound of 130 kbit/s.
  expect(jobBytes(plan)).toBe(((5060 + 130) * 1000 * 1000 * 2) / 8);
});

describe('sounds', () => {
  const soundsOf = (...tracks: ReturnType<typeof soundOf>[]) =>
    makePlan(sourceOf({ sounds: tracks })).sounds.map(({ stream, lang, role }) => [stream, lang, role]);

  it('begin with the default of the file; other languages are dubs', () => {
    expect(soundsOf(soundOf(1, { language: 'kor' }), soundOf(2, { language: 'jpn', isDefault: true }))).toEqual([
      [2, 'ja', 'main'],
      [1, 'ko', 'dub'],
    ]);
  });

  it('believe a title or a flag about the original more than the default', () => {
    const dub = soundOf(1, { language: 'kor', isDefault: true, title: '한국어 더빙' });
    expect(soundsOf(dub, soundOf(2, { language: 'jpn' }))[0]).toEqual([2, 'ja', 'main']);
    const korean = soundOf(1, { language: 'kor', isDefault: true });
    expect(soundsOf(korean, soundOf(2, { language: 'jpn', isOriginal: true }))[0]).toEqual([2, 'ja', 'main']);
  });

  it('include a description of the picture in the language of another sound', () => {
    const description = soundOf(2, { language: 'jpn', isForBlind: true });
    expect(soundsOf(soundOf(1, { language: 'jpn' }), description)).toEqual([
      [1, 'ja', 'main'],
      [2, 'ja', 'description'],
    ]);
  });

  it('leave out commentaries and second sounds of a language, and say so', () => {
    const { sounds, notices } = makePlan(
      sourceOf({
        sounds: [
          soundOf(1, { language: 'jpn' }),
          soundOf(2, { language: 'jpn' }),
          soundOf(3, { language: 'eng', isComment: true }),
        ],
      }),
    );
    expect(sounds.map(({ stream }) => stream)).toEqual([1]);
    expect(notices).toEqual([expect.stringContaining('track 2'), expect.stringContaining('track 3 is a commentary')]);
  });

  it('are silence without any, and say so', () => {
    const { sounds, notices } = makePlan(sourceOf({ sounds: [] }));
    expect(sounds).toEqual([{ stream: null, lang: 'und', role: 'main', label: '소리 없음', name: 'sound' }]);
    expect(notices).toEqual([expect.stringContaining('no sound')]);
  });

  it('have labels in Korean', () => {
    const { sounds } = makePlan(
      sourceOf({ sounds: [soundOf(1, { language: 'jpn' }), soundOf(2, { language: 'kor' })] }),
    );
    expect(sounds.map(({ label }) => label)).toEqual(['원어 (일본어)', '한국어 더빙']);
  });
});

describe('subtitles', () => {
  it('prefer files beside the source, and know forced ones and captions', () => {
    const { subtitles } = makePlan(
      sourceOf({
        subtitles: [
          trackOf(3, { language: 'kor' }),
          trackOf(4, { language: 'kor', title: 'Signs & Songs' }),
          trackOf(5, { language: 'kor', isForDeaf: true }),
          { ...trackOf(6, { language: 'kor' }), from: 'file', name: 'a.ko.srt', format: 'srt' },
        ],
      }),
    );
    expect(subtitles.map(({ origin, role }) => [origin, role])).toEqual([
      [{ from: 'file', name: 'a.ko.srt' }, 'subtitle'],
      [{ from: 'stream', stream: 3 }, 'subtitle'],
      [{ from: 'stream', stream: 4 }, 'forced'],
      [{ from: 'stream', stream: 5 }, 'caption'],
    ]);
  });

  it('are forced or captions by a flag or by their title, and those that the file prefers come first', () => {
    const { subtitles } = makePlan(
      sourceOf({
        subtitles: [
          trackOf(3, { language: 'kor', title: 'SDH' }),
          trackOf(4, { language: 'kor', isForced: true }),
          trackOf(5, { language: 'kor', isDefault: true }),
        ],
      }),
    );
    expect(subtitles.map(({ origin, role }) => [origin, role])).toEqual([
      [{ from: 'stream', stream: 5 }, 'subtitle'],
      [{ from: 'stream', stream: 3 }, 'caption'],
      [{ from: 'stream', stream: 4 }, 'forced'],
    ]);
  });

  it('have labels in Korean', () => {
    expect([subtitleLabel('ko', 'caption'), subtitleLabel('und', 'forced'), subtitleLabel('ja', 'subtitle')]).toEqual([
      ...['한국어 (청각 장애인용)', '자막 (화면 글자)', '일본어'],
    ]);
  });

  it('subtitles that are pictures are planned as such, and unknown ones are left out with a notice for each', () => {
    const disc = { ...trackOf(3, { language: 'jpn', isForced: true }), codec: 'hdmv_pgs_subtitle', format: null };
    const beside = { ...trackOf(0), from: 'file' as const, name: 'a.ko.SUP', format: null };
    const unknown = { ...trackOf(4), codec: 'xsub', format: null };
    const { subtitles, pictures, notices } = makePlan(sourceOf({ subtitles: [disc, unknown, beside] }));
    expect(subtitles).toEqual([]);
    expect(pictures).toEqual([
      { origin: { from: 'file', name: 'a.ko.SUP' }, format: 'sup', lang: 'und', role: 'subtitle' },
      { origin: { from: 'stream', stream: 3 }, format: 'sup', lang: 'ja', role: 'forced' },
    ]);
    expect(notices).toEqual([expect.stringMatching(/Subtitle track 4 .*xsub.*left out/)]);
    const unread = { ...trackOf(0), from: 'file' as const, name: 'a.ko.sub', format: null };
    expect(makePlan(sourceOf({ subtitles: [unread] })).notices).toEqual([expect.stringContaining('"a.ko.sub"')]);
  });
});

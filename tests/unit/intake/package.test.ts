import { describe, expect, it } from 'vitest';
import { hlsMasters } from '#server/intake/package/hls-masters.ts';
import {
  averageBitRate,
  type MediaPlaylist,
  peakBitRate,
  playlistSeconds,
  readMediaPlaylist,
  writeMediaPlaylist,
} from '#server/intake/package/media-playlist.ts';
import { keyFlags, packagerArguments, soundArguments } from '#server/intake/package/packager-arguments.ts';
import { readDashManifest } from '#server/intake/package/dash-manifest.ts';
import { makePlan } from '#server/intake/plan/make-plan.ts';
import { pictureOf, soundOf, sourceOf } from '#tests/support/media/intake-source.ts';

const playlistOf = (...sizes: readonly [seconds: number, size: number][]): MediaPlaylist => ({
  init: { file: 'a.mp4', size: 900 },
  segments: sizes.map(([seconds, size], index) => ({ seconds, size, offset: 1000 + index * 100, file: 'a.mp4' })),
});

const sounds = [soundOf(1, { language: 'jpn', isDefault: true }), soundOf(2, { language: 'kor' })];

describe('a media playlist', () => {
  const text =
    '#EXTM3U\n#EXT-X-MAP:URI="a.mp4",BYTERANGE="900@0"\n#EXTINF:2.002,\n#EXT-X-BYTERANGE:50@1000\na.mp4\n#EXTINF:1.5,\n#EXT-X-BYTERANGE:40\na.mp4\n#EXT-X-ENDLIST\n';

  it('continues a range without an offset after the one before', () => {
    expect(readMediaPlaylist(text)?.segments.map(({ offset, size }) => [offset, size])).toEqual([
      [1000, 50],
      [1050, 40],
    ]);
  });

  it('is incomplete without its end', () => {
    expect(readMediaPlaylist(text.replace('#EXT-X-ENDLIST', ''))).toBeUndefined();
  });

  it('is as long as the clip after it was written', () => {
    const read = readMediaPlaylist(text);
    const written = read && readMediaPlaylist(writeMediaPlaylist(read, 3.545));
    expect(written && playlistSeconds(written)).toBeCloseTo(3.545, 6);
    expect(written?.segments.map(({ offset }) => offset)).toEqual([1000, 1050]);
  });

  it('has its peak in the heaviest segment, but not in a short last one', () => {
    const playlist = playlistOf([2, 100_000], [2, 300_000], [0.1, 100_000]);
    expect(peakBitRate(playlist)).toBe(1_523_810);
    expect(averageBitRate(playlist)).toBe(Math.ceil((500_000 * 8) / 4.1));
  });
});

describe('master playlists', () => {
  const mastersOf = (width: number, height: number) =>
    hlsMasters(makePlan(sourceOf({ picture: pictureOf({ width, height }), sounds })), (name) => ({
      codecs: name.startsWith('sound') ? 'mp4a.40.2' : name.startsWith('hevc') ? 'hvc1.1.6.L150' : 'avc1.640028',
      playlist: playlistOf([2, name.startsWith('sound') ? 30_000 : 250_000]),
    }));

  it('have one codec family each', () => {
    const masters = mastersOf(3840, 2160);
    expect(Object.keys(masters)).toEqual(['master.m3u8', 'master-hevc.m3u8']);
    expect(masters['master.m3u8']).not.toContain('hvc1');
    expect(masters['master-hevc.m3u8']).not.toContain('avc1');
  });

  it('have the same default sound, and no other that a player may choose by itself', () => {
    for (const text of Object.values(mastersOf(3840, 2160))) {
      const groups = text.split('\n').filter((line) => line.startsWith('#EXT-X-MEDIA'));
      expect(groups).toEqual([
        expect.stringMatching(/LANGUAGE="ja",DEFAULT=YES,AUTOSELECT=YES/),
        expect.stringMatching(/LANGUAGE="ko",DEFAULT=NO,AUTOSELECT=NO/),
      ]);
    }
  });

  it('say all that a player chooses by', () => {
    const plan = makePlan(
      sourceOf({
        picture: pictureOf({ width: 640, height: 360 }),
        sounds: [...sounds, soundOf(3, { language: 'kor', isForBlind: true }), soundOf(4, { language: 'und' })],
      }),
    );
    const text = hlsMasters(plan, (name) => ({
      codecs: name.startsWith('sound') ? 'mp4a.40.2' : 'avc1.640028',
      playlist: playlistOf([2, name.startsWith('sound') ? 30_000 : 250_000]),
    }))['master.m3u8']!;
    const lines = text.split('\n');
    expect(lines.slice(0, 3)).toEqual(['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']);
    expect(lines.filter((line) => line.startsWith('#EXT-X-MEDIA:'))).toEqual(
      plan.sounds.map(
        ({ name, label, lang, role }, index) =>
          `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="${label}",${lang === 'und' ? '' : `LANGUAGE="${lang}",`}` +
          `DEFAULT=${index === 0 ? 'YES,AUTOSELECT=YES' : 'NO,AUTOSELECT=NO'},` +
          `${role === 'description' ? 'CHARACTERISTICS="public.accessibility.describes-video",' : ''}CHANNELS="2",URI="${name}.m3u8"`,
      ),
    );
    expect(plan.sounds.map(({ role }) => role)).toContain('description');
    const variant = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF:'));
    expect(lines[variant]).toMatch(
      /,RESOLUTION=640x360,FRAME-RATE=\d+\.\d{3},CODECS="avc1\.640028,mp4a\.40\.2",AUDIO="sound",CLOSED-CAPTIONS=NONE$/,
    );
    expect(lines[variant + 1]).toBe(`${plan.renditions[0]!.name}.m3u8`);
    expect(text.endsWith('.m3u8\n')).toBe(true);
  });

  it('count the heaviest sound into the peak bandwidth of each variant', () => {
    expect(mastersOf(640, 360)['master.m3u8']).toContain(
      'BANDWIDTH=1120000,AVERAGE-BANDWIDTH=1120000,RESOLUTION=640x360',
    );
  });
});

describe("the packager's arguments", () => {
  const words = packagerArguments(
    makePlan(sourceOf({ sounds: [...sounds, soundOf(3, { language: 'kor', isForBlind: true })] })),
    '../encoded',
  );

  it('name roles and languages, the original first', () => {
    const roles = words.flatMap((word) => /dash_roles=(\w+)/.exec(word)?.[1] ?? []);
    expect(roles).toEqual(['main', 'dub', 'description']);
    expect(words.find((word) => word.includes('dash_roles=main'))).toContain(',lang=ja');
  });

  it('cut at every keyframe', () => {
    const seconds = Number(words.find((word) => word.startsWith('--segment_duration='))?.split('=')[1]);
    expect(seconds).toBeLessThan(2.002);
    expect(seconds).toBeGreaterThan(2.002 - 1 / 24);
  });

  it('do not contain the key, which every user of the machine would see', () => {
    const protection = { scheme: 'cenc', keyId: 'a1'.repeat(16), key: 'b2'.repeat(16) } as const;
    const secret = packagerArguments(makePlan(sourceOf({ sounds })), '../encoded', protection);
    expect(secret.join(' ')).not.toContain(protection.key);
    expect(keyFlags(protection)).toContain(protection.key);
  });

  it('encrypt pictures and sounds from the first segment on, for every system, and only where it is asked for', () => {
    const protection = { scheme: 'cbcs', keyId: 'a1'.repeat(16), key: 'b2'.repeat(16) } as const;
    const sound = { name: 'ja', lang: 'ja', role: 'main', label: '일본어' } as const;
    const plan = makePlan(sourceOf({ sounds }));
    for (const [open, encrypted] of [
      [packagerArguments(plan, '../encoded'), packagerArguments(plan, '../encoded', protection)],
      [soundArguments(sound, '../encoded', 2), soundArguments(sound, '../encoded', 2, protection)],
    ] as const)
      expect(encrypted.filter((word) => !open.includes(word))).toEqual([
        '--enable_raw_key_encryption',
        expect.stringMatching(/^--flagfile=/),
        '--protection_scheme=cbcs',
        '--clear_lead=0',
        '--protection_systems=CommonSystem',
      ]);
  });

  it('leave out the language of silence, which the packager would refuse', () => {
    const silent = packagerArguments(makePlan(sourceOf({ sounds: [] })), '../encoded');
    expect(silent.find((word) => word.includes('stream=audio'))).not.toMatch(/,lang=/);
  });
});

it('reads length and ranges of a DASH manifest', () => {
  const text = `<MPD mediaPresentationDuration="PT1H2M3.5S"><Representation id="0" bandwidth="800" codecs="avc1.64001e"><BaseURL>a.mp4</BaseURL><SegmentBase indexRange="877-944" timescale="24000"><Initialization range="0-876"/></SegmentBase></Representation></MPD>`;
  expect(readDashManifest(text)).toEqual({
    seconds: 3723.5,
    renditions: [
      {
        file: 'a.mp4',
        codecs: 'avc1.64001e',
        bandwidth: 800,
        index: { start: 877, end: 944 },
        init: { start: 0, end: 876 },
      },
    ],
  });
  expect(readDashManifest(text.replace('range="0-876"', ''))).toBeUndefined();
});

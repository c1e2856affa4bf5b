import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { integratedLoudness } from '#server/intake/encode/sound-arguments.ts';
import { ITEM_SECONDS, readFingerprint, WINDOW_SECONDS } from '#server/intake/marks/fingerprint.ts';
import type { Tools } from '#server/intake/tools.ts';
import { ffmpeg, mediaTools, runIntake } from '#tests/support/media/intake.ts';
import { chaptersOf, infoOf } from '#tests/support/media/matroska.ts';
import { tellMissingTools } from '#tests/support/browser/tools-here.ts';

/* From source files of a second or two to clips, with the real tools. */

const found = mediaTools();
// The tests below run only where the tools are installed.
const tools = found ?? ({} as Tools);
let root: string;
let sources: string;
/** A job's folder before the last step. */
let packaged: string | undefined;
const sourcePath = (name: string) => join(sources, name);
const make = (...words: string[]) => ffmpeg(tools, sources, ...words);

const tone = (seconds: number, layout = 'stereo') => [
  '-f',
  'lavfi',
  '-i',
  `sine=440:d=${seconds},aformat=channel_layouts=${layout}`,
];
const picture = (size: string, seconds: number, rate = 12) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=s=${size}:r=${rate}:d=${seconds}`,
];
const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

beforeAll(() => {
  if (!found) tellMissingTools().forEach((line) => console.warn(line));
  root = mkdtempSync(join(tmpdir(), 'bora-intake-'));
  sources = join(root, 'sources');
  mkdirSync(sources);
  if (found) make(...picture('64x36', 2), ...tone(2), ...fast, '-c:a', 'aac', '-shortest', 'small.mp4');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Reads a playlist and all files that it names, as a player does. */
function probe(path: string) {
  const words = ['-v', 'warning', '-show_streams', '-count_frames', '-of', 'json', path];
  const { stdout, stderr } = spawnSync(tools.ffprobe, words);
  const { streams } = JSON.parse(stdout.toString()) as { streams: Record<string, string | number>[] };
  return { streams, warnings: stderr.toString() };
}

describe.runIf(found !== undefined)('a whole way', () => {
  test('turns sizes, sounds and subtitles into a clip for every player', async () => {
    const texts = ['kor', 'eng', 'jpn', 'fre', 'ger', 'spa', 'ita', 'por', 'rus', 'ara', 'tha', 'vie'];
    writeFileSync(sourcePath('text.srt'), '1\n00:00:00,100 --> 00:00:01,000\n<i>Hello</i>\n');
    // An empty picture of PGS: its end segment alone.
    writeFileSync(sourcePath('pictures.sup'), Buffer.from('5047000000000000000080' + '0000', 'hex'));
    mkdirSync(sourcePath('Subs/rich'), { recursive: true });
    writeFileSync(
      sourcePath('Subs/rich/2_Korean.ass'),
      '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:00.10,0:00:01.00,안녕\n',
    );
    make(
      ...[...picture('853x479', 2), ...tone(2, '5.1'), ...tone(2, '7.1'), ...tone(2, 'mono'), '-i', 'text.srt'],
      ...['-i', 'pictures.sup', '-map', '0', '-map', '1', '-map', '2', '-map', '3'],
      ...texts.flatMap(() => ['-map', '4']),
      ...['-map', '5', ...fast, '-pix_fmt', 'yuv444p', '-c:a', 'flac', '-c:s', 'srt', `-c:s:${texts.length}`, 'copy'],
      ...['-metadata:s:a:0', 'language=jpn', '-metadata:s:a:1', 'language=kor', '-metadata:s:a:2', 'language=jpn'],
      ...['-disposition:a:0', 'default', '-disposition:a:1', '0', '-disposition:a:2', 'visual_impaired'],
      ...texts.flatMap((lang, index) => [`-metadata:s:s:${index}`, `language=${lang}`]),
      'rich.mkv',
    );
    const run = await runIntake(tools, sourcePath('rich.mkv'));
    const clip = run.clip();

    expect(clip.renditions.map(({ width, height }) => `${width}x${height}`)).toEqual(['640x360', '852x478']);
    expect(clip.audio.map(({ lang, role }) => `${lang} ${role}`)).toEqual(['ja main', 'ko dub', 'ja description']);
    expect(clip.subtitles).toHaveLength(12);
    expect(clip.subtitles[0]).toMatchObject({ lang: 'ko', role: 'subtitle', label: '한국어' });
    expect(readFileSync(run.packaged('subtitles-ko.vtt'), 'utf8')).toContain('안녕');
    expect(readFileSync(run.packaged('subtitles-en.vtt'), 'utf8')).toContain('<i>Hello</i>');
    expect(run.notices).toEqual([
      expect.stringMatching(/Subtitle track \d+ is left out: .*ko, subtitle/),
      expect.stringMatching(/Subtitle track \d+ has no readable pictures/),
    ]);
    // Only the results remain.
    expect(run.names()).toEqual(['clip.json', 'packaged', 'plan.json', 'probe.json']);

    const [still] = probe(run.packaged('still.webp')).streams;
    expect(still).toMatchObject({ codec_name: 'webp', width: 640, height: 360 });

    // A sine in the centre of 5.1, at the loudness of television.
    const measure = ['-nostdin', '-i', run.packaged('sound-ja.mp4'), '-af', 'ebur128', '-f', 'null', '-'];
    const { stderr } = spawnSync(tools.ffmpeg, measure);
    expect(integratedLoudness(stderr.toString())).toBeCloseTo(-23, 0);

    const { streams, warnings } = probe(run.packaged('master.m3u8'));
    expect(warnings).toBe('');
    const pictures = streams.filter(({ codec_type: type }) => type === 'video');
    expect(pictures.map(({ nb_read_frames: frames, pix_fmt: format }) => [frames, format])).toEqual([
      ['24', 'yuv420p'],
      ['24', 'yuv420p'],
    ]);
    expect(streams.find(({ codec_type: type }) => type === 'audio')).toMatchObject({
      channels: 2,
      sample_rate: '48000',
    });
  });

  test('is silent without a sound, and upright when the source is turned', async () => {
    make(...picture('64x36', 1.5), ...fast, 'flat.mp4');
    const name = `it's $(touch hacked) "quoted"\n;|&${'여우'.normalize('NFD')}${'가'.repeat(50)}.mp4`;
    make('-i', 'flat.mp4', '-c', 'copy', '-metadata:s:v', 'rotate=90', 'turned.mp4');
    copyFileSync(sourcePath('turned.mp4'), sourcePath(name));
    writeFileSync(sourcePath(name.normalize('NFC').replace(/mp4$/, 'ko.srt')), '1\n00:00:00,1 --> 00:00:01,0\n안녕\n');
    const run = await runIntake(tools, sourcePath(name));
    const clip = run.clip();
    expect(clip.renditions).toEqual([expect.objectContaining({ width: 36, height: 64 })]);
    expect(clip.audio).toEqual([]);
    expect(clip.subtitles).toHaveLength(1);
    expect(run.notices).toEqual([expect.stringContaining('no sound')]);
    expect(probe(run.packaged('manifest.mpd')).streams.map(({ codec_type: type }) => type)).toEqual(['video', 'audio']);
  });

  test('has a fingerprint of its sound, and goes on where there is none', async () => {
    const noise = ['-f', 'lavfi', '-i', 'anoisesrc=d=16:seed=1'];
    make(...picture('64x36', 16, 4), ...noise, ...fast, '-c:a', 'aac', '-shortest', 'noise.mp4');
    const { clip } = await runIntake(tools, sourcePath('noise.mp4'));
    const items = readFingerprint(clip().fingerprint);
    expect(Math.abs(items.length * ITEM_SECONDS + WINDOW_SECONDS - 16)).toBeLessThan(0.5);
    expect(new Set(items).size).toBeGreaterThan(items.length / 4);

    const fpcalc = '/bin/false';
    const { notices } = await runIntake({ ...tools, fpcalc }, sourcePath('noise.mp4'), { until: 'encode' });
    expect(notices).toEqual([expect.stringContaining('no fingerprint')]);
  });

  test('converts HDR of ten bits', async () => {
    make(
      ...[...picture('64x36', 1), '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'],
      ...[
        '-pix_fmt',
        'yuv420p10le',
        '-color_trc',
        'smpte2084',
        '-color_primaries',
        'bt2020',
        '-colorspace',
        'bt2020nc',
      ],
      'hdr.mkv',
    );
    const run = await runIntake(tools, sourcePath('hdr.mkv'));
    expect(run.notices).toContainEqual(expect.stringContaining('HDR (PQ)'));
    const [stream] = probe(run.packaged('h264-36.mp4')).streams;
    expect(stream).toMatchObject({ pix_fmt: 'yuv420p', color_transfer: 'bt709', color_space: 'bt709' });
  });

  test('evens out interlaced anamorphic pictures of a variable rate whose sound is longer', async () => {
    make(
      ...[...picture('72x48', 1.5, 25), ...tone(4), '-vf', "setsar=32/27,select='mod(n,7)-3',setfield=tff"],
      ...['-vsync', 'vfr', ...fast, '-flags', '+ildct+ilme', '-x264opts', 'tff=1', '-c:a', 'aac', 'odd.mkv'],
    );
    const run = await runIntake(tools, sourcePath('odd.mkv'));
    expect(run.notices).toEqual([
      expect.stringContaining('interlaced'),
      expect.stringContaining('variable frame rate'),
      expect.stringContaining('longer than the picture'),
    ]);
    const clip = run.clip();
    expect(clip.durationSeconds).toBeCloseTo(4, 0);
    expect(clip.renditions).toEqual([expect.objectContaining({ width: 84, height: 48 })]);
  });
});

/** Parts of a recording, one after the other, as broadcasts change from one programme to the next. */
function makeRecording(name: string, ...parts: readonly { size: string; layout: string }[]) {
  const files = parts.map(({ size, layout }, index) => {
    const offset = ['-output_ts_offset', String(2 * index), `part-${index}.ts`];
    make(...picture(size, 2, 12), ...tone(2, layout), ...fast, '-pix_fmt', 'yuv420p', '-c:a', 'aac', ...offset);
    return readFileSync(sourcePath(`part-${index}.ts`));
  });
  writeFileSync(sourcePath(name), Buffer.concat(files));
}

describe.runIf(found !== undefined)('a recording', () => {
  test('keeps its length when the size of its pictures changes', async () => {
    makeRecording('size.ts', { size: '64x36', layout: 'mono' }, { size: '96x54', layout: 'mono' });
    const run = await runIntake(tools, sourcePath('size.ts'));
    expect(run.clip().durationSeconds).toBeCloseTo(4, 0);
    expect(run.clip().renditions).toEqual([expect.objectContaining({ width: 64, height: 36 })]);
  });

  test('is refused when the channels of its sound change', async () => {
    makeRecording('sound.ts', { size: '64x36', layout: 'mono' }, { size: '64x36', layout: '5.1' });
    await expect(runIntake(tools, sourcePath('sound.ts'))).rejects.toMatchObject({
      code: 'SOURCE_SOUND_CHANGES',
      isFinal: true,
      message: expect.stringContaining('"sound.ts" changes its channels'),
    });
  });
});

describe.runIf(found !== undefined)('refused sources', () => {
  const refused = async (path: string, code: string, says = '') => {
    const folder = mkdtempSync(join(root, 'job-'));
    await expect(runIntake(tools, path, { folder, until: 'probe' })).rejects.toMatchObject({
      code,
      isFinal: true,
      message: expect.stringContaining(says) as string,
    });
    return folder;
  };

  test.each([
    ['that is no video', 'notes.mkv', 'just some text, and more of it', 'SOURCE_UNREADABLE'],
    ['of noise', 'noise.mp4', Buffer.alloc(4_000, 0xa5), 'SOURCE_UNREADABLE'],
    ['of 0 bytes', 'empty.mp4', '', 'SOURCE_EMPTY'],
    ['that is a playlist', 'list.m3u8', '#EXTM3U\n#EXTINF:1,\n/etc/passwd\n', 'SOURCE_PLAYLIST'],
    ['that is a playlist under another name', 'list.mp4', '#EXTM3U\n#EXTINF:1,\n/etc/passwd\n', 'SOURCE_PLAYLIST'],
    ['that is an address', 'film.strm', 'http://127.0.0.1/film.mkv', 'SOURCE_PLAYLIST'],
    ['that joins others', 'join.mkv', "ffconcat version 1.0\nfile 'small.mp4'\n", 'SOURCE_PLAYLIST'],
    ['that is a single picture list', 'slides.txt', "file 'small.mp4'", 'SOURCE_PLAYLIST'],
  ])('a source %s is refused for good', async (_, name, content, code) => {
    writeFileSync(sourcePath(name), content);
    await refused(sourcePath(name), code);
  });

  test('a source is refused for good when its end is missing', async () => {
    make('-i', 'small.mp4', '-c', 'copy', 'whole.mkv');
    make('-i', 'small.mp4', '-c', 'copy', '-movflags', '+faststart', 'index-first.mp4');
    for (const [from, to] of [
      ['small.mp4', 'cut-1.mp4'],
      ['index-first.mp4', 'cut-2.mp4'],
      ['whole.mkv', 'cut-3.mkv'],
    ] as const) {
      copyFileSync(sourcePath(from), sourcePath(to));
      truncateSync(sourcePath(to), Math.floor(statSync(sourcePath(from)).size * 0.45));
      await refused(sourcePath(to), 'SOURCE_TRUNCATED');
    }
  });

  test('a source is refused for good when it is forty hours long', async () => {
    make('-f', 'lavfi', '-i', 'color=s=64x36:r=1/3600:d=144000', ...fast, 'long.mkv');
    await refused(sourcePath('long.mkv'), 'SOURCE_TOO_LONG');
  });

  test('a source is refused for good when its chapters show parts of another file, which is named', async () => {
    for (const name of ['live.mkv', 'opening.mkv']) make(...picture('64x36', 1), ...fast, '-live', '1', name);
    const withInside = (name: string, inside: Buffer) => {
      const bytes = readFileSync(sourcePath(name));
      const start = bytes.indexOf(Buffer.from('18538067', 'hex')) + 12;
      writeFileSync(sourcePath(name), Buffer.concat([bytes.subarray(0, start), inside, bytes.subarray(start)]));
    };
    const uid = Buffer.alloc(16, 7);
    withInside('opening.mkv', infoOf(uid));
    withInside(
      'live.mkv',
      chaptersOf([
        { start: 0, end: 1, uid },
        { start: 0, end: 1 },
      ]),
    );
    await refused(sourcePath('live.mkv'), 'SOURCE_PARTS_ELSEWHERE', '"opening.mkv"');
  });

  test('a source is refused for good when it has only sound', async () => {
    make(...tone(1), '-c:a', 'aac', 'sound.m4a');
    await refused(sourcePath('sound.m4a'), 'SOURCE_NO_VIDEO');
  });

  test('a source is refused for good when it is a link out of its folder, and nothing is left of it', async () => {
    writeFileSync(join(root, 'secret.mp4'), 'secret');
    symlinkSync(join(root, 'secret.mp4'), sourcePath('link.mp4'));
    expect(spawnSync('ls', ['-A', await refused(sourcePath('link.mp4'), 'SOURCE_LINK')]).stdout.toString()).toBe('');
  });
});

describe.runIf(found !== undefined)('a job', () => {
  test('goes on after a tool was killed, without what that one left', async () => {
    const folder = mkdtempSync(join(root, 'job-'));
    const killed = join(root, 'ffmpeg-that-dies');
    writeFileSync(killed, '#!/bin/sh\necho half > half.mp4\nkill -9 $$\n');
    chmodSync(killed, 0o755);
    await expect(runIntake({ ...tools, ffmpeg: killed }, sourcePath('small.mp4'), { folder })).rejects.toMatchObject({
      code: 'TOOL_KILLED',
      isFinal: false,
      message: expect.stringContaining('"small.mp4"'),
    });
    // A worker that was killed itself cannot clean up.
    mkdirSync(join(folder, '.unfinished-killed'));
    const run = await runIntake(tools, sourcePath('small.mp4'), { folder });
    expect(run.names()).toEqual(['clip.json', 'packaged', 'plan.json', 'probe.json']);
  });

  test('refuses a source that changed after it was examined', async () => {
    copyFileSync(sourcePath('small.mp4'), sourcePath('growing.mp4'));
    const { folder } = await runIntake(tools, sourcePath('growing.mp4'), { until: 'plan' });
    appendFileSync(sourcePath('growing.mp4'), 'more');
    await expect(runIntake(tools, sourcePath('growing.mp4'), { folder })).rejects.toMatchObject({
      code: 'SOURCE_CHANGED',
    });
  });

  test('does not begin on a full disk, and goes on when there is space again', async () => {
    const folder = mkdtempSync(join(root, 'job-'));
    const full = runIntake(tools, sourcePath('small.mp4'), { folder, until: 'encode', freeBytes: () => 1_000_000 });
    await expect(full).rejects.toMatchObject({
      code: 'DISK_SHORT',
      isFinal: false,
      message: expect.stringMatching(/1 MB free, and "small.mp4" needs \d+ MB/),
    });
    const run = await runIntake(tools, sourcePath('small.mp4'), { folder, until: 'encode' });
    expect(run.names()).toEqual(['encoded', 'plan.json', 'probe.json', 'source']);
  });

  test.each([
    ['is cut off', (file: string) => truncateSync(file, statSync(file).size - 100)],
    ['is gone', (file: string) => rmSync(file)],
    ['is another one', (file: string) => copyFileSync(join(file, '../../encoded/h264-36.mp4'), file)],
    [
      'has unreadable pictures',
      (file: string) => {
        const whole = readFileSync(file);
        whole.fill(0xff, whole.indexOf('mdat') + 4, whole.indexOf('mdat') + 400);
        writeFileSync(file, whole);
      },
    ],
  ])('names a file that %s, and makes it again', async (_, damage) => {
    packaged ??= (await runIntake(tools, sourcePath('small.mp4'), { until: 'package' })).folder;
    const folder = mkdtempSync(join(root, 'job-'));
    cpSync(packaged, folder, { recursive: true, preserveTimestamps: true });
    damage(join(folder, 'packaged/h264-36.mp4'));
    await expect(runIntake(tools, sourcePath('small.mp4'), { folder })).rejects.toMatchObject({
      code: 'CLIP_DAMAGED',
      isFinal: false,
      message: expect.stringContaining('h264-36.mp4'),
    });
    expect(spawnSync('ls', ['-A', folder]).stdout.toString()).toBe('plan.json\nprobe.json\nsource\n');
  });
});

describe.runIf(found !== undefined)('a protected clip', () => {
  /** A job's folder before the step that encrypts. */
  let encoded: string | undefined;

  test.each(['cenc', 'cbcs'] as const)(
    'is encrypted by %s from its first frame on, and its key opens it',
    async (scheme) => {
      encoded ??= (await runIntake(tools, sourcePath('small.mp4'), { until: 'encode' })).folder;
      const folder = mkdtempSync(join(root, 'job-'));
      cpSync(encoded, folder, { recursive: true, preserveTimestamps: true });
      const protection = { scheme, keyId: 'a1'.repeat(16), key: 'b2'.repeat(16) };
      const run = await runIntake(tools, sourcePath('small.mp4'), { folder, protection });
      expect(run.clip().streams).toEqual([
        {
          protocol: 'dash',
          path: 'manifest.mpd',
          drm: { key_system: 'org.w3.clearkey', license_url: null, clear_keys: null },
        },
      ]);
      const manifest = readFileSync(run.packaged('manifest.mpd'), 'utf8');
      expect(manifest).toContain(`value="${scheme}"`);
      expect(manifest).toContain('a1a1a1a1-a1a1-a1a1-a1a1-a1a1a1a1a1a1');
      for (const file of ['h264-36.mp4', 'sound-und.mp4']) {
        const decode = (...key: string[]) =>
          spawnSync(tools.ffmpeg, [
            '-v',
            'error',
            ...key,
            '-i',
            run.packaged(file),
            '-f',
            'null',
            '-',
          ]).stderr.toString();
        expect(decode('-decryption_key', protection.key)).toBe('');
        expect(decode()).not.toBe('');
      }
    },
  );
});

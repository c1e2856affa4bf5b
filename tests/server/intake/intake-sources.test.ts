import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateOf } from '#server/intake/probe/frame-rate.ts';
import type { Source } from '#server/intake/probe/source.ts';
import type { Tools } from '#server/intake/tools.ts';
import { ffmpeg, mediaTools, runIntake } from '#tests/support/media/intake.ts';

/* Containers as people have them, with the real tools: each keeps its pictures, and its length. */

const found = mediaTools();
// The tests below run only where the tools are installed.
const tools = found ?? ({} as Tools);
let root: string;
let sources: string;
const make = (...words: string[]) => ffmpeg(tools, sources, ...words);

const SECONDS = 2;
const FILM = 24000 / 1001;
const picture = ['-f', 'lavfi', '-i', `testsrc2=s=64x36:r=24000/1001:d=${SECONDS}`];
const sound = ['-f', 'lavfi', '-i', `sine=440:d=${SECONDS}`];
const h264 = ['-c:v', 'libx264', '-bf', '2', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'bora-sources-'));
  sources = join(root, 'sources');
  mkdirSync(sources);
  if (found) make(...picture, ...sound, ...h264, '-c:a', 'aac', 'base.mp4');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const encode = async (name: string) => {
  const { folder, notices } = await runIntake(tools, join(sources, name), { until: 'encode' });
  return { source: JSON.parse(readFileSync(join(folder, 'probe.json'), 'utf8')) as Source, notices };
};

describe.runIf(found !== undefined)('a source', () => {
  test.each<[string, string, () => void]>([
    [
      'of AVI, whose packets do not say when they are shown',
      'h264.avi',
      () => make(...picture, ...sound, ...h264, '-c:a', 'libmp3lame', 'h264.avi'),
    ],
    [
      'of AVI in MPEG-4',
      'xvid.avi',
      () => make(...picture, ...sound, '-c:v', 'mpeg4', '-bf', '2', '-vtag', 'XVID', '-c:a', 'libmp3lame', 'xvid.avi'),
    ],
    [
      'with more fonts than tracks are read',
      'fonts.mkv',
      () => {
        writeFileSync(join(sources, 'a.ttf'), Buffer.alloc(100, 7));
        const fonts = Array.from({ length: 105 }, (_, at) => [
          ...['-attach', 'a.ttf', `-metadata:s:t:${at}`, 'mimetype=application/x-truetype-font'],
          ...[`-metadata:s:t:${at}`, `filename=f${at}.ttf`],
        ]).flat();
        make('-i', 'base.mp4', ...fonts, '-c', 'copy', 'fonts.mkv');
      },
    ],
    [
      'with a poster as its first video track',
      'poster.mkv',
      () => {
        make('-f', 'lavfi', '-i', 'color=c=red:s=40x60:d=1', '-frames:v', '1', 'poster.jpg');
        const tracks = [
          '-map',
          '0:v',
          '-map',
          '1:v',
          '-map',
          '1:a',
          '-c:v:0',
          'mjpeg',
          '-c:v:1',
          'copy',
          '-c:a',
          'copy',
        ];
        make('-i', 'poster.jpg', '-i', 'base.mp4', ...tracks, 'poster.mkv');
      },
    ],
    [
      'whose second video track is the default',
      'second.mkv',
      () => {
        const other = ['-f', 'lavfi', '-i', `color=c=blue:s=32x32:r=1:d=${SECONDS}`];
        const tracks = [
          '-map',
          '0:v',
          '-map',
          '1:v',
          '-map',
          '1:a',
          '-c:v:0',
          'libx264',
          '-c:v:1',
          'copy',
          '-c:a',
          'copy',
        ];
        make(
          ...other,
          '-i',
          'base.mp4',
          ...tracks,
          '-disposition:v:0',
          '0',
          '-disposition:v:1',
          'default',
          'second.mkv',
        );
      },
    ],
  ])('%s keeps its pictures and its length', async (_what, name, write) => {
    write();
    const { source } = await encode(name);
    expect(source.picture).toMatchObject({ width: 64, height: 36 });
    expect(rateOf(source.picture.frameRate)).toBeCloseTo(FILM, 2);
    expect(source.picture.endSeconds).toBeCloseTo(SECONDS, 1);
  });

  test.each([
    ['back', [3600, 10]],
    ['forwards', [10, 3600]],
  ])('that is a recording whose clock jumps %s is as long as its parts', async (where, offsets) => {
    const parts = offsets.map((offset) => {
      const copy = ['-c', 'copy', '-bsf:v', 'h264_mp4toannexb', '-output_ts_offset', String(offset)];
      make('-i', 'base.mp4', ...copy, `${offset}.ts`);
      return readFileSync(join(sources, `${offset}.ts`));
    });
    writeFileSync(join(sources, `${where}.ts`), Buffer.concat(parts));
    const { source } = await encode(`${where}.ts`);
    expect(source.picture.endSeconds).toBeCloseTo(2 * SECONDS, 0);
  });

  test('a video of film with credits in the rate of television keeps every picture', async () => {
    make(
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=64x36:r=30000/1001:d=1',
      ...h264,
      '-video_track_timescale',
      '120000',
      'credits.mp4',
    );
    make('-i', 'base.mp4', '-an', '-c', 'copy', '-video_track_timescale', '120000', 'film.mp4');
    writeFileSync(join(sources, 'list.txt'), "file 'film.mp4'\nfile 'credits.mp4'\n");
    make('-f', 'concat', '-i', 'list.txt', '-c', 'copy', 'mixed.mkv');
    const { source } = await encode('mixed.mkv');
    expect(rateOf(source.picture.frameRate)).toBeGreaterThan(FILM + 1);
    expect(source.picture.endSeconds).toBeCloseTo(SECONDS + 1, 1);
  });
});

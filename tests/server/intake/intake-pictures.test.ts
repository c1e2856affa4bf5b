import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPictureCue } from '#contract/rules/picture-cue.ts';
import type { Tools } from '#server/intake/tools.ts';
import { framed, supSegment, writeSup } from '#tests/support/media/disc-subtitles.ts';
import { ffmpeg, mediaTools, runIntake, type IntakeRun } from '#tests/support/media/intake.ts';

/* Subtitles that consist of pictures, with the real tools. Without them, intake-steps.test.ts says so. */

const found = mediaTools();
const tools = found ?? ({} as Tools);
const box = (x: number, y: number, width: number, height: number, isForced = false) => ({
  ...{ x, y, width, height, isForced },
  at: framed(width, height),
});
const DISC = writeSup([
  { seconds: 0, pictures: [] },
  { seconds: 1, pictures: [box(600, 900, 720, 80)] },
  { seconds: 3, pictures: [] },
  { seconds: 4, pictures: [box(500, 60, 200, 50, true), box(600, 900, 720, 80)] },
  { seconds: 6.5, pictures: [] },
]);

let root: string;
let sources: string;
let run: IntakeRun;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'bora-pictures-'));
  sources = join(root, 'sources');
  mkdirSync(sources);
  if (!found) return;
  writeFileSync(join(sources, 'disc.pgs'), DISC);
  const video = ['-f', 'lavfi', '-i', 'smptebars=s=320x180:r=24:d=9', '-c:v', 'libx264', '-preset', 'ultrafast'];
  const tracks = [
    '-fix_sub_duration',
    '-f',
    'sup',
    '-i',
    'disc.pgs',
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '1',
    '-map',
    '1',
  ];
  const discs = ['-c:s:0', 'copy', '-c:s:1', 'dvdsub', '-c:s:2', 'dvbsub'];
  const languages = ['-metadata:s:s:0', 'language=eng', '-metadata:s:s:1', 'language=jpn'];
  ffmpeg(
    tools,
    sources,
    ...[...video.slice(0, 4), ...tracks, ...video.slice(4), ...discs, ...languages],
    ...['-metadata:s:s:2', 'language=fre', 'film.mkv'],
  );
  writeFileSync(join(sources, 'film.ko.sup'), DISC);
  writeFileSync(
    join(sources, 'film.vi.sup'),
    Buffer.concat([supSegment(0x16, 1, Buffer.alloc(3)), DISC.subarray(0, 40)]),
  );
  run = await runIntake(tools, join(sources, 'film.mkv'));
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const cuesOf = (file: string) =>
  readFileSync(run.packaged(file), 'utf8')
    .split('\n\n')
    .slice(1)
    .map((block) => {
      const [times = '', text = ''] = block.split('\n');
      return { times, ...readPictureCue(text)! };
    });

describe.runIf(found !== undefined)('subtitles of discs', () => {
  test('become sheets of pictures with the times and places of each', async () => {
    expect(run.clip().subtitles.map(({ lang, role, label }) => [lang, role, label])).toEqual([
      ['ko', 'subtitle', '한국어 (그림)'],
      ['ko', 'forced', '한국어 (화면 글자, 그림)'],
      ['en', 'subtitle', '영어 (그림)'],
      ['ja', 'subtitle', '일본어 (그림)'],
      ['fr', 'subtitle', '프랑스어 (그림)'],
      ['en', 'forced', '영어 (화면 글자, 그림)'],
      ['ja', 'forced', '일본어 (화면 글자, 그림)'],
    ]);
    const cues = cuesOf('pictures-ko.vtt');
    expect(cues.map(({ times }) => times)).toEqual([
      '00:00:01.000 --> 00:00:03.000',
      '00:00:04.000 --> 00:00:06.500',
      '00:00:04.000 --> 00:00:06.500',
    ]);
    expect(cues[0]?.place).toEqual({ left: 31.25, top: 83.33, width: 37.5, height: 7.41 });
    const [sheet] = run.clip().subtitles[0]?.sheets ?? [];
    const { x, y, width, height } = cues[0]!;
    const { data } = await sharp(run.packaged(sheet!))
      .extract({ left: x, top: y, width, height })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 255]);
    const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4;
    expect([...data.subarray(middle, middle + 4)]).toEqual([255, 255, 255, 255]);
  });

  test('show what everybody must read in a track of its own, with the same pictures', () => {
    const [whole, forced] = run.clip().subtitles;
    expect(forced?.sheets).toEqual(whole?.sheets);
    expect(cuesOf('pictures-ko-forced.vtt').map(({ times, place }) => [times, place.top])).toEqual([
      ['00:00:04.000 --> 00:00:06.500', 5.56],
    ]);
  });

  test.each(['ja', 'fr'])('of DVDs and of television have their times and places, too (%s)', (lang) => {
    const cues = cuesOf(`pictures-${lang}.vtt`);
    expect(cues).toHaveLength(2);
    expect(cues[0]?.times).toMatch(/^00:00:01\.0\d\d --> 00:00:0(?:2\.9|3\.0)\d\d$/);
    expect(Math.abs((cues[0]?.place.left ?? 0) - 31.25)).toBeLessThan(0.2);
    expect(Math.abs((cues[0]?.place.top ?? 0) - 83.33)).toBeLessThan(0.2);
  });

  test('that cannot be read are left out, and said', () => {
    expect(run.notices.filter((notice) => notice.includes('ubtitle'))).toEqual([
      expect.stringMatching(/"film\.vi\.sup" has no readable pictures/),
    ]);
  });
});

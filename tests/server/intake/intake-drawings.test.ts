import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DrawnSegments } from '#contract/rules/drawn-segments.ts';
import type { Tools } from '#server/intake/tools.ts';
import { drawnStream } from '#tests/support/media/drawn-stream.ts';
import { ffmpeg, mediaTools, runIntake, type IntakeRun } from '#tests/support/media/intake.ts';

/* Signs and songs drawn into the pictures, with the real tools. Without them, intake-steps.test.ts says so. */

const found = mediaTools();
const tools = found ?? ({} as Tools);
const PLAIN_SIGN = '{\\pos(160,60)\\c&H00FFFF&}STATION';
const STYLES =
  'Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Outline, Alignment\n' +
  'Style: Default,DejaVu Sans,20,&H00FFFFFF,&H00000000,2,2\nStyle: Sign,No Such Font,36,&H0000FFFF,&H00000000,2,5\n';
const HD_COLOURS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
const scriptOf = (...events: string[]) =>
  `[Script Info]\nPlayResX: 320\nPlayResY: 180\n[V4+ Styles]\n${STYLES}[Events]\n` +
  'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n' +
  events.map((event) => `Dialogue: 0,${event}\n`).join('');
/** The second and the fourth segment of five carry a sign. */
const SCRIPT = scriptOf(
  '0:00:00.50,0:00:01.50,Default,,0,0,0,,말합니다',
  `0:00:02.50,0:00:03.50,Sign,,0,0,0,,${PLAIN_SIGN}`,
  '0:00:06.20,0:00:07.00,Sign,,0,0,0,,{\\move(50,90,250,90)\\t(\\frz90)}MOVES',
);

let root: string;
let sources: string;
let run: IntakeRun;

const source = (name: string) => join(sources, name);
const make = (name: string, script: string, ...words: string[]) => {
  ffmpeg(
    tools,
    sources,
    ...['-f', 'lavfi', '-i', 'smptebars=s=320x180:r=24000/1001:d=9'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...HD_COLOURS, ...words, `${name}.mkv`],
  );
  writeFileSync(source(`${name}.ko.ass`), script);
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'bora-drawings-'));
  sources = join(root, 'sources');
  mkdirSync(sources);
  if (!found) return;
  make('signs', SCRIPT);
  run = await runIntake(tools, source('signs.mkv'));
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const tableOf = ({ packaged }: IntakeRun) =>
  JSON.parse(readFileSync(packaged('drawn-ko.json'), 'utf8')) as DrawnSegments;

/** Decodes a stream, and fails where a decoder has something to say. @returns a checksum of each picture. */
function picturesOf(stream: Buffer, key?: string): string[] {
  const { stdout, stderr } = spawnSync(
    tools.ffmpeg,
    [
      ...['-v', 'warning', ...(key === undefined ? [] : ['-decryption_key', key])],
      ...['-f', 'mp4', '-i', 'pipe:0', '-f', 'framemd5', '-'],
    ],
    { input: stream },
  );
  expect(stderr.toString()).toBe('');
  return stdout
    .toString()
    .split('\n')
    .filter((line) => /^0,/.test(line))
    .map((line) => line.split(',').at(-1)!.trim());
}

/** How alike two videos are where the second one carries a drawing, from 0 to 1. */
function likenessOf(one: string, other: string, frames: string): number {
  const graph = ['0', '1'].map((input) => `[${input}:v]select='${frames}',setpts=N/24/TB[v${input}]`);
  const { stderr } = spawnSync(tools.ffmpeg, [
    ...['-nostdin', '-i', one, '-i', other, '-lavfi', `${graph.join(';')};[v0][v1]ssim`, '-f', 'null', '-'],
  ]);
  return Number(/All:([\d.]+)/.exec(stderr.toString())?.[1]);
}

describe.runIf(found !== undefined)('a clip with signs', () => {
  test('has the segments under signs a second time, and marks their text', () => {
    expect(run.clip().drawings).toEqual([{ lang: 'ko', label: '한국어', path: 'drawn-ko.json' }]);
    const [table] = tableOf(run).renditions;
    expect(table?.starts).toHaveLength(2);
    const text = readFileSync(run.packaged('subtitles-ko.vtt'), 'utf8');
    expect(text.match(/drawn\n/g)).toHaveLength(2);
    expect(text).toMatch(/\n\n00:00:00\.500 --> [^\n]*\n말합니다/);
    expect(run.notices).toContainEqual(expect.stringContaining('The font No Such Font is missing'));
    // Nothing of the drawing stays but its files.
    expect(readdirSync(run.packaged('.')).filter((name) => name.includes('drawn'))).toEqual([
      'drawn-ko.json',
      table?.drawn,
    ]);
  });

  test('shows every picture once: those of other segments are the same, and those under signs as libass draws them', async () => {
    const plain = picturesOf(readFileSync(run.packaged('h264-180.mp4')));
    const mixed = drawnStream(run.packaged('.'), 'h264-180', 'drawn-ko.json').stream;
    const drawn = picturesOf(mixed);
    expect(drawn).toHaveLength(plain.length);
    const differing = drawn.flatMap((picture, index) => (picture === plain[index] ? [] : [index]));
    // Segments of 48 pictures.
    expect(new Set(differing.map((index) => Math.floor(index / 48)))).toEqual(new Set([1, 3]));

    writeFileSync(join(root, 'mixed.mp4'), mixed);
    writeFileSync(join(root, 'whole.ass'), SCRIPT);
    ffmpeg(
      tools,
      root,
      ...['-i', source('signs.mkv'), '-vf', 'ass=whole.ass', '-c:v', 'libx264', '-qp', '0', ...HD_COLOURS],
      'sources/whole.mkv',
    );
    const whole = await runIntake(tools, source('whole.mkv'));
    const signs = 'between(n,60,83)+between(n,149,167)';
    expect(likenessOf(join(root, 'mixed.mp4'), whole.packaged('h264-180.mp4'), signs)).toBeGreaterThan(0.99);
    expect(likenessOf(run.packaged('h264-180.mp4'), whole.packaged('h264-180.mp4'), signs)).toBeLessThan(0.99);
  });

  test.each(['cenc', 'cbcs'] as const)(
    'is protected by %s with the key of its clip',
    async (scheme) => {
      const key = '00112233445566778899aabbccddeeff';
      const keyId = '0123456789abcdef0123456789abcdef';
      const secret = await runIntake(tools, source('signs.mkv'), { protection: { scheme, keyId, key } });
      const clear = picturesOf(drawnStream(run.packaged('.'), 'h264-180', 'drawn-ko.json').stream);
      const stream = drawnStream(secret.packaged('.'), 'h264-180', 'drawn-ko.json').stream;
      if (scheme === 'cenc') expect(picturesOf(stream, key)).toHaveLength(clear.length);
      // ffmpeg does not read this scheme: one vector for all segments is what players need.
      else expect(secret.clip().drawings).toHaveLength(1);
    },
    60_000,
  );

  test('is published as text where the renderer fails, and says so', async () => {
    make('torn', SCRIPT);
    // As in builds of ffmpeg without libass.
    const ffmpegWithout = join(root, 'ffmpeg-without');
    writeFileSync(
      ffmpegWithout,
      `#!/bin/sh\nfor word; do case "$word" in *fontsdir=*) echo "No such filter: 'ass'" >&2; exit 1;; esac; done\nexec ${tools.ffmpeg} "$@"\n`,
      { mode: 0o755 },
    );
    const torn = await runIntake({ ...tools, ffmpeg: ffmpegWithout }, source('torn.mkv'));
    expect(torn.clip().drawings).toEqual([]);
    expect(torn.clip().subtitles).toHaveLength(1);
    expect(torn.notices).toContainEqual(expect.stringMatching(/could not be drawn.*No such filter/));
  }, 60_000);

  test('takes fonts that are attached under names like paths, and survives broken ones', async () => {
    writeFileSync(source('broken.ttf'), 'no font');
    make(
      'fonts',
      SCRIPT,
      ...['-attach', 'broken.ttf', '-metadata:s:t:0', 'mimetype=application/x-truetype-font'],
      ...['-metadata:s:t:0', 'filename=../../../escaped.ttf'],
    );
    const attached = await runIntake(tools, source('fonts.mkv'));
    expect(attached.clip().drawings).toHaveLength(1);
    expect(readdirSync(root)).not.toContain('escaped.ttf');
  }, 60_000);

  test('with an anamorphic picture and a script of another size is drawn at the same place', async () => {
    make('wide', SCRIPT, '-vf', 'scale=240:180,setsar=4/3');
    const wide = await runIntake(tools, source('wide.mkv'));
    expect(wide.clip().drawings).toHaveLength(1);
    const [first] = wide.clip().renditions;
    expect(first).toMatchObject({ width: 320, height: 180 });
    const mixed = join(root, 'wide.mp4');
    writeFileSync(mixed, drawnStream(wide.packaged('.'), 'h264-180', 'drawn-ko.json').stream);
    expect(likenessOf(mixed, join(root, 'mixed.mp4'), 'between(n,60,83)')).toBeGreaterThan(0.8);
  }, 60_000);
});

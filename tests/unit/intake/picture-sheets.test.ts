import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPictureCue } from '#contract/rules/picture-cue.ts';
import { cuesOf } from '#server/intake/pictures/picture-cues.ts';
import { readSup } from '#server/intake/pictures/read-sup.ts';
import { writePictures } from '#server/intake/pictures/write-pictures.ts';
import { framed, writeSup } from '#tests/support/media/disc-subtitles.ts';

const box = (x: number, y: number, width = 40, height = 10) => ({ x, y, width, height, at: framed(width, height) });
const solid = (width: number, height: number) => ({
  ...{ width, height, isForced: false },
  pixels: new Uint8Array(width * height * 4).fill(255),
});

describe('sheets of picture subtitles', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bora-sheets-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (sup: Buffer, seconds = 3600) =>
    writePictures({
      cues: () => cuesOf(readSup(sup, () => undefined)),
      film: { width: 1920, height: 1080, aspect: 16 / 9 },
      ...{ seconds, folder },
      name: 'pictures-ko',
    });
  const every = (step: number, count: number) =>
    Array.from({ length: count }, (_, index) => [
      { seconds: index * step, pictures: [box(600, 900, 600 + (index % 7) * 2, 80)] },
      { seconds: index * step + step / 2, pictures: [] },
    ]).flat();

  it('have the pictures of some minutes each, and each picture once', async () => {
    const written = await write(writeSup(every(60, 20)));
    expect(written?.sheets).toEqual([
      'pictures-ko-1.webp',
      'pictures-ko-2.webp',
      'pictures-ko-3.webp',
      'pictures-ko-4.webp',
    ]);
    expect(readdirSync(folder).sort()).toEqual(written?.sheets);
    const cues = written!.all.split('\n').flatMap((line) => readPictureCue(line) ?? []);
    expect(cues).toHaveLength(20);
    const again = await write(writeSup(every(2, 40)), 600);
    const places = again!.all.split('\n').flatMap((line) => readPictureCue(line) ?? []);
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(7);
  });

  it('of a disc in 4K lie at the same place over a film in HD, and are no larger there', async () => {
    const states = (scale: number) => [
      { seconds: 1, pictures: [box(600 * scale, 900 * scale, 720 * scale, 80 * scale)] },
      { seconds: 3, pictures: [] },
    ];
    const film = { width: 1920, height: 1080, aspect: 16 / 9 };
    const [hd, uhd] = await Promise.all(
      [1, 2].map(async (scale) => {
        const sup = writeSup(states(scale), { width: 1920 * scale, height: 1080 * scale });
        const cues = () => cuesOf(readSup(sup, () => undefined));
        const written = await writePictures({ cues, film, seconds: 60, folder, name: `disc-${scale}` });
        return written!.all.split('\n').flatMap((line) => readPictureCue(line) ?? [])[0]!;
      }),
    );
    expect(uhd!.place).toEqual(hd!.place);
    expect([uhd!.width, uhd!.height]).toEqual([hd!.width, hd!.height]);
  });

  it('end with the clip', async () => {
    const { all } = (await write(writeSup(every(60, 20)), 100))!;
    expect(all.match(/ --> .*/g)).toEqual([' --> 00:00:30.000', ' --> 00:01:30.000']);
    expect(
      await write(writeSup(every(60, 20).map((one) => ({ ...one, seconds: one.seconds + 500 }))), 100),
    ).toBeUndefined();
  });

  it('are less exact where they would take too many bytes', async () => {
    let seed = 1;
    const noise = () => ((seed = (seed * 16_807) % 2_147_483_647) >> 8) % 3;
    const busy = (count: number) =>
      writeSup(
        Array.from({ length: count }, (_, index) => ({
          seconds: index * 5,
          pictures: [{ ...box(0, 0, 900, 200), at: noise }],
        })),
      );
    const [few, many] = [await write(busy(1), 600), await write(busy(12), 600)];
    const [exact, rough] = [few, many].map((one) => readPictureCue(one!.all.split('\n')[3] ?? '')?.width);
    expect([exact, rough]).toEqual([600, 400]);
  });

  it('say which pictures everybody must read', async () => {
    const sup = writeSup([
      { seconds: 1, pictures: [box(10, 20), { ...box(10, 900), isForced: true }] },
      { seconds: 3, pictures: [] },
    ]);
    const written = await write(sup);
    expect(written?.forced?.match(/-->/g)).toHaveLength(1);
    expect(written?.isForcedAlone).toBe(false);
    expect(readFileSync(join(folder, 'pictures-ko-1.webp')).subarray(8, 12).toString()).toBe('WEBP');
  });

  it('hold pictures that are larger than the canvas that a damaged disc says', async () => {
    const state = { startSeconds: 1, endSeconds: 2, canvas: { width: 720, height: 480 } };
    const written = await writePictures({
      cues: () => cuesOf([{ ...state, pictures: [{ ...solid(1800, 40), x: 0, y: 440 }] }]),
      film: { width: 1920, height: 1080, aspect: 16 / 9 },
      ...{ seconds: 60, folder, name: 'pictures-ko' },
    });
    const { width, sheet } = readPictureCue(written!.all.split('\n')[3] ?? '')!;
    expect([width, sheet]).toEqual([1280, 1]);
  });

  it('leave out what ends before the clip begins', async () => {
    const cues = [-20, 5].map((seconds) => ({
      ...{ startSeconds: seconds, endSeconds: seconds + 2, canvas: { width: 720, height: 480 } },
      pictures: [{ ...solid(40, 40), x: 0, y: 440 }],
    }));
    const written = await writePictures({
      cues: () => cuesOf(cues),
      film: { width: 1920, height: 1080, aspect: 16 / 9 },
      ...{ seconds: 60, folder, name: 'pictures-ko' },
    });
    expect(written!.all.match(/.* --> .*/g)).toEqual(['00:00:05.000 --> 00:00:07.000']);
  });
});

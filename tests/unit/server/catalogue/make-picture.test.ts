import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PICTURE_SIZES } from '#contract/console/title-editing.ts';
import { createMakePicture, type MakePicture } from '#server/catalogue/pictures/make-picture.ts';
import { findLimiters } from '#server/lib/limited-program.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';

const CROP = { left: 0, top: 0, width: 400, height: 225 };
const red = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'red' } });
/** Unpacks to 100 MB of drawing. */
const packedSvg = () =>
  gzipSync(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><!--${' '.repeat(100_000_000)}--></svg>`);

function crc32(bytes: Buffer): number {
  let sum = 0xffff_ffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1;
  }
  return (sum ^ 0xffff_ffff) >>> 0;
}

/** A PNG whose head says 30,000 × 30,000. */
function hugePng(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(30_000, 0);
  head.writeUInt32BE(30_000, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const lines = deflateSync(Buffer.alloc(1_000_000));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

/** A program that runs these lines of JavaScript instead of a decoder. */
async function programOf(lines: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'bora-picture-')), 'program.mjs');
  await writeFile(path, lines);
  return path;
}

describe('a picture', () => {
  let bundle: Awaited<ReturnType<typeof bundleServer>>;
  let makePicture: MakePicture;
  beforeAll(async () => {
    bundle = await bundleServer();
    makePicture = createMakePicture(join(dirname(bundle.path), 'picture-program.js'));
  });
  afterAll(() => bundle.remove());

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('is made of a file of %s', async (format) => {
    const made = await makePicture('wide', await red(400).toFormat(format).toBuffer(), CROP);
    expect(await sharp(made.picture).metadata()).toMatchObject({ format: 'webp' });
    expect(await sharp(made.tile).metadata()).toMatchObject({ format: 'jpeg', height: 250 });
  });

  test('has a larger one for panels of 4K where it has the pixels', async () => {
    const { picture, tile, large } = await makePicture('wide', await red(1600).toFormat('png').toBuffer(), null);
    expect(await sharp(picture).metadata()).toMatchObject(PICTURE_SIZES.wide);
    expect(await sharp(tile).metadata()).toMatchObject({ height: 250 });
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 960, height: 540 });
    expect((await makePicture('wide', await red(600).toFormat('png').toBuffer(), null)).large).toBeUndefined();
  });

  test('without a crop is its middle, in the size that televisions draw', async () => {
    const { picture } = await makePicture('poster', await red(400).png().toBuffer(), null);
    const { width, height } = await sharp(picture).metadata();
    expect([width, height]).toEqual([PICTURE_SIZES.poster.width, PICTURE_SIZES.poster.height]);
  });

  test('of 30,000 × 30,000 pixels is refused before it is decoded', async () => {
    await expect(makePicture('poster', hugePng(), null)).rejects.toMatchObject({
      name: 'RefusedError',
      message: 'The picture has too many pixels.',
    });
  });

  test.each([
    ['a file without bytes', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('no picture')],
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>')],
    ['a packed drawing', packedSvg],
    ['a GIF', () => red(400).gif().toBuffer()],
    ['a TIFF', () => red(400).tiff().toBuffer()],
  ])('is refused without a decoder: %s', async (_, make) => {
    const started = createMakePicture(await programOf('throw new Error("started")'));
    await expect(started('still', await make(), CROP)).rejects.toMatchObject({
      name: 'RefusedError',
      cause: undefined,
    });
  });

  test('is refused when the part to cut out has another shape, and accepted when it is rounded to whole pixels', async () => {
    const bytes = await red(400).png().toBuffer();
    await expect(makePicture('wide', bytes, { ...CROP, height: 400 })).rejects.toMatchObject({ name: 'RefusedError' });
    await expect(makePicture('poster', bytes, CROP)).rejects.toMatchObject({ name: 'RefusedError' });
    const rounded = await makePicture('wide', bytes, { ...CROP, width: 399, height: 225 });
    expect(await sharp(rounded.picture).metadata()).toMatchObject({ width: 480, height: 270 });
  });

  test('is refused by the decoder when only its first bytes are those of a picture', async () => {
    const disguised = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), packedSvg()]);
    await expect(makePicture('still', disguised, CROP)).rejects.toMatchObject({ name: 'RefusedError' });
  });
});

test.skipIf(process.platform !== 'linux')('a decoder that takes too much memory ends alone', async () => {
  const greedy = createMakePicture(
    await programOf('const all = []; for (;;) all.push(Buffer.alloc(64 * 2 ** 20, 1));'),
  );
  const before = process.memoryUsage.rss();
  await expect(greedy('still', await red(400).png().toBuffer(), CROP)).rejects.toMatchObject({ name: 'RefusedError' });
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 2 ** 20);
});

test.skipIf(findLimiters().prlimit === undefined)(
  'a decoder may take 1.5 GB of memory, and leaves no core',
  async () => {
    const telling = createMakePicture(
      await programOf(
        `import { readFileSync } from 'node:fs';
      process.stdin.resume().on('end', () => {
        const text = readFileSync('/proc/self/limits');
        process.stdout.write(Buffer.concat([Buffer.from(JSON.stringify({ sizes: [text.length, 0, 0] }) + '\\n'), text]));
      });`,
      ),
    );
    const { picture } = await telling('still', await red(400).png().toBuffer(), CROP);
    expect(picture.toString()).toMatch(/^Max data size +1610612736 /m);
    expect(picture.toString()).toMatch(/^Max core file size +0 /m);
  },
);

test('a decoder gets nothing of the environment', async () => {
  const telling = createMakePicture(
    await programOf(
      `process.stdin.resume().on('end', () => {
        const text = Object.keys(process.env).join();
        process.stdout.write(JSON.stringify({ sizes: [text.length, 0, 0] }) + '\\n' + text);
      });`,
    ),
  );
  const { picture } = await telling('still', await red(400).png().toBuffer(), CROP);
  expect(picture.toString()).toBe('LC_ALL');
});

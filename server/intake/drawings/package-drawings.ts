import { type FileHandle, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DrawnSegments } from '#contract/rules/drawn-segments.ts';
import type { EncodedDrawing } from '../encode/encoded.ts';
import { boxesOf, boxOf, childrenOf } from '../inspect/boxes.ts';
import { type IndexedSegment, readIndex, readSegment } from '../inspect/segments.ts';
import { type DashRendition, readDashManifest } from '../package/dash-manifest.ts';
import { MANIFEST, packagerArguments, keyFlags } from '../package/packager-arguments.ts';
import type { Plan } from '../plan/plan.ts';
import { type RunTool, ToolError } from '../run-tool.ts';
import { RESULTS } from '../steps/results.ts';
import type { StepContext } from '../steps/step.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import { drawnName } from './drawing-arguments.ts';

/** The packager copies at the speed of the disk. */
const LIMIT_MS = 60 * 60_000;
/** Where a drawing is packaged, before its segments get their times. */
const FOLDER = 'drawn';
const MOST_SEGMENT_BYTES = 50 * 2 ** 20;

export const tableFile = (drawing: string) => `${drawing}.json`;

export interface PackagingWork extends Pick<StepContext, 'protection' | 'signal' | 'notice'> {
  readonly runTool: RunTool;
  readonly plan: Plan;
  /** Folder of the package that is being written; it has the pictures without drawings. */
  readonly draft: string;
}

/**
 * Adds the drawn segments of each language to a package: a file for each rendition, and a table that says which segments
 * they take the place of. What does not fit is left out, and said.
 */
export async function packageDrawings(work: PackagingWork, drawings: readonly EncodedDrawing[]): Promise<void> {
  const { draft, plan, signal, notice } = work;
  for (const drawing of drawings) {
    const folder = join(draft, FOLDER);
    try {
      await mkdir(folder);
      const renditions = [];
      for (const { name } of plan.renditions) renditions.push(await packageRendition(work, drawing, name));
      await writeFile(join(draft, tableFile(drawing.name)), JSON.stringify({ renditions } satisfies DrawnSegments));
    } catch (error) {
      if (signal.aborted || !(error instanceof ToolError || error instanceof RangeError)) throw error;
      const files = plan.renditions.map(({ name }) => `${drawnName(name, drawing.name)}.mp4`);
      await Promise.all(files.map((file) => rm(join(draft, file), { force: true })));
      notice(noticeOf('DRAWINGS_FAILED', { lang: drawing.lang, detail: error.message }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function packageRendition(
  { runTool, draft, plan, protection, signal }: PackagingWork,
  { name: drawing, segments }: EncodedDrawing,
  name: string,
): Promise<DrawnSegments['renditions'][number]> {
  const rendition = plan.renditions.find((one) => one.name === name)!;
  const drawnFile = `${drawnName(name, drawing)}.mp4`;
  const plain = await openRendition(draft, `${name}.mp4`);
  try {
    await runTool('packager', {
      arguments: [
        ...packagerArguments(
          { ...plan, renditions: [{ ...rendition, name: drawnName(name, drawing) }], sounds: [] },
          `../../${RESULTS.encode}`,
          protection,
        ),
        ...sameVector(plain.init),
      ],
      folder: join(draft, FOLDER),
      signal,
      limitMs: LIMIT_MS,
      ...(protection && { secret: keyFlags(protection) }),
    });
    const drawn = await openRendition(join(draft, FOLDER), drawnFile);
    try {
      if (
        !decoderOf(drawn.init).equals(decoderOf(plain.init)) ||
        `${sameVector(drawn.init)}` !== `${sameVector(plain.init)}`
      )
        throw new RangeError(`${drawnFile} needs another decoder than the pictures without drawings.`);
      if (drawn.timescale !== plain.timescale || drawn.segments.length !== segments.length)
        throw new RangeError(`${drawnFile} has other segments than planned.`);
      return await moveSegments(plain, drawn, segments, { plainFile: `${name}.mp4`, drawnFile, draft });
    } finally {
      await drawn.handle.close();
    }
  } finally {
    await plain.handle.close();
  }
}

interface OpenRendition {
  readonly handle: FileHandle;
  readonly init: Buffer;
  readonly timescale: number;
  readonly segments: readonly IndexedSegment[];
}

async function openRendition(folder: string, file: string): Promise<OpenRendition> {
  const manifest = readDashManifest(await readFile(join(folder, MANIFEST), 'utf8'));
  const rendition = manifest?.renditions.find((one: DashRendition) => one.file === file);
  if (rendition === undefined) throw new RangeError(`The manifest does not have ${file}.`);
  const handle = await open(join(folder, file));
  try {
    const { init, index } = rendition;
    const found = readIndex(await readRange(handle, index.start, index.end + 1 - index.start), index.end + 1);
    return { handle, init: await readRange(handle, init.start, init.end + 1 - init.start), ...found };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readRange(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  if (length <= 0 || length > MOST_SEGMENT_BYTES) throw new RangeError(`A part has ${length} bytes.`);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, start);
  if (bytesRead < length) throw new RangeError('A file ends too early.');
  return buffer;
}

/** Writes the drawn segments, each with the number and the time of the segment that it takes the place of. */
async function moveSegments(
  plain: OpenRendition,
  drawn: OpenRendition,
  segments: readonly number[],
  { plainFile, drawnFile, draft }: { plainFile: string; drawnFile: string; draft: string },
): Promise<DrawnSegments['renditions'][number]> {
  const starts: number[] = [];
  const sizes: number[] = [];
  const out = await open(join(draft, drawnFile), 'wx');
  try {
    for (const [index, segment] of segments.entries()) {
      const [from, to] = [drawn.segments[index], plain.segments[segment]];
      if (from === undefined || to === undefined) throw new RangeError(`${drawnFile} has too few segments.`);
      const bytes = await readRange(drawn.handle, from.offset, from.size);
      const [read, replaced] = [readSegment(bytes), readSegment(await readRange(plain.handle, to.offset, to.size))];
      if (read.duration !== replaced.duration || read.samples !== replaced.samples || !read.startsWithKeyframe)
        throw new RangeError(`Segment ${segment + 1} of ${drawnFile} is not as long as without drawings.`);
      setTimes(bytes, { start: replaced.start - read.start, number: segment + 1 });
      await out.write(bytes);
      starts.push(to.offset);
      sizes.push(bytes.length);
    }
  } finally {
    await out.close();
  }
  return { file: plainFile, drawn: drawnFile, starts, sizes };
}

/** Adds to the times of a segment's fragments, and numbers them. */
function setTimes(bytes: Buffer, { start, number }: { start: number; number: number }): void {
  for (const fragment of boxesOf(bytes).filter(({ type }) => type === 'moof')) {
    const boxes = childrenOf(bytes, fragment);
    bytes.writeUInt32BE(number, boxOf(boxes, 'mfhd').bodyStart + 4);
    const { bodyStart: at } = boxOf(childrenOf(bytes, boxOf(boxes, 'traf')), 'tfdt');
    if (bytes.readUInt8(at) === 1) bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at + 4) + BigInt(start), at + 4);
    else bytes.writeUInt32BE(bytes.readUInt32BE(at + 4) + start, at + 4);
  }
}

/** The body of the first box of a type, wherever it is within the description of a track. */
function bodyOf(init: Buffer, type: string): Buffer | undefined {
  const at = init.indexOf(type, 0, 'latin1');
  if (at < 4) return undefined;
  return init.subarray(at + 4, at - 4 + init.readUInt32BE(at - 4));
}

/** What a decoder is set up with. */
function decoderOf(init: Buffer): Buffer {
  const body = bodyOf(init, 'avcC') ?? bodyOf(init, 'hvcC');
  if (body === undefined) throw new RangeError('A rendition does not describe its decoder.');
  return body;
}

/** The scheme `cbcs` has one initialization vector for all segments, in the description of the track that they share. */
function sameVector(init: Buffer): string[] {
  const body = bodyOf(init, 'tenc');
  // Version, flags, two bytes, whether it is encrypted, size of the vectors of samples, and the key's id.
  if (body === undefined || body.length < 25 || body[7] !== 0) return [];
  const size = body[24] ?? 0;
  return [`--iv=${body.subarray(25, 25 + size).toString('hex')}`];
}

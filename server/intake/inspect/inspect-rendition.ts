import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { decryptionScript, encryptedInput, pipedInput, quiet } from '../ffmpeg-arguments.ts';
import type { DashRendition } from '../package/dash-manifest.ts';
import { type MediaPlaylist, playlistSeconds } from '../package/media-playlist.ts';
import { type RunTool, ToolError } from '../run-tool.ts';
import { type IndexedSegment, readIndex, readSegment } from './segments.ts';

/** Largest segment that is opened: two seconds at 200 Mbit/s. */
const MOST_SEGMENT_BYTES = 50 * 2 ** 20;
const DECODE_MS = 60_000;
/** Rounding of manifests, which write milliseconds. */
const ROUNDING_SECONDS = 0.002;

/** A fault in a file of a clip. */
export class ClipFault extends Error {
  override readonly name = 'ClipFault';
  readonly file: string;

  constructor(file: string, fault: string, options?: ErrorOptions) {
    super(fault, options);
    this.file = file;
  }
}

export interface InspectedRendition {
  readonly bytes: number;
  readonly seconds: number;
}

export interface RenditionToInspect {
  readonly folder: string;
  readonly rendition: DashRendition;
  readonly playlist: MediaPlaylist;
  readonly kind: 'video' | 'audio';
  /** Length of the clip, and how much a rendition may differ: a frame. */
  readonly clipSeconds: number;
  readonly frameSeconds: number;
  /** Of an encrypted clip. */
  readonly decryptionKey?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Opens every segment of a rendition, compares both manifests with the file, and decodes its first and last keyframe.
 *
 * @throws ClipFault
 */
export async function inspectRendition(runTool: RunTool, job: RenditionToInspect): Promise<InspectedRendition> {
  const { folder, rendition, playlist, kind, clipSeconds, frameSeconds, signal } = job;
  const fault = (text: string, cause?: unknown) => new ClipFault(rendition.file, text, { cause });
  const handle = await open(join(folder, rendition.file)).catch((error: unknown) =>
    Promise.reject(fault('it cannot be opened', error)),
  );
  try {
    const { size } = await handle.stat();
    const init = await readRange(handle, rendition.init.start, rendition.init.end + 1 - rendition.init.start);
    const { segments, timescale } = readIndex(
      await readRange(handle, rendition.index.start, rendition.index.end + 1 - rendition.index.start),
      rendition.index.end + 1,
    );
    comparePlaylist(playlist, segments, rendition, fault);
    const end = segments.at(-1);
    if (end === undefined || end.offset + end.size !== size) throw fault('its index does not cover the file');
    let next: number | undefined;
    let samplesSeconds = 0;
    for (const [index, segment] of segments.entries()) {
      signal.throwIfAborted();
      const opened = readSegment(await readRange(handle, segment.offset, segment.size));
      if (kind === 'video' && !(opened.startsWithKeyframe && segment.startsWithKeyframe))
        throw fault(`segment ${index + 1} does not begin with a keyframe`);
      if (next !== undefined && opened.start !== next) throw fault(`there is a gap before segment ${index + 1}`);
      next = opened.start + opened.duration;
      samplesSeconds += opened.duration / timescale;
    }
    for (const [what, seconds] of [
      ['its samples', samplesSeconds],
      ['its playlist', playlistSeconds(playlist)],
      ['its index', segments.reduce((sum, one) => sum + one.seconds, 0)],
    ] as const) {
      if (Math.abs(seconds - clipSeconds) > frameSeconds + ROUNDING_SECONDS)
        throw fault(`${what} last ${seconds.toFixed(3)} s, and the clip ${clipSeconds.toFixed(3)} s`);
    }
    for (const segment of new Set([segments[0], segments.at(-1)])) {
      if (segment) await decode(runTool, [init, await readRange(handle, segment.offset, segment.size)], job);
    }
    return { bytes: size, seconds: samplesSeconds };
  } catch (error) {
    if (error instanceof RangeError) throw fault(error.message, error);
    throw error;
  } finally {
    await handle.close();
  }
}

function comparePlaylist(
  { init, segments: listed }: MediaPlaylist,
  segments: readonly IndexedSegment[],
  { file, init: declared }: DashRendition,
  fault: (text: string) => ClipFault,
): void {
  if (init.file !== file || init.size !== declared.end + 1) throw fault('its HLS playlist names another beginning');
  const differs = segments.findIndex((segment, index) => {
    const other = listed[index];
    return other?.file !== file || other.offset !== segment.offset || other.size !== segment.size;
  });
  if (differs >= 0 || listed.length !== segments.length)
    throw fault(
      `its HLS playlist differs from its index at segment ${differs < 0 ? segments.length + 1 : differs + 1}`,
    );
}

async function readRange(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  if (length <= 0 || length > MOST_SEGMENT_BYTES) throw new RangeError(`it has a part of ${length} bytes`);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, start);
  if (bytesRead < length) throw new RangeError('it ends too early');
  return buffer;
}

/** Decodes one frame: the segment alone must be enough for a player that starts there. */
async function decode(
  runTool: RunTool,
  input: readonly Uint8Array[],
  { folder, rendition, kind, decryptionKey, signal }: RenditionToInspect,
): Promise<void> {
  const [stream, count] = kind === 'video' ? ['0:v:0', '-frames:v'] : ['0:a:0', '-frames:a'];
  try {
    const { output } = await runTool('ffmpeg', {
      arguments: [
        ...quiet.filter((option) => option !== '-nostdin'),
        ...['-xerror', '-err_detect', 'explode'],
        ...(decryptionKey === undefined ? pipedInput : encryptedInput),
        ...['-map', stream, count, '1', '-f', 'framecrc', 'pipe:1'],
      ],
      folder,
      signal,
      limitMs: DECODE_MS,
      input,
      ...(decryptionKey !== undefined && { secret: decryptionScript(decryptionKey) }),
    });
    if (!/^\d/m.test(output)) throw new ClipFault(rendition.file, 'a keyframe cannot be decoded');
  } catch (error) {
    if (error instanceof ToolError && error.end === 'failed')
      throw new ClipFault(rendition.file, `a keyframe cannot be decoded (${error.message})`, { cause: error });
    throw error;
  }
}

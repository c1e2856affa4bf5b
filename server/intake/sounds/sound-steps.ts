import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { checkFree, freeBytesSync, type FreeBytes } from '../disk.ts';
import { createProgressReader } from '../encode/progress.ts';
import {
  changesFormat,
  gainOf,
  integratedLoudness,
  measureArguments,
  soundFilter,
  soundOutput,
} from '../encode/sound-arguments.ts';
import { explainFailure, isBrokenSource } from '../explain-failure.ts';
import { quiet, sourceInput } from '../ffmpeg-arguments.ts';
import { inspectRendition } from '../inspect/inspect-rendition.ts';
import { IntakeError, shownName } from '../intake-error.ts';
import { readDashManifest } from '../package/dash-manifest.ts';
import { readMediaPlaylist, writeMediaPlaylist } from '../package/media-playlist.ts';
import { keyFlags, MANIFEST, soundArguments } from '../package/packager-arguments.ts';
import { checkInputFile, linkSource, relinkSource, SOURCE_NAME } from '../probe/input-file.ts';
import { createRunTool, type RunTool } from '../run-tool.ts';
import { readHeaders } from '../steps/probe-step.ts';
import { readJson, removeUnfinished, RESULTS, writeFolder, writeJson } from '../steps/results.ts';
import { SOUND_FRAME_SECONDS } from '../steps/inspect-step.ts';
import type { Step, StepContext } from '../steps/step.ts';
import type { Tools } from '../tools.ts';
import { soundStreamOf } from './sound-stream.ts';
import type { SoundWork } from './sound-work.ts';

/** A film is read and encoded in minutes. */
const LIMIT_MS = 2 * 60 * 60_000;
const SILENCE_MS = 10 * 60_000;
const PROGRESS_BYTES = 2 ** 28;
/** Bytes a second of the encoded sound and its packaged copy. */
const ROOM_A_SECOND = 48_000;

const foundSchema = z.object({
  stream: z.int(),
  file: z.object({ bytes: z.int(), modifiedMs: z.number() }),
});

/** The steps that make a sound for a clip that there is: read, encode and package it alone, and inspect it. */
export function createSoundSteps(tools: Tools, work: SoundWork, freeBytes: FreeBytes = freeBytesSync): readonly Step[] {
  const runTool = createRunTool(tools);
  return [
    explained('probe', 'examining', (context) => probe(runTool, context)),
    explained('encode', 'encoding', (context) => encode(runTool, context, work, freeBytes)),
    explained('package', 'packaging', (context) => packageSound(runTool, context, work)),
    explained('inspect', 'inspecting', (context) => inspect(runTool, context, work)),
  ];
}

const explained = (
  name: Step['name'],
  doing: Parameters<typeof explainFailure>[1],
  run: (context: StepContext) => Promise<void>,
): Step => ({
  name,
  async run(context) {
    await removeUnfinished(context.folder);
    try {
      await run(context);
    } catch (error) {
      throw explainFailure(error, doing, context.source, context.signal);
    }
    context.progress({ fraction: 1 });
  },
});

async function probe(runTool: RunTool, context: StepContext): Promise<void> {
  const { source, folder } = context;
  const file = await checkInputFile(source);
  await linkSource(source, folder);
  const { index } = soundStreamOf(await readHeaders(runTool, context), shownName(source));
  await writeJson(folder, RESULTS.probe, { stream: index, file } satisfies z.input<typeof foundSchema>);
}

async function encode(
  runTool: RunTool,
  { source, folder, signal, progress }: StepContext,
  { seconds, name, lang, role, label }: SoundWork,
  freeBytes: FreeBytes,
): Promise<void> {
  const { stream, file } = await readJson(join(folder, RESULTS.probe), foundSchema);
  await relinkSource(source, folder, file);
  checkFree(freeBytes, folder, seconds * ROOM_A_SECOND, source);
  const input = `../${SOURCE_NAME}`;
  const sound = { stream, lang, role, label, name };
  await writeFolder(folder, RESULTS.encode, async (draft) => {
    const shared = { folder: draft, signal, limitMs: LIMIT_MS };
    const { messages } = await runTool('ffmpeg', {
      arguments: [
        ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'info'],
        ...sourceInput(input),
        ...measureArguments(stream),
      ],
      ...shared,
    });
    if (changesFormat(messages)) throw new IntakeError('SOURCE_SOUND_CHANGES', { name: shownName(source) });
    const gain = gainOf(integratedLoudness(messages));
    await runTool('ffmpeg', {
      arguments: [
        ...quiet,
        ...['-nostats', '-progress', 'pipe:1'],
        ...sourceInput(input),
        ...['-filter_complex', `${soundFilter(sound, gain, seconds)}[a]`, '-map', '[a]'],
        ...soundOutput(sound),
      ],
      ...shared,
      silenceMs: SILENCE_MS,
      outputBytes: PROGRESS_BYTES,
      onLine: createProgressReader((now) => progress({ fraction: Math.min(1, now.seconds / seconds) })),
    }).catch((error: unknown) =>
      Promise.reject(
        isBrokenSource(error)
          ? new IntakeError('SOURCE_UNREADABLE', { name: shownName(source) }, { cause: error })
          : error,
      ),
    );
  });
}

async function packageSound(
  runTool: RunTool,
  { source, folder, protection, signal }: StepContext,
  work: SoundWork,
): Promise<void> {
  await writeFolder(folder, RESULTS.package, async (draft) => {
    await runTool('packager', {
      arguments: soundArguments(work, `../${RESULTS.encode}`, work.segmentSeconds, protection),
      folder: draft,
      signal,
      limitMs: LIMIT_MS,
      ...(protection && { secret: keyFlags(protection) }),
    });
    const path = join(draft, `${work.name}.m3u8`);
    const playlist = readMediaPlaylist(await readFile(path, 'utf8'));
    if (playlist === undefined)
      throw new IntakeError('PACKAGE_DAMAGED', { name: shownName(source), file: `${work.name}.m3u8` });
    await writeFile(path, writeMediaPlaylist(playlist, work.seconds));
  });
}

async function inspect(
  runTool: RunTool,
  { source, folder: jobFolder, protection, signal }: StepContext,
  { name, seconds }: SoundWork,
): Promise<void> {
  const folder = join(jobFolder, RESULTS.package);
  const rendition = readDashManifest(await readFile(join(folder, MANIFEST), 'utf8'))?.renditions[0];
  const playlist = readMediaPlaylist(await readFile(join(folder, `${name}.m3u8`), 'utf8'));
  if (rendition === undefined || playlist === undefined)
    throw new IntakeError('PACKAGE_DAMAGED', { name: shownName(source), file: MANIFEST });
  const { bytes } = await inspectRendition(runTool, {
    folder,
    rendition,
    playlist,
    kind: 'audio',
    clipSeconds: seconds,
    frameSeconds: SOUND_FRAME_SECONDS,
    signal,
    decryptionKey: protection?.key,
  });
  await writeJson(jobFolder, RESULTS.inspect, { name, bytes });
  await rm(join(jobFolder, RESULTS.encode), { recursive: true, force: true });
  await rm(join(jobFolder, SOURCE_NAME), { force: true });
}

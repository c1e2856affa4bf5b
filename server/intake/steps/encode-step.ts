import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { drawScripts } from '../drawings/draw.ts';
import { ENCODED_FILE, type Encoded } from '../encode/encoded.ts';
import { isSizeFree, keepFilters, pictureGraph, pictureOutputs, renditionOutput } from '../encode/picture-arguments.ts';
import { createProgressReader, type Progress } from '../encode/progress.ts';
import {
  changesFormat,
  gainOf,
  integratedLoudness,
  measureArguments,
  soundFilter,
  soundOutput,
} from '../encode/sound-arguments.ts';
import { checkFree, type FreeBytes } from '../disk.ts';
import { explainFailure, isBrokenSource } from '../explain-failure.ts';
import { quiet, sourceInput } from '../ffmpeg-arguments.ts';
import { IntakeError, shownName } from '../intake-error.ts';
import { readFpcalc, writeFingerprint } from '../marks/fingerprint.ts';
import { jobBytes } from '../plan/clip-bytes.ts';
import { type Plan, type PlannedSound, planSchema, planSeconds, type Rendition } from '../plan/plan.ts';
import { relinkSource, SOURCE_NAME } from '../probe/input-file.ts';
import { sourceSchema } from '../probe/source.ts';
import { type RunTool, ToolError } from '../run-tool.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import { readJson, removeUnfinished, RESULTS, writeFolder } from './results.ts';
import { convertPictures } from './picture-files.ts';
import { convertSubtitles, orderOfSubtitle } from './subtitle-files.ts';
import type { Step, StepContext } from './step.ts';

/** A slow machine encodes a second of 2160p in a minute; silence finds those that hang. */
const LIMIT_MS_A_SECOND = 120_000;
const SHORTEST_LIMIT_MS = 30 * 60_000;
const SILENCE_MS = 10 * 60_000;
const READING_MS = 60 * 60_000;
const PROGRESS_BYTES = 2 ** 28;
/** ffmpeg reports twice a second; a disk does not fill in five. */
const REPORTS_TO_LOOK = 10;
/** In seconds. Shorter clips have no opening, longer ones are films. A fingerprint of this length takes 170 KB. */
const SHORTEST_FINGERPRINT = 15;
const LONGEST_FINGERPRINT = 90 * 60;
/** Shares of the step's progress. */
const MEASURED = 0.05;

/** From the drafts' folder, where the tools run. */
const SOURCE = `../${SOURCE_NAME}`;

/** Context of the parts of this step. */
interface Work extends StepContext {
  readonly runTool: RunTool;
  readonly freeBytes: FreeBytes;
  readonly plan: Plan;
  /** Folder of the files that are being written. */
  readonly draft: string;
}

/** Encodes every rendition and sound, converts the subtitles and draws the previews and the still. */
export const createEncodeStep = (runTool: RunTool, freeBytes: FreeBytes): Step => ({
  name: 'encode',
  run: async (context) => {
    const { source, folder, signal } = context;
    await removeUnfinished(folder);
    const plan = await readJson(join(folder, RESULTS.plan), planSchema);
    const probed = await readJson(join(folder, RESULTS.probe), sourceSchema);
    await relinkSource(source, folder, probed);
    checkFree(freeBytes, folder, jobBytes(plan), source);
    try {
      await writeFolder(folder, RESULTS.encode, async (draft) => {
        const work = { ...context, runTool, freeBytes, plan, draft };
        const { subtitles: texts, scripts, styles } = await convertSubtitles(work);
        const pictures = await convertPictures({ ...work, probed }, texts);
        const subtitles = [...texts, ...pictures].sort((one, other) => orderOfSubtitle(one) - orderOfSubtitle(other));
        const gains = await measure(work);
        const startedAt = performance.now();
        await encode(work, gains);
        const encodedInMs = performance.now() - startedAt;
        const fingerprint = await fingerprintOf(work);
        const drawings = await drawScripts({ ...work, probed, encodedInMs }, scripts);
        await writeFile(
          join(draft, ENCODED_FILE),
          JSON.stringify({ subtitles, drawings, styles, fingerprint } satisfies Encoded),
        );
      });
    } catch (error) {
      throw explainFailure(error, 'encoding', source, signal);
    }
  },
});

async function measure({ runTool, plan, draft, source, signal, progress }: Work): Promise<number[]> {
  const gains: number[] = [];
  for (const { stream } of plan.sounds) {
    if (stream === null) {
      gains.push(0);
      continue;
    }
    const { messages } = await runTool('ffmpeg', {
      arguments: [
        ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'info'],
        ...sourceInput(SOURCE),
        ...measureArguments(stream),
      ],
      folder: draft,
      signal,
      limitMs: READING_MS,
    });
    if (changesFormat(messages)) throw new IntakeError('SOURCE_SOUND_CHANGES', { name: shownName(source) });
    gains.push(gainOf(integratedLoudness(messages)));
    progress({ fraction: (MEASURED * gains.length) / plan.sounds.length });
  }
  return gains;
}

/** One process decodes for all H.264 renditions, sounds and previews; a second one for HEVC, which needs more memory. */
async function encode(work: Work, gains: readonly number[]): Promise<void> {
  const { plan } = work;
  const h264 = plan.renditions.filter(({ codec }) => codec === 'h264');
  const hevc = plan.renditions.filter(({ codec }) => codec === 'hevc');
  const weights = [h264, hevc].map((family) =>
    family.reduce((sum, { width, height, codec }) => sum + width * height * (codec === 'hevc' ? 3 : 1), 0),
  );
  const [first = 1, second = 0] = weights;
  const middle = MEASURED + ((1 - MEASURED) * first) / (first + second);
  await encodeFamily(work, h264, plan.sounds, gains, [MEASURED, middle]);
  if (hevc.length > 0) await encodeFamily(work, hevc, [], [], [middle, 1]);
}

async function encodeFamily(
  work: Work,
  renditions: readonly Rendition[],
  sounds: readonly PlannedSound[],
  gains: readonly number[],
  [from, to]: readonly [number, number],
): Promise<void> {
  const { runTool, freeBytes, plan, draft, source, signal, progress, notice } = work;
  const seconds = planSeconds(plan);
  // The previews go with the family that has the sounds.
  const hasPreviews = sounds.length > 0;
  const graph = [
    pictureGraph(plan, renditions, hasPreviews),
    ...sounds.map((sound, index) => `${soundFilter(sound, gains[index] ?? 0, seconds)}[a${index}]`),
  ].join(';');
  let last: Progress = { seconds: 0, frames: 0 };
  let reports = 0;
  const name = shownName(source);
  const damaged = (cause?: unknown) =>
    new IntakeError('SOURCE_DAMAGED', { name, decoded: last.frames, planned: plan.frames }, { cause });
  const { messages } = await runTool('ffmpeg', {
    arguments: [
      ...quiet,
      ...['-nostats', '-progress', 'pipe:1'],
      ...(isSizeFree(plan) ? keepFilters : []),
      ...sourceInput(SOURCE),
      ...['-filter_complex', graph],
      ...renditions.flatMap((rendition, index) => ['-map', `[v${index}]`, ...renditionOutput(plan, rendition)]),
      ...sounds.flatMap((sound, index) => ['-map', `[a${index}]`, ...soundOutput(sound)]),
      ...(hasPreviews ? pictureOutputs : []),
    ],
    folder: draft,
    signal,
    limitMs: Math.max(SHORTEST_LIMIT_MS, seconds * LIMIT_MS_A_SECOND),
    silenceMs: SILENCE_MS,
    outputBytes: PROGRESS_BYTES,
    onLine: createProgressReader((now) => {
      last = now;
      reports += 1;
      if (reports % REPORTS_TO_LOOK === 0) checkFree(freeBytes, draft, 0, source);
      const fraction = from + (to - from) * Math.min(1, now.seconds / seconds);
      progress({ fraction, ...(now.speed !== undefined && { speed: now.speed }) });
    }),
  }).catch((error: unknown) => Promise.reject(isBrokenSource(error) ? damaged(error) : error));
  if (last.frames < plan.frames) throw damaged();
  if (last.frames > plan.frames) throw new IntakeError('SOURCE_SIZE_CHANGES', { name });
  if (hasPreviews && messages.trim() !== '') notice(noticeOf('SOURCE_PARTLY_READ', {}));
}

/**
 * Fingerprint of the default sound. fpcalc cannot be kept from opening other files, so it reads our own file, not the
 * source. A clip without a fingerprint is a good clip: its marks are set by hand.
 */
async function fingerprintOf({ runTool, plan, draft, signal, notice }: Work): Promise<string> {
  const [sound] = plan.sounds;
  const seconds = planSeconds(plan);
  if (!sound || sound.stream === null || seconds < SHORTEST_FINGERPRINT || seconds > LONGEST_FINGERPRINT) return '';
  try {
    const { output } = await runTool('fpcalc', {
      // Some versions fail at the end of every file in spite of a complete fingerprint.
      arguments: ['-raw', '-json', '-ignore-errors', '-length', String(LONGEST_FINGERPRINT), `${sound.name}.mp4`],
      folder: draft,
      signal,
      limitMs: READING_MS,
    });
    return writeFingerprint(readFpcalc(output));
  } catch (error) {
    if (!(error instanceof ToolError || error instanceof z.ZodError || error instanceof SyntaxError)) throw error;
    notice(noticeOf('SOUND_UNCOMPARED', {}));
    return '';
  }
}

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ZodError } from 'zod';
import { checkFree, type FreeBytes } from '../disk.ts';
import type { EncodedDrawing } from '../encode/encoded.ts';
import { createProgressReader } from '../encode/progress.ts';
import { quiet, sourceInput } from '../ffmpeg-arguments.ts';
import type { Plan, Rendition } from '../plan/plan.ts';
import { languageName } from '../plan/languages.ts';
import { SOURCE_NAME } from '../probe/input-file.ts';
import type { Source } from '../probe/source.ts';
import { type RunTool, ToolError } from '../run-tool.ts';
import type { StepContext } from '../steps/step.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import { collectFonts } from './collect-fonts.ts';
import { drawingGraph, drawingOutputs, drawnName, FONTS_FOLDER, SCRIPT_FILE } from './drawing-arguments.ts';
import { missingLetters } from './drawn-letters.ts';
import { type DrawnScript, fontsScript, lettersScript, replacedFonts } from './drawn-script.ts';
import { framesOf, segmentsUnder } from './drawn-segments.ts';

/**
 * All drawings of a video may take so many times what its pictures took without them: some hundred blurred layers, which a
 * foreign file may have, take a minute for each picture.
 */
const MOST_TIMES = 10;
const SHORTEST_LIMIT_MS = 30 * 60_000;
/** One picture under a thousand layers takes seconds. */
const SILENCE_MS = 5 * 60_000;
const FONTS_MS = 2 * 60_000;
const PROGRESS_BYTES = 2 ** 28;
const FONTS_FILE = 'fonts.ass';
const SHOWN_LETTERS = 10;

/** A script of one language with something to draw. */
export interface ScriptToDraw {
  readonly lang: string;
  readonly script: DrawnScript;
}

export interface DrawingWork extends StepContext {
  readonly runTool: RunTool;
  readonly freeBytes: FreeBytes;
  readonly plan: Plan;
  readonly probed: Source;
  /** Folder of the files that are being written. */
  readonly draft: string;
  /** How long the pictures took without drawings. */
  readonly encodedInMs: number;
}

/**
 * Encodes the segments that carry drawings again, with the drawings. What cannot be drawn is left out, and said.
 *
 * @param now monotonic, in ms.
 */
export async function drawScripts(
  work: DrawingWork,
  scripts: readonly ScriptToDraw[],
  now: () => number = () => performance.now(),
): Promise<EncodedDrawing[]> {
  const until = now() + Math.max(SHORTEST_LIMIT_MS, work.encodedInMs * MOST_TIMES);
  const leftMs = () => Math.max(1, until - now());
  const drawings: EncodedDrawing[] = [];
  for (const { lang, script } of scripts) {
    const segments = segmentsUnder(script.times, work.plan);
    if (segments.length === 0) continue;
    const name = `drawn-${lang.toLowerCase()}`;
    try {
      await collectFonts(work, FONTS_FOLDER);
      await checkLetters(work, script);
      await tellFonts(work, script);
      await writeFile(join(work.draft, SCRIPT_FILE), script.text);
      await drawFamilies(work, { name, segments, matrix: script.matrix }, leftMs);
      drawings.push({ lang, name, label: languageName(lang) || '자막', segments });
    } catch (error) {
      // A full disk or a stopped job is no fault of the script.
      if (work.signal.aborted || !isOfScript(error)) throw error;
      await Promise.all(
        work.plan.renditions.map((rendition) =>
          rm(join(work.draft, `${drawnName(rendition.name, name)}.mp4`), { force: true }),
        ),
      );
      work.notice(
        error instanceof MissingLettersError
          ? noticeOf('LETTERS_MISSING', { lang, letters: error.letters, fonts: script.fonts.slice(0, 3).join(', ') })
          : noticeOf('DRAWINGS_FAILED', { lang, detail: error.message }),
      );
    }
  }
  return drawings;
}

/** Boxes would be drawn in place of letters. */
class MissingLettersError extends Error {
  override readonly name = 'MissingLettersError';

  readonly letters: string;

  constructor(letters: string) {
    super(`No font has ${letters}.`);
    this.letters = letters;
  }
}

const isOfScript = (error: unknown): error is Error =>
  error instanceof MissingLettersError ||
  (error instanceof ToolError && !/no space left/i.test(error.messages)) ||
  error instanceof ZodError ||
  error instanceof SyntaxError;

/** @returns what the renderer says when it shows a script of some seconds. */
async function messagesAbout(
  { runTool, draft, signal }: DrawingWork,
  script: string,
  { seconds, level }: { seconds: number; level: 'warning' | 'verbose' },
): Promise<string> {
  await writeFile(join(draft, FONTS_FILE), script);
  const { messages } = await runTool('ffmpeg', {
    arguments: [
      ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', level],
      ...['-f', 'lavfi', '-i', `color=s=32x18:r=1:d=${seconds}`],
      ...['-vf', `ass=filename=${FONTS_FILE}:fontsdir=${FONTS_FOLDER}`, '-f', 'null', '-'],
    ],
    folder: draft,
    signal,
    limitMs: FONTS_MS,
  });
  return messages;
}

/** @throws MissingLettersError */
async function checkLetters(work: DrawingWork, { letters }: DrawnScript): Promise<void> {
  if (letters.size === 0) return;
  const said = await messagesAbout(work, lettersScript(letters), { seconds: letters.size, level: 'warning' });
  const missing = missingLetters(said, letters);
  if (missing.length > 0) throw new MissingLettersError(missing.slice(0, SHOWN_LETTERS).join(''));
}

/** Says which fonts the machine does not have. */
async function tellFonts(work: DrawingWork, { fonts }: DrawnScript): Promise<void> {
  const said = await messagesAbout(work, fontsScript(fonts), { seconds: fonts.length + 1, level: 'verbose' });
  for (const { font, by } of replacedFonts(said, fonts)) work.notice(noticeOf('FONT_MISSING', { font, by }));
}

/** What is drawn of one script. */
interface DrawnPart {
  readonly name: string;
  readonly segments: readonly number[];
  /** Of the script's colours. */
  readonly matrix: string;
}

/** As the pictures without drawings are encoded: a process for each family. */
async function drawFamilies(work: DrawingWork, drawing: DrawnPart, leftMs: () => number): Promise<void> {
  for (const family of ['h264', 'hevc'] as const) {
    const renditions = work.plan.renditions.filter(({ codec }) => codec === family);
    if (renditions.length > 0) await drawFamily(work, renditions, { ...drawing, limitMs: leftMs() });
  }
}

async function drawFamily(
  { runTool, freeBytes, plan, probed, draft, source, signal, progress }: DrawingWork,
  renditions: readonly Rendition[],
  { name, segments, matrix, limitMs }: DrawnPart & { limitMs: number },
): Promise<void> {
  const frames = framesOf(segments, plan);
  let encoded = 0;
  await runTool('ffmpeg', {
    arguments: [
      ...quiet,
      ...['-nostats', '-progress', 'pipe:1'],
      ...sourceInput(`../${SOURCE_NAME}`),
      ...['-filter_complex', drawingGraph(plan, renditions, probed.picture, segments, matrix)],
      ...drawingOutputs(plan, renditions, name),
    ],
    folder: draft,
    signal,
    limitMs,
    silenceMs: SILENCE_MS,
    outputBytes: PROGRESS_BYTES,
    onLine: createProgressReader((now) => {
      encoded = now.frames;
      checkFree(freeBytes, draft, 0, source);
      progress({ fraction: 1, ...(now.speed !== undefined && { speed: now.speed }) });
    }),
  });
  if (encoded !== frames) throw new ToolError('ffmpeg', 'failed', `It drew ${encoded} pictures instead of ${frames}.`);
}

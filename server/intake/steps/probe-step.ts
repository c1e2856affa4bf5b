import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { besideSubtitles, titleFolders } from '../beside/place-subtitles.ts';
import { listFolder, listSubtitlesInFolders } from '../beside/subtitle-folders.ts';
import { explainFailure } from '../explain-failure.ts';
import { sourceInput } from '../ffmpeg-arguments.ts';
import { IntakeError, shownName } from '../intake-error.ts';
import { checkInputFile, isPlainFile, linkSource, SOURCE_NAME } from '../probe/input-file.ts';
import { readOrderedChapters } from '../probe/ordered-chapters.ts';
import { createPacketScan } from '../probe/packet-scan.ts';
import { believedSeconds, checkHeaders, readReport, truncated } from '../probe/read-report.ts';
import { clockStreamsOf, type Report, reportSchema } from '../probe/report.ts';
import type { SourceSubtitle } from '../probe/source.ts';
import { type RunTool, ToolError } from '../run-tool.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import { removeUnfinished, RESULTS, writeJson } from './results.ts';
import type { Step, StepContext } from './step.ts';

/** Headers are read in moments; a slow disk may take longer. */
const HEADERS_MS = 60_000;
/** A whole file of 100 GB on a slow disk. */
const PACKETS_MS = 60 * 60_000;
const SILENCE_MS = 2 * 60_000;
const HEADERS_BYTES = 4_000_000;
/** Files that a failure names. */
const MOST_NAMED = 5;
/** Twelve hours with a dozen tracks. */
const PACKETS_BYTES = 2 ** 30;

/** Probes the source, and refuses one that cannot become a clip. */
export const createProbeStep = (runTool: RunTool): Step => ({
  name: 'probe',
  run: async (context) => {
    const { source, folder, signal } = context;
    await removeUnfinished(folder);
    const file = await checkInputFile(source);
    await linkSource(source, folder);
    try {
      const report = await readHeaders(runTool, context);
      const name = shownName(source);
      await checkOrder(context, report);
      const pictures = checkHeaders(report, name).map(({ index }) => index);
      const declared = believedSeconds(report);
      const scan = createPacketScan(pictures, clockStreamsOf(report));
      const { messages } = await runTool('ffprobe', {
        arguments: [
          ...[
            '-v',
            'error',
            '-show_entries',
            'packet=stream_index,pts_time,dts_time,duration_time,flags',
            '-of',
            'csv=p=0',
          ],
          ...sourceInput(SOURCE_NAME),
        ],
        folder,
        signal,
        limitMs: PACKETS_MS,
        silenceMs: SILENCE_MS,
        outputBytes: PACKETS_BYTES,
        onLine: (line) => {
          scan.read(line);
          if (declared > 0) context.progress({ fraction: Math.min(1, scan.endSeconds() / declared) });
        },
      });
      if (/File ended prematurely|partial file/i.test(messages)) throw truncated(name, scan.endSeconds(), declared);
      await writeJson(folder, RESULTS.probe, readReport(report, scan, file, await findBeside(context), name));
    } catch (error) {
      throw explainFailure(error, 'examining', source, signal);
    }
  },
});

/** @throws IntakeError for a file that plays parts of others. */
async function checkOrder({ source, notice }: StepContext, { format }: Report): Promise<void> {
  if (!format.format_name.includes('matroska')) return;
  const ordered = await readOrderedChapters(source, format.duration);
  if (ordered === undefined || ordered.isWhole) return;
  const { files, cntMissing: missing } = ordered;
  if (files.length === 0 && missing === 0) return notice(noticeOf('SOURCE_REORDERED', {}));
  const shown = files.slice(0, MOST_NAMED).map(shownName).join(', ');
  throw new IntakeError('SOURCE_PARTS_ELSEWHERE', { name: shownName(source), files: shown, missing });
}

/**
 * Reads the headers of the source, which `linkSource` has put into the folder.
 *
 * @throws IntakeError, ToolError
 */
export async function readHeaders(
  runTool: RunTool,
  { source, folder, signal }: Pick<StepContext, 'source' | 'folder' | 'signal'>,
): Promise<Report> {
  const name = shownName(source);
  try {
    const { output } = await runTool('ffprobe', {
      arguments: [
        ...['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json'],
        ...sourceInput(SOURCE_NAME),
      ],
      folder,
      signal,
      limitMs: HEADERS_MS,
      outputBytes: HEADERS_BYTES,
    });
    return reportSchema.parse(JSON.parse(output));
  } catch (error) {
    if (error instanceof ToolError && error.end === 'failed') throw unreadable(error, name);
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new IntakeError('SOURCE_UNREADABLE', { name }, { cause: error });
    throw error;
  }
}

function unreadable(error: ToolError, name: string): unknown {
  const options = { cause: error };
  if (/moov atom not found|End of file|ended prematurely/i.test(error.messages))
    return new IntakeError('SOURCE_TRUNCATED', { name }, options);
  if (/whitelist/i.test(error.messages)) return new IntakeError('SOURCE_UNSUPPORTED', { name }, options);
  if (/Invalid data|could not find codec|Failed to|invalid/i.test(error.messages))
    return new IntakeError('SOURCE_UNREADABLE', { name }, options);
  return error;
}

async function findBeside({ source, notice }: Pick<StepContext, 'source' | 'notice'>): Promise<SourceSubtitle[]> {
  const folder = dirname(source);
  const entries = await listFolder(folder);
  const names = [...entries.map(({ name }) => name), ...(await listSubtitlesInFolders(folder, entries))];
  const { taken, unmatched } = besideSubtitles(basename(source), names, titleFolders(folder));
  for (const name of unmatched) notice(noticeOf('SUBTITLE_UNMATCHED', { file: shownName(name) }));
  const isOurs = await Promise.all(
    taken.map(async (one) => one.from === 'file' && (await isPlainFile(join(folder, one.name)))),
  );
  return taken.filter((_, index) => isOurs[index]);
}

import { quiet, sourceInput } from '../ffmpeg-arguments.ts';
import { SOURCE_NAME } from '../probe/input-file.ts';
import { ToolError, type RunTool } from '../run-tool.ts';

const EXTRACTING_MS = 60 * 60_000;

export interface Extraction<Track> {
  readonly runTool: RunTool;
  /** Folder of the written files, inside the job's folder. */
  readonly draft: string;
  readonly signal: AbortSignal;
  readonly tracks: readonly Track[];
  /** Options before the source. */
  optionsOf?(tracks: readonly Track[]): readonly string[];
  /** Options and name of the file of one track. */
  outputOf(track: Track): readonly string[];
}

/** Writes tracks as files, all in one reading; one by one if that fails, so that a broken one costs only itself. */
export async function extractTracks<Track>(extraction: Extraction<Track>): Promise<void> {
  const { runTool, draft, signal, tracks, optionsOf, outputOf } = extraction;
  if (tracks.length === 0) return;
  const extract = (wanted: readonly Track[]) =>
    runTool('ffmpeg', {
      arguments: [
        ...[...quiet, '-y', ...(optionsOf?.(wanted) ?? []), ...sourceInput(`../${SOURCE_NAME}`)],
        ...wanted.flatMap(outputOf),
      ],
      folder: draft,
      signal,
      limitMs: EXTRACTING_MS,
    });
  const isBroken = (error: unknown) =>
    error instanceof ToolError && error.end === 'failed' && !/no space left/i.test(error.messages);
  try {
    await extract(tracks);
  } catch (error) {
    if (!isBroken(error)) throw error;
    for (const track of tracks)
      await extract([track]).catch((one: unknown) => {
        if (!isBroken(one)) throw one;
      });
  }
}

import { IntakeError, shownName } from './intake-error.ts';
import { ToolError } from './run-tool.ts';
import type { Doing } from './texts/failure-texts.ts';

const NO_SPACE = /no space left on device|disk quota exceeded|ENOSPC|EDQUOT/i;

/** What ffmpeg says about a codec that it cannot decode. */
const NO_DECODER = /Decoder \(codec ([\w-]{1,40})\) not found/;
/** What it says when it gives up on broken pictures or sounds. No retry makes them whole. */
const BROKEN =
  /Error marking filters as finished|Error while decoding stream|Error submitting (?:a )?packet to (?:the )?decoder/;
const OUT_OF_MEMORY = /cannot allocate memory|out of memory|ENOMEM/i;

/** A tool gave up because the source itself is broken. */
export const isBrokenSource = (error: unknown): error is ToolError =>
  error instanceof ToolError &&
  error.end === 'failed' &&
  BROKEN.test(error.messages) &&
  !NO_SPACE.test(error.messages) &&
  !OUT_OF_MEMORY.test(error.messages);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Explains a failure of a step to the operator; returns an abort, and a failure that is explained already, unchanged. */
export function explainFailure(error: unknown, doing: Doing, source: string, signal: AbortSignal): unknown {
  if (error instanceof IntakeError || (signal.aborted && error === signal.reason)) return error;
  const name = shownName(source);
  const options = { cause: error };
  if (NO_SPACE.test(`${codeOf(error)} ${error instanceof ToolError ? error.messages : ''}`))
    return new IntakeError('DISK_FULL', { name, doing }, options);
  // Sources are read by tools. Only the job's own folder is used directly.
  if (error instanceof Error && 'syscall' in error)
    return new IntakeError('JOB_FOLDER_UNAVAILABLE', { name, doing, cause: codeOf(error) }, options);
  if (!(error instanceof ToolError)) return error;
  switch (error.end) {
    case 'killed':
      return new IntakeError('TOOL_KILLED', { name, doing }, options);
    case 'late':
    case 'silent':
      return new IntakeError('TOOL_STUCK', { name, doing }, options);
    case 'failed': {
      const codec = NO_DECODER.exec(error.messages)?.[1];
      if (codec !== undefined) return new IntakeError('SOURCE_CODEC_UNKNOWN', { name, codec }, options);
      return new IntakeError('TOOL_FAILED', { name, doing, detail: error.message }, options);
    }
    case 'talkative':
      return new IntakeError('TOOL_FAILED', { name, doing, detail: error.message }, options);
  }
}

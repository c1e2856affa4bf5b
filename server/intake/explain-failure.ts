import { IntakeError, shownName } from './intake-error.ts';
import { ToolError } from './run-tool.ts';

const NO_SPACE = /no space left on device|disk quota exceeded|ENOSPC|EDQUOT/i;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * What a failure of a step means for the operator; unchanged if it is an abort or already explained.
 *
 * @param doing what the step did, as in "encoding".
 */
export function explainFailure(error: unknown, doing: string, source: string, signal: AbortSignal): unknown {
  if (error instanceof IntakeError || (signal.aborted && error === signal.reason)) return error;
  const name = shownName(source);
  const options = { cause: error };
  if (NO_SPACE.test(`${codeOf(error)} ${error instanceof ToolError ? error.messages : ''}`))
    return new IntakeError('DISK_FULL', `The disk is full while ${doing} ${name}. Free space and retry.`, options);
  // Sources are read by tools. Only the job's own folder is used directly.
  if (error instanceof Error && 'syscall' in error)
    return new IntakeError(
      'STORE_UNAVAILABLE',
      `The folder of the job cannot be used (${codeOf(error)}) while ${doing} ${name}. Check that it is mounted and writable. It is retried.`,
      options,
    );
  if (!(error instanceof ToolError)) return error;
  switch (error.end) {
    case 'killed':
      return new IntakeError(
        'TOOL_KILLED',
        `A tool was killed while ${doing} ${name}, perhaps because memory was short. It is retried.`,
        options,
      );
    case 'late':
    case 'silent':
      return new IntakeError(
        'TOOL_STUCK',
        `${capital(doing)} ${name} made no progress and was stopped. It is retried; if it stops again, convert the file first.`,
        options,
      );
    case 'failed':
    case 'talkative':
      return new IntakeError(
        'TOOL_FAILED',
        `${capital(doing)} ${name} failed (${error.message}). Retry; if it fails again, convert the file first.`,
        options,
      );
  }
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

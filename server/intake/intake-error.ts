import { basename } from 'node:path';
import type { MediaFailureCode } from '#contract/console/media-codes.ts';
import { definedParams, type CodedText, type Params } from './texts/coded-text.ts';
import { failureTexts, type FailureParams } from './texts/failure-texts.ts';

/** The machine or a moment is the cause, not the source: the same job may succeed later. */
const RETRIED: ReadonlySet<MediaFailureCode> = new Set([
  'SOURCE_MISSING',
  'TOOL_MISSING',
  'TOOL_KILLED',
  'TOOL_STUCK',
  'TOOL_FAILED',
  'PROGRAM_ENDED',
  'PROGRAM_KILLED',
  'PROGRAM_STUCK',
  'DISK_FULL',
  'DISK_SHORT',
  'WAITING_FOR_ROOM',
  'FOLDER_UNAVAILABLE',
  'JOB_FOLDER_UNAVAILABLE',
  'STORE_UNAVAILABLE',
  'CLIP_DAMAGED',
  'PACKAGE_DAMAGED',
  'KEY_MISSING',
  'KEY_UNREADABLE',
  'WORKER_GONE',
  'UNEXPECTED',
]);

export function failureOf<Code extends MediaFailureCode>(code: Code, params: FailureParams<Code>): CodedText {
  const write = failureTexts[code] as (given: FailureParams<Code>) => string;
  return { code, params: definedParams(params), message: write(params) };
}

/** A failure for the operator. The message says which file, what is wrong and what to do. */
export class IntakeError<Code extends MediaFailureCode = MediaFailureCode> extends Error implements CodedText {
  override readonly name = 'IntakeError';
  readonly code: MediaFailureCode;
  readonly params: Params;
  /** A retry cannot help. */
  readonly isFinal: boolean;

  constructor(code: Code, params: FailureParams<Code>, options?: ErrorOptions) {
    const failure = failureOf(code, params);
    super(failure.message, options);
    this.code = code;
    this.params = failure.params;
    this.isFinal = !RETRIED.has(code);
  }
}

/** The failure that anything thrown is for the operator. */
export const codedFailure = (error: unknown): CodedText =>
  error instanceof IntakeError
    ? { code: error.code, params: error.params, message: error.message }
    : failureOf('UNEXPECTED', { detail: error instanceof Error ? error.message : String(error) });

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const LONGEST_NAME = 120;

/** A file's name for messages: one line, in quotes, without its folder. File names may contain anything but NUL and `/`. */
export function shownName(path: string): string {
  const characters = Array.from(basename(path).normalize('NFC').replace(CONTROL, '\uFFFD'));
  const name =
    characters.length <= LONGEST_NAME
      ? characters.join('')
      : `${characters.slice(0, LONGEST_NAME - 21).join('')}…${characters.slice(-20).join('')}`;
  return `"${name}"`;
}

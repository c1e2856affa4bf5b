import { basename } from 'node:path';

/** Why a source did not become a clip; jobs store the code. */
export type IntakeErrorCode =
  | 'TOOL_MISSING'
  | 'SOURCE_MISSING'
  | 'SOURCE_CHANGED'
  | 'SOURCE_LINK'
  | 'SOURCE_EMPTY'
  | 'SOURCE_PLAYLIST'
  | 'SOURCE_NO_VIDEO'
  | 'SOURCE_TRUNCATED'
  | 'SOURCE_DAMAGED'
  | 'SOURCE_TOO_LONG'
  | 'SOURCE_TOO_LARGE'
  | 'SOURCE_UNSUPPORTED'
  | 'DISK_FULL'
  | 'TOOL_KILLED'
  | 'TOOL_STUCK'
  | 'TOOL_FAILED'
  | 'CLIP_DAMAGED'
  | 'KEY_MISSING'
  | 'STORE_UNAVAILABLE';

/** The machine or a moment is the cause, not the source: the same job may succeed later. */
const RETRIED: ReadonlySet<IntakeErrorCode> = new Set([
  'TOOL_MISSING',
  'SOURCE_MISSING',
  'DISK_FULL',
  'TOOL_KILLED',
  'TOOL_STUCK',
  'TOOL_FAILED',
  'CLIP_DAMAGED',
  'KEY_MISSING',
  'STORE_UNAVAILABLE',
]);

/** A failure for the operator. The message says which file, what is wrong and what to do. */
export class IntakeError extends Error {
  override readonly name = 'IntakeError';
  readonly code: IntakeErrorCode;
  /** A retry cannot help. */
  readonly isFinal: boolean;

  constructor(code: IntakeErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.isFinal = !RETRIED.has(code);
  }
}

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

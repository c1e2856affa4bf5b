import type { MediaJobRow } from '../db/tables.ts';
import { storable, type CodedText, type Params } from './texts/coded-text.ts';

/** The code of a sentence about a job. */
export interface CodeOf {
  code: string;
  params: Params;
}

/** Notices of a job. Those of an earlier version have no code. */
export type Notices = readonly (CodedText | { code: null; message: string })[];

const MOST_NOTICES = 20;

/** The notices of a row. Its codes belong to sentences, as a worker of an earlier version adds sentences alone. */
export const noticesOf = ({ notices, notice_parts: parts }: Pick<MediaJobRow, 'notices' | 'notice_parts'>): Notices =>
  notices.map((message) => parts?.find((each) => each.message === message) ?? { code: null, message });

/** Adds a notice once: a repeated step says the same again. */
export function withNotice(notices: Notices, added: CodedText): Notices {
  const notice = storable(added);
  const isKnown = notices.some(({ message }) => message === notice.message);
  return isKnown || notices.length >= MOST_NOTICES ? notices : [...notices, notice];
}

/** The code of the row's error; null for one that a worker of an earlier version has written. */
export const codeOfError = (
  row: Pick<MediaJobRow, 'last_error' | 'last_error_code' | 'last_error_parts'>,
): CodeOf | null =>
  row.last_error_code !== null && row.last_error_parts?.message === row.last_error
    ? { code: row.last_error_code, params: row.last_error_parts.params }
    : null;

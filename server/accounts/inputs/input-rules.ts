import { INPUT_TEXT_LENGTH, type InputField } from '#contract/inputs.ts';
import type { InputRow } from '#server/db/tables.ts';

/** Remembered writers of an input: a household's phones, and those that were reloaded. */
const MAXIMUM_WRITERS = 16;

/** The field of a television that names none. */
export const PLAIN_FIELD: InputField = {
  name: '글자 입력',
  kind: 'text',
  done_label: '완료',
  max_length: INPUT_TEXT_LENGTH,
};

export const isSecretKind = (kind: InputField['kind']): boolean => kind === 'password' || kind === 'new-password';

/** Control characters, and format characters except the joiners and tags of emoji. */
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200D\u{E0020}-\u{E007F}])\p{Cf}/gu;
const LINE_BREAKS = /[\r\n\u2028\u2029]+/g;

/** A text while it is typed: NFC, one line, at most `maximum` characters. Spaces at the ends stay. */
export const tidyTyped = (text: string, maximum: number): string =>
  Array.from(text.normalize('NFC').replace(LINE_BREAKS, ' ').replace(UNWANTED, '')).slice(0, maximum).join('');

export interface Change {
  writer: string;
  change: number;
  field: number;
  is_done?: boolean | undefined;
}

type Written = Pick<InputRow, 'revision' | 'writers' | 'cnt_done' | 'problem'>;

/**
 * The input after a change; undefined for a repeated change, or for one of an earlier field, which must not land in
 * the current one. Changes apply in the order in which they arrive: the last one wins.
 */
export function applyChange(
  row: Pick<InputRow, 'revision' | 'field_number' | 'writers' | 'cnt_done'>,
  given: Change,
): Written | undefined {
  if (given.field !== row.field_number) return undefined;
  const known = row.writers.find(([writer]) => writer === given.writer);
  if (known && known[1] >= given.change) return undefined;
  const others = row.writers.filter(([writer]) => writer !== given.writer);
  return {
    revision: row.revision + 1,
    writers: [...others, [given.writer, given.change] as const].slice(-MAXIMUM_WRITERS),
    cnt_done: row.cnt_done + (given.is_done === true ? 1 : 0),
    // The error was about the earlier text.
    problem: null,
  };
}

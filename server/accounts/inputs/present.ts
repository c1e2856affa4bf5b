import type { Input } from '#contract/inputs.ts';
import type { InputRow } from '#server/db/tables.ts';
import { isSecretKind } from './input-rules.ts';

/** Formats a code for viewers: `ABCD-2345`. */
export const presentInputCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** @param opened the row's text and code in clear, and whether the caller opened the input */
export function presentInput(row: InputRow, opened: { code: string; text: string; isOwner: boolean }): Input {
  return {
    code: presentInputCode(opened.code),
    revision: row.revision,
    field: {
      number: row.field_number,
      name: row.field_name,
      kind: row.kind,
      done_label: row.done_label,
      max_length: row.max_length,
    },
    // An input without a key has no owner to check, so every holder of the code would read a password.
    text: isSecretKind(row.kind) && (!opened.isOwner || row.owner_hash === null) ? null : opened.text,
    length: Array.from(opened.text).length,
    writer: row.writers.at(-1)?.[0] ?? null,
    cnt_done: row.cnt_done,
    problem: row.problem,
    is_joined: row.is_joined,
    expires_at: row.expires_at.toISOString(),
  };
}

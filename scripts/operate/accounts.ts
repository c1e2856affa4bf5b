import { readFile } from 'node:fs/promises';
import { MOST_IMPORTED_BYTES, type ImportedAccounts } from '#contract/console/account-import.ts';
import { decodeTable } from '#server/accounts/index.ts';
import type { Operate } from '#server/console/operator/calls.ts';
import { NotDoneError, resultOf } from '../operator-commands/with-operate.ts';
import type { AccountVerb } from './read-words.ts';

async function readTable(file: string): Promise<string> {
  const bytes = await readFile(file);
  if (bytes.length > MOST_IMPORTED_BYTES)
    throw new NotDoneError(`The file has more than ${MOST_IMPORTED_BYTES} bytes. Split it.`);
  return decodeTable(bytes);
}

/** Part by part: an import that is ended has added what it has answered, and goes on when it is repeated. */
async function importAll(operate: Operate, text: string): Promise<Omit<ImportedAccounts, 'next'>> {
  const sums = { cnt_added: 0, cnt_invited: 0, cnt_known: 0, cnt_refused: 0 };
  for (let from: number | null = 0; from !== null;) {
    const { next, ...part }: ImportedAccounts = await resultOf(operate('accounts/import', { text, from }));
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += part[name];
    from = next;
  }
  return sums;
}

/** Brings in the people of a table. @returns the result, and the lines that show it in a terminal. */
export async function runAccounts(
  operate: Operate,
  { verb, file }: { verb: AccountVerb; file: string },
): Promise<{ value: object; lines: readonly string[] }> {
  const text = await readTable(file);
  switch (verb) {
    case 'examine': {
      const value = await resultOf(operate('accounts/examine', { text }));
      return {
        value,
        lines: [
          `${value.cnt_new} new, ${value.cnt_invited} of them invited by mail; ${value.cnt_known} have an account; ${value.cnt_refused} refused.`,
          ...(value.ignored.length === 0 ? [] : [`Ignored columns: ${value.ignored.join(', ')}`]),
          ...value.refused.map(({ line, email, reason }) => `line ${line}\t${email}\t${reason}`),
        ],
      };
    }
    case 'import': {
      const value = await importAll(operate, text);
      return {
        value,
        lines: [
          `${value.cnt_added} added, ${value.cnt_invited} of them invited by mail; ${value.cnt_known} had an account; ${value.cnt_refused} refused.`,
        ],
      };
    }
    case 'refused': {
      const value = await resultOf(operate('accounts/refused', { text }));
      return { value, lines: [value.csv.trimEnd()] };
    }
  }
}

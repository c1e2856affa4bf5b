import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/** Rows of one statement. */
const BATCH = 250_000;

/** Generated rows of one table. */
export interface Filling {
  what: string;
  count: number;
  /** Inserts the rows from a number to another, both included. */
  insert(from: number, to: number): RawBuilder<unknown>;
}

/** Numbers from one to another as `n`, both included. */
export const numbersFrom = (from: number, to: number): RawBuilder<unknown> =>
  sql`generate_series(${from}::int, ${to}::int) as n`;

/** An id made of its kind, four hexadecimal digits, and a number that is an expression of SQL. */
export const idOf = (kind: string, number: string): RawBuilder<string> =>
  sql.raw(`('${kind}0000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`);

/** The same id as text. */
export const idText = (kind: string, number: number): string =>
  `${kind}0000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Fills tables in batches. */
export async function fillTables(
  db: Connection,
  fillings: readonly Filling[],
  onFill: (what: string, count: number) => void,
): Promise<void> {
  for (const { what, count, insert } of fillings) {
    onFill(what, count);
    for (let from = 1; from <= count; from += BATCH) await insert(from, Math.min(count, from + BATCH - 1)).execute(db);
  }
}

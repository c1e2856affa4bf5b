import type { Tables } from './tables.ts';

export type TableName = keyof Tables;

/** How often tables were written. Only for a database that no other process can write. */
export interface Changes {
  /** Grows before each statement that may write one of the tables. */
  countOf(tables: readonly TableName[]): number;
}

export interface WatchedChanges extends Changes {
  /**
   * Takes note of a statement before it runs.
   *
   * @returns whether it may write.
   */
  note(statement: string): boolean;
}

const READS = /^\s*(?:select|with)\b/i;
const WRITTEN = /\b(?:insert\s+into|update|merge\s+into)\s+(?:only\s+)?"?(\w+)/gi;
/** What removes rows removes those that refer to them too. */
const REMOVES = /\b(?:delete\s+from|truncate)\b/i;

/**
 * Counts writes by the text of statements. In doubt it counts too many: a name that is no table's harms nobody, and what
 * is neither a plain read nor a write that names its table counts for all tables.
 */
export function watchChanges(): WatchedChanges {
  const counts = new Map<string, number>();
  let ofAll = 0;

  return {
    countOf: (tables) => tables.reduce((sum, table) => sum + (counts.get(table) ?? 0), ofAll),
    note(statement) {
      const written = [...statement.matchAll(WRITTEN)].map(([, table]) => table!.toLowerCase());
      const countsForAll = REMOVES.test(statement) || (written.length === 0 && !READS.test(statement));
      if (countsForAll) ofAll += 1;
      for (const table of written) counts.set(table, (counts.get(table) ?? 0) + 1);
      return countsForAll || written.length > 0;
    },
  };
}

import type { Tables } from './tables.ts';

export type TableName = keyof Tables;

/** Write counters per table. Only valid when no other process can write to the database. */
export interface Changes {
  /** Increases before each statement that may write to one of the tables. */
  countOf(tables: readonly TableName[]): number;
  /** Increases with the counter of any table, and is cheaper to read. */
  countAll(): number;
}

export interface WatchedChanges extends Changes {
  /**
   * Records a statement before it runs.
   *
   * @returns whether it may write.
   */
  note(statement: string): boolean;
}

const READS = /^\s*(?:select|with)\b/i;
const WRITTEN = /\b(?:insert\s+into|update|merge\s+into)\s+(?:only\s+)?"?(\w+)/gi;
/** A delete may cascade to referring tables. */
const REMOVES = /\b(?:delete\s+from|truncate)\b/i;

/**
 * Counts writes by the text of statements. When in doubt it counts too many: unknown names are harmless, and a
 * statement that is neither a plain read nor a write that names its table counts for all tables.
 */
export function watchChanges(): WatchedChanges {
  const counts = new Map<string, number>();
  let ofAll = 0;
  let all = 0;

  return {
    countOf(tables) {
      let sum = ofAll;
      for (const table of tables) sum += counts.get(table) ?? 0;
      return sum;
    },
    countAll: () => all,
    note(statement) {
      const written = [...statement.matchAll(WRITTEN)].map(([, table]) => table!.toLowerCase());
      const countsForAll = REMOVES.test(statement) || (written.length === 0 && !READS.test(statement));
      if (countsForAll) ofAll += 1;
      if (countsForAll || written.length > 0) all += 1;
      for (const table of written) counts.set(table, (counts.get(table) ?? 0) + 1);
      return countsForAll || written.length > 0;
    },
  };
}

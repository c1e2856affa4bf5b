import { batched } from '../lib/batched.ts';
import type { TableName } from './changes.ts';
import type { Database } from './open.ts';

/** Answers that one kind of reading remembers at most. */
const MAXIMUM_REMEMBERED = 10_000;

/** One kind of reading, by keys. Its answer must depend on the key and on rows alone, not on the time. */
export interface Reading<K, V> {
  /** All tables that it looks at. */
  tables: readonly TableName[];
  /** Equal for keys with the same answer. */
  nameOf(key: K): string;
  /** One answer per key, in the same order. No name comes twice. */
  read(keys: K[]): Promise<V[]>;
}

/** Answers by keys, in the same order; they are shared, so nobody may change them. */
export type Find<K, V> = (keys: readonly K[]) => Promise<readonly V[]> | readonly V[];

/** How rules read what many calls ask for: each kind of reading is made once and then asked by key. */
export type Reads = <K, V>(reading: Reading<K, V>) => Find<K, V>;

/**
 * Calls that arrive together share one statement. Where the database tells its changes, an answer also holds until a
 * table that it came from is written. The count is taken before the statement is sent: a write that slips in between
 * makes the answer old, never the reverse.
 */
export function createReads({ changes, atOnce }: Pick<Database, 'changes' | 'atOnce'>): Reads {
  return <K, V>({ tables, nameOf, read }: Reading<K, V>): Find<K, V> => {
    let remembered = new Map<string, V>();
    let count = -1;

    const known = (): Map<string, V> => {
      const now = changes?.countOf(tables);
      if (now === undefined || now !== count) remembered = new Map();
      count = now ?? -1;
      return remembered;
    };

    const find = batched(async (asked: (readonly K[])[]) => {
      const answers = known();
      const missing = new Map<string, K>();
      for (const key of asked.flat()) if (!answers.has(nameOf(key))) missing.set(nameOf(key), key);
      if (missing.size > 0) {
        const found = await read([...missing.values()]);
        [...missing.keys()].forEach((name, index) => answers.set(name, found[index] as V));
      }
      const inOrder = asked.map((keys) => keys.map((key) => answers.get(nameOf(key)) as V));
      for (const name of answers.keys()) {
        if (answers.size <= MAXIMUM_REMEMBERED) break;
        answers.delete(name);
      }
      return inOrder;
    }, atOnce);

    return (keys) => {
      if (changes === undefined) return find(keys);
      const answers = known();
      const names = keys.map(nameOf);
      return names.every((name) => answers.has(name)) ? names.map((name) => answers.get(name) as V) : find(keys);
    };
  };
}

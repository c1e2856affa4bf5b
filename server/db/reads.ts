import { batched } from '../lib/batched.ts';
import type { TableName } from './changes.ts';
import type { Batching } from './batching.ts';
import type { Database } from './open.ts';

/** Maximum cached answers per kind of read. */
const MAXIMUM_REMEMBERED = 10_000;

/** One kind of read, by keys. Its answer must depend only on the key and on rows, not on the time. */
export interface Reading<K, V> {
  /** All tables that it reads. */
  tables: readonly TableName[];
  /** Cache key: equal for keys with the same answer. */
  cacheKeyOf(key: K): string;
  /** One answer per key, in the same order. The keys are distinct. */
  read(keys: K[]): Promise<V[]>;
  /** The account that a key is about, the same for all keys of a call. Null for reads of tables without accounts. */
  accountOf: ((key: K) => string) | null;
}

/** Answers by keys, in the same order. Cached ones are shared, and frozen (lib/layers.ts): callers must not change any of them. */
export type Find<K, V> = (keys: readonly K[]) => Promise<readonly V[]> | readonly V[];

/** Creates one read function per kind of read. */
export type Reads = <K, V>(reading: Reading<K, V>) => Find<K, V>;

/**
 * Batches concurrent reads into one statement. When the database reports changes, an answer is also cached until one of
 * its tables is written. The counter is read before the statement is sent: a concurrent write makes the cached answer
 * stale, never the reverse.
 */
export function createReads({ changes }: Pick<Database, 'changes'>, { atOnce, isByAccount }: Batching): Reads {
  return <K, V>({ tables, cacheKeyOf, read, accountOf }: Reading<K, V>): Find<K, V> => {
    let remembered = new Map<string, V>();
    /** The counters that belong to `remembered`. */
    let [count, countOfAll] = [-1, -1];

    const known = (): Map<string, V> => {
      const all = changes?.countAll();
      if (all !== undefined && all === countOfAll) return remembered;
      const now = changes?.countOf(tables);
      if (now === undefined || now !== count) remembered = new Map();
      count = now ?? -1;
      countOfAll = all ?? -1;
      return remembered;
    };

    const flush = async (asked: (readonly K[])[]) => {
      const answers = known();
      // A batch may have thousands of keys, so each name is made once.
      const names = asked.map((keys) => keys.map(cacheKeyOf));
      const missing = new Map<string, K>();
      asked.forEach((keys, call) =>
        keys.forEach((key, index) => {
          const name = names[call]![index]!;
          if (!answers.has(name)) missing.set(name, key);
        }),
      );
      if (missing.size > 0) {
        const found = await read([...missing.values()]);
        const isCached = changes !== undefined;
        [...missing.keys()].forEach((name, index) =>
          answers.set(name, isCached ? Object.freeze(found[index] as V) : (found[index] as V)),
        );
      }
      const inOrder = names.map((ofCall) => ofCall.map((name) => answers.get(name) as V));
      for (const name of answers.keys()) {
        if (answers.size <= MAXIMUM_REMEMBERED) break;
        answers.delete(name);
      }
      return inOrder;
    };
    const find = batched(
      flush,
      atOnce,
      isByAccount && accountOf !== null ? { groupOf: ([key]) => key && accountOf(key) } : {},
    );

    return (keys) => {
      if (changes === undefined) return find(keys);
      const answers = known();
      const found: V[] = [];
      for (const key of keys) {
        const name = cacheKeyOf(key);
        const answer = answers.get(name);
        if (answer === undefined && !answers.has(name)) return find(keys);
        found.push(answer as V);
      }
      return found;
    };
  };
}

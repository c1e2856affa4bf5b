import { batched } from '../lib/batched.ts';
import { batchedByAccount, type Batching } from '../lib/batched-by-account.ts';

/** One kind of read, by keys. */
export interface Loading<K, V> {
  /** A name that is equal for keys with the same answer. */
  keyOf(key: K): string;
  /** One answer per key, in the same order. The keys are distinct. */
  read(keys: K[]): Promise<V[]>;
  /** The account that a key is about, the same for all keys of a call. Null for reads of tables without accounts. */
  accountOf: ((key: K) => string) | null;
}

/** Answers by keys, in the same order. Calls share answers, so they must not change them. */
export type Load<K, V> = (keys: readonly K[]) => Promise<readonly V[]>;

/** Creates the loader of one kind of read. */
export type CreateLoader = <K, V>(loading: Loading<K, V>) => Load<K, V>;

/** Loaders that read the keys of concurrent calls with one statement, each key once. They cache nothing. */
export const createLoaders =
  (batching: Batching): CreateLoader =>
  <K, V>({ keyOf, read, accountOf }: Loading<K, V>): Load<K, V> => {
    const flush = async (asked: (readonly K[])[]): Promise<(readonly V[])[]> => {
      const distinct = new Map<string, K>();
      const names = asked.map((keys) =>
        keys.map((key) => {
          const name = keyOf(key);
          distinct.set(name, key);
          return name;
        }),
      );
      const values = distinct.size === 0 ? [] : await read([...distinct.values()]);
      const byName = new Map([...distinct.keys()].map((name, index) => [name, values[index] as V]));
      return names.map((ofCall) => ofCall.map((name) => byName.get(name) as V));
    };
    if (accountOf === null) return batched(flush, batching.atOnce);
    return batchedByAccount(batching, flush, ([key]) => key && accountOf(key));
  };

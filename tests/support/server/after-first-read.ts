import type { Connection } from '#server/db/open.ts';

/** An object with one method replaced; the others keep their own `this`, which may have private fields. */
const withMethod = <T extends object>(object: T, name: keyof T, method: unknown): T =>
  new Proxy(object, {
    get(target, key) {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/**
 * A connection on which something happens after its first SQL template has run: what another process writes in that
 * moment. Statements of the query builder do not count.
 */
export function afterFirstRead(db: Connection, happen: () => Promise<unknown>): Connection {
  const executor = db.getExecutor();
  let isFirst = true;
  const executeQuery = async (query: Parameters<typeof executor.executeQuery>[0]) => {
    const result = await executor.executeQuery(query);
    if (isFirst) {
      isFirst = false;
      await happen();
    }
    return result;
  };
  const intercepted = withMethod(executor, 'executeQuery', executeQuery);
  return withMethod(db, 'getExecutor', () => intercepted);
}

/** A connection whose first statements fail with these codes of PostgreSQL; the SQL templates among them alone. */
export function failingFirst(db: Connection, ...codes: string[]): Connection {
  const executor = db.getExecutor();
  const executeQuery = (query: Parameters<typeof executor.executeQuery>[0]) => {
    const code = codes.shift();
    return code === undefined
      ? executor.executeQuery(query)
      : Promise.reject(Object.assign(new Error(`failed with ${code}`), { code }));
  };
  const intercepted = withMethod(executor, 'executeQuery', executeQuery);
  return withMethod(db, 'getExecutor', () => intercepted);
}

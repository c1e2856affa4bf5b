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

type Execute = ReturnType<Connection['getExecutor']>['executeQuery'];

/** Connections whose SQL templates are run by the test. Statements of the query builder run as usual. */
function intercept(db: Connection, by: (execute: Execute) => Execute): Connection {
  const executor = db.getExecutor();
  const intercepted = withMethod(executor, 'executeQuery', by(executor.executeQuery.bind(executor)));
  return withMethod(db, 'getExecutor', () => intercepted);
}

/** A connection on which something happens after its first SQL template has run: what another process writes in that moment. */
export function afterFirstRead(db: Connection, happen: () => Promise<unknown>): Connection {
  let isFirst = true;
  return intercept(db, (execute) => async (query) => {
    const result = await execute(query);
    if (isFirst) {
      isFirst = false;
      await happen();
    }
    return result;
  });
}

/** A connection whose first SQL templates fail with these codes of PostgreSQL, one each. */
export function failingFirst(db: Connection, ...codes: string[]): Connection {
  return intercept(db, (execute) => (query) => {
    const code = codes.shift();
    return code === undefined
      ? execute(query)
      : Promise.reject(Object.assign(new Error(`failed with ${code}`), { code }));
  });
}

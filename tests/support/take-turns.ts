import type { FastifyInstance } from 'fastify';

/**
 * Presents several servers on one database as one: each call goes to the next server, as behind a load balancer, whether
 * injected or over the network. State that only one process holds makes the next call fail.
 */
export function takeTurns(apps: readonly FastifyInstance[]): FastifyInstance {
  const [first, ...others] = apps;
  if (!first) throw new Error('no server');
  if (others.length === 0) return first;

  let calls = 0;
  const next = () => apps[calls++ % apps.length]!;
  // The first server's socket serves all of them.
  first.server.removeAllListeners('request');
  first.server.on('request', (request, response) => next().routing(request, response));
  first.addHook('onReady', async () => {
    for (const other of others) await other.ready();
  });
  first.addHook('onClose', async () => {
    for (const other of others) await other.close();
  });
  return new Proxy(first, {
    get(_, key) {
      const owner = key === 'inject' ? next() : first;
      const value: unknown = Reflect.get(owner, key);
      return typeof value === 'function' ? (value.bind(owner) as unknown) : value;
    },
  });
}

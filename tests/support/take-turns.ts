import type { FastifyInstance } from 'fastify';

/**
 * Servers on one database as one: each call goes to the next of them, as behind a load balancer, whether it is injected
 * or comes over the network. What one of them alone remembered would be missed by the next call.
 */
export function takeTurns(apps: readonly FastifyInstance[]): FastifyInstance {
  const [first, ...others] = apps;
  if (!first) throw new Error('no server');
  if (others.length === 0) return first;

  let calls = 0;
  const next = () => apps[calls++ % apps.length]!;
  // The first one listens for all.
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

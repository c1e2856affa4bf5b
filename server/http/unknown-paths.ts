import type { FastifyInstance, HTTPMethods } from 'fastify';
import { fail } from '../lib/fail.ts';
import { isShared, PREFIXES, type Surface } from './surface.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Metrics that a stranger may not read are hidden: another method must not give them away. */
const HIDDEN: readonly Surface[] = ['supervision'];

/** Where requests end whose address cannot be decoded: the router knows no route for them, and runs no hook. */
const MALFORMED_PATH = '/api/-/malformed';

/** The path that a request is routed by: its own, unless it has a broken percent-encoding. */
export function routablePath(url: string): string {
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return MALFORMED_PATH;
  }
}

/** Below a prefix every path is of its surface, so that an unknown one is answered as a call or a file is. */
function mountUnknown(app: FastifyInstance): void {
  for (const [surface, prefix] of Object.entries(PREFIXES) as [Surface, string][])
    for (const url of [prefix, `${prefix}/*`]) {
      const taken = app.routeTable.get(url)?.methods;
      const method = METHODS.filter((each) => !taken?.has(each));
      // A prefix that has routes of its own, as `/art/*`, has no other paths below it.
      if (taken && [...taken].some((each) => each !== 'OPTIONS')) continue;
      app.route({ method, url, schema: { hide: true }, config: { surface }, handler: () => fail('NOT_FOUND') });
    }
}

/** Answers 405 with `allow` for the other methods of a known path. */
function mountWrongMethods(app: FastifyInstance): void {
  for (const [url, { surface, methods }] of [...app.routeTable]) {
    if (HIDDEN.includes(surface) || url === '/*') continue;
    const method = METHODS.filter((each) => !methods.has(each) && !(each === 'OPTIONS' && isShared(surface)));
    if (method.length === 0) continue;
    const allow = [...methods, ...(isShared(surface) && !methods.has('OPTIONS') ? ['OPTIONS'] : [])].join(', ');
    app.route({
      method,
      url,
      schema: { hide: true },
      config: { surface },
      handler: (_request, reply) => {
        void reply.header('allow', allow);
        fail('METHOD_NOT_ALLOWED');
      },
    });
  }
}

/** Routes addresses with a broken percent-encoding, so that limits and headers apply to them. */
export function installMalformed(app: FastifyInstance): void {
  app.route({
    method: [...METHODS],
    url: MALFORMED_PATH,
    schema: { hide: true },
    config: { surface: 'call' },
    handler: () => fail('VALIDATION_FAILED', { fields: { path: ['WRONG_FORMAT'] } }),
  });
}

/** Answers every request that no route answers. Install it last. */
export function installUnknownPaths(app: FastifyInstance): void {
  // As a plugin: routes of plugins that were registered before are in the table only when it runs.
  void app.register((scope, _options, done) => {
    mountUnknown(scope);
    mountWrongMethods(scope);
    done();
  });
  app.setNotFoundHandler(() => fail('NOT_FOUND'));
}

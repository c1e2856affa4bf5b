import type { FastifyInstance, HTTPMethods } from 'fastify';
import { fail } from '../lib/fail.ts';
import { isShared, PREFIXES, type Surface } from './surface.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Metrics that a stranger may not read are hidden: a 405 would reveal them. */
const HIDDEN: readonly Surface[] = ['supervision'];

/** Target of requests whose address cannot be decoded: the router would match no route and run no hook. */
const MALFORMED_PATH = '/api/-/malformed';

/** The path to route a request by: its own, unless its percent-encoding is broken. */
export function routablePath(url: string): string {
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return MALFORMED_PATH;
  }
}

/** Unknown paths below a prefix belong to its surface, so that they are answered like its calls or files. */
function mountUnknown(app: FastifyInstance): void {
  for (const [surface, prefix] of Object.entries(PREFIXES) as [Surface, string][])
    for (const url of [prefix, `${prefix}/*`]) {
      const taken = app.routeTable.get(url)?.methods;
      const method = METHODS.filter((each) => !taken?.has(each));
      // A prefix with its own wildcard route, such as `/art/*`, has no unknown paths.
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

/** Routes addresses with broken percent-encoding, so that limits and headers apply to them. */
export function installMalformed(app: FastifyInstance): void {
  app.route({
    method: [...METHODS],
    url: MALFORMED_PATH,
    schema: { hide: true },
    config: { surface: 'call' },
    handler: () => fail('VALIDATION_FAILED', { fields: { path: ['WRONG_FORMAT'] } }),
  });
}

/** Answers every request without a route. Install it last. */
export function installUnknownPaths(app: FastifyInstance): void {
  // Registered as a plugin, so that it runs after earlier plugins have added their routes to the table.
  void app.register((scope, _options, done) => {
    mountUnknown(scope);
    mountWrongMethods(scope);
    done();
  });
  app.setNotFoundHandler(() => fail('NOT_FOUND'));
}

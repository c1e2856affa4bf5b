import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * What a route is for. Limits, maintenance and headers go by it, never by the spelling of the address: percent-encodings,
 * absolute addresses and doubled slashes lead to the same route.
 *
 * - `call`: a call of the contract, or anything else below `/api/`
 * - `page`: a page for phones
 * - `media`: a stream behind a signed address
 * - `art`: a picture of the catalogue
 * - `static`: a file of the built app; also every path that is nowhere
 * - `supervision`: what load balancers and Prometheus ask
 * - `operator`: tools of operators and developers
 */
export type Surface = 'call' | 'page' | 'media' | 'art' | 'static' | 'supervision' | 'operator';

declare module 'fastify' {
  interface FastifyContextConfig {
    surface?: Surface;
    /** The answer may be compressed: it carries no secret. */
    isCompressible?: boolean;
  }
  interface FastifyInstance {
    /** Every registered path, with its surface and its methods. */
    routeTable: ReadonlyMap<string, RouteOfPath>;
  }
}

export interface RouteOfPath {
  readonly surface: Surface;
  readonly methods: Set<string>;
}

/** A method and path without a route of their own count as `static`, where every unknown path ends. */
export const surfaceOf = (request: FastifyRequest): Surface => request.routeOptions.config?.surface ?? 'static';

/** Options of the routes that supervisors ask; load balancers send HEAD too. */
export const SUPERVISION = {
  schema: { hide: true },
  config: { surface: 'supervision' },
  exposeHeadRoute: true,
} as const;

/** Where the surfaces lie whose unknown paths are theirs too. */
export const PREFIXES = { call: '/api', media: '/media', art: '/art', operator: '/dev' } as const;

/** Surfaces that pages of any origin may use: a packaged app's page has the origin `null` or `file://`. */
export const isShared = (surface: Surface): boolean => surface === 'call' || surface === 'media' || surface === 'art';

/** Refuses routes that do not say what they are for. Install it before the first route. */
export function installRouteTable(app: FastifyInstance): void {
  const table = new Map<string, RouteOfPath>();
  app.decorate('routeTable', table);
  app.addHook('onRoute', ({ url, method, config }) => {
    const surface = config?.surface;
    if (!surface) throw new Error(`${String(method)} ${url} has no surface: say in its config what it is for`);
    const known = table.get(url) ?? { surface, methods: new Set<string>() };
    if (known.surface !== surface) throw new Error(`${url} has two surfaces: ${known.surface} and ${surface}`);
    for (const each of [method].flat()) known.methods.add(each);
    table.set(url, known);
  });
}

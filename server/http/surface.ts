import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * The purpose of a route. Limits, maintenance and headers depend on it, never on the spelling of the address:
 * percent-encoding, absolute addresses and doubled slashes reach the same route.
 *
 * - `call`: a call of the contract, or any other path below `/api/`
 * - `console`: a call of the operators' console
 * - `page`: a page for phones
 * - `media`: a stream with a signed address
 * - `art`: a picture of the catalogue
 * - `static`: a file of the built app; also every unknown path
 * - `supervision`: for load balancers and Prometheus
 * - `operator`: tools of operators and developers
 * - `provider`: what another company's service sends; signed
 */
export type Surface =
  'call' | 'console' | 'page' | 'media' | 'art' | 'static' | 'supervision' | 'operator' | 'provider';

declare module 'fastify' {
  interface FastifyContextConfig {
    surface?: Surface;
    /** The answer may be compressed: it contains no secret. */
    isCompressible?: boolean;
    /** Nobody waits for the answer: a busy server refuses it first. */
    isOptional?: boolean;
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

/** A request without a route counts as `static`, which handles unknown paths. */
export const surfaceOf = (request: FastifyRequest): Surface => request.routeOptions.config?.surface ?? 'static';

/** Options of routes for supervisors; load balancers also send HEAD. */
export const SUPERVISION = {
  schema: { hide: true },
  config: { surface: 'supervision' },
  exposeHeadRoute: true,
} as const;

/** Prefixes of surfaces that also own their unknown paths. */
export const PREFIXES = {
  call: '/api',
  console: '/api/console',
  media: '/media',
  art: '/art',
  operator: '/dev',
} as const;

/** Surfaces that pages of any origin may use: a packaged app's page has the origin `null` or `file://`. */
export const isShared = (surface: Surface): boolean => surface === 'call' || surface === 'media' || surface === 'art';

/** Rejects routes without a surface. Install it before the first route. */
export function installRouteTable(app: FastifyInstance): void {
  const table = new Map<string, RouteOfPath>();
  app.decorate('routeTable', table);
  app.addHook('onRoute', ({ url, method, config }) => {
    const surface = config?.surface;
    if (!surface) throw new Error(`${String(method)} ${url} has no surface: set one in its config`);
    const known = table.get(url) ?? { surface, methods: new Set<string>() };
    if (known.surface !== surface) throw new Error(`${url} has two surfaces: ${known.surface} and ${surface}`);
    for (const each of [method].flat()) known.methods.add(each);
    table.set(url, known);
  });
}

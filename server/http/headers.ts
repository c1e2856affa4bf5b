import type { FastifyInstance } from 'fastify';
import { isShared, PREFIXES, surfaceOf } from './surface.ts';

/**
 * What a browser may load for a page of the app, as a Content-Security-Policy.
 *
 * @param scriptHashes of the inline scripts that the page has, as `'sha256-...'`
 */
export const appPolicy = (publicUrl: string, scriptHashes: readonly string[] = []): string =>
  [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "worker-src 'self' blob:",
    // The scripts for old engines put their styles into the page themselves.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    `img-src 'self' data: blob: ${publicUrl}`,
    `media-src 'self' blob: ${publicUrl}`,
    `connect-src 'self' blob: data: ${publicUrl}`,
  ].join(';');

/** The answer to a call is data: a browser that is pointed at it shows it and loads nothing. */
const CALL_POLICY = "default-src 'none';frame-ancestors 'none'";

/** Over http a browser ignores `strict-transport-security`; over https the proxy that has the certificate says it. */
const headersWith = (contentSecurityPolicy: string) =>
  Object.entries({
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    // Pictures and media are shown by packaged apps, whose pages have another origin.
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'SAMEORIGIN',
  });

/**
 * A packaged app's page comes from a file, with the origin `null` or `file://`. No call is made with cookies, so any page
 * may call: without a token it learns nothing.
 */
const OF_ANY_ORIGIN = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'content-length, content-range, x-request-id, retry-after'],
] as const;

/** What a browser asks before it sends a call that a form could not send; it remembers the answer for a day. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, range, x-profile-pin',
  'access-control-max-age': '86400',
  // Some browsers wait for a body that 204 never has.
  'content-length': '0',
};

/** On every answer: its request, so that a viewer's report finds its line in the log, and what browsers must not do. */
export function installHeaders(app: FastifyInstance, publicUrl: () => string): void {
  // Headers depend on the surface of the route alone, so each list is built once.
  const ofCalls = [...headersWith(CALL_POLICY), ...OF_ANY_ORIGIN];
  const ofPages = (url: string) => {
    const headers = headersWith(appPolicy(url));
    return { url, headers, ofFiles: [...headers, ...OF_ANY_ORIGIN] };
  };
  let pages = ofPages('');

  app.addHook('onRequest', (request, reply, done) => {
    const own = publicUrl();
    // The own address is known only when the server listens.
    if (pages.url !== own) pages = ofPages(own);
    void reply.header('x-request-id', request.id);
    const surface = surfaceOf(request);
    const headers = surface === 'call' ? ofCalls : isShared(surface) ? pages.ofFiles : pages.headers;
    for (const [name, value] of headers) void reply.header(name, value);
    done();
  });
}

/** Answers preflights below the paths that pages of any origin may use. */
export function installPreflights(app: FastifyInstance): void {
  for (const surface of ['call', 'media', 'art'] as const)
    for (const url of [PREFIXES[surface], `${PREFIXES[surface]}/*`])
      app.options(url, { schema: { hide: true }, config: { surface } }, (_request, reply) =>
        reply.status(204).headers(PREFLIGHT).send(),
      );
}

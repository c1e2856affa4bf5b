import type { FastifyInstance } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { isShared, PREFIXES, surfaceOf } from './surface.ts';

/** Origins from which the app's pages load, beside their own. */
export interface PageSources {
  publicUrl: string;
  mediaUrl?: string | undefined;
  /** Who may show the page in a frame. Default: nobody. */
  framedBy?: "'self'" | "'none'";
}

/**
 * Content-Security-Policy of the app's pages.
 *
 * @param scriptHashes hashes of the page's inline scripts, as `'sha256-...'`
 */
export const appPolicy = (
  { publicUrl, mediaUrl, framedBy = "'none'" }: PageSources,
  scriptHashes: readonly string[] = [],
): string => {
  const media = mediaUrl === undefined ? publicUrl : `${publicUrl} ${mediaUrl}`;
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framedBy}`,
    "form-action 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "worker-src 'self' blob:",
    // The bundle for old engines injects its styles into the page.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    `img-src 'self' data: blob: ${media}`,
    `media-src 'self' blob: ${media}`,
    `connect-src 'self' blob: data: ${media}`,
  ].join(';');
};

/** Answers to calls are data: a browser that opens one shows it and loads nothing. */
export const CALL_POLICY = "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'";

/**
 * Without `strict-transport-security`: browsers ignore it over http, and over https the proxy with the certificate
 * sends it.
 */
const headersWith = (contentSecurityPolicy: string) =>
  Object.entries({
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    // Packaged apps, whose pages have another origin, show pictures and media.
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'SAMEORIGIN',
  });

/**
 * A packaged app's page is loaded from a file and has the origin `null` or `file://`. Calls use no cookies, so any page
 * may call: without a token it learns nothing.
 */
const OF_ANY_ORIGIN = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'content-length, content-range, date, x-request-id, retry-after'],
] as const;

/** Answer to a CORS preflight; browsers cache it for a day. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, range, x-profile-pin',
  'access-control-max-age': '86400',
  // Some browsers wait for the body of a 204.
  'content-length': '0',
};

export interface HeadersOptions {
  clock: Clock;
  publicUrl: () => string;
  mediaUrl?: string | undefined;
}

/** Sets headers on every answer: the request id, to find a viewer's report in the log, and security headers. */
export function installHeaders(app: FastifyInstance, { clock, publicUrl, mediaUrl }: HeadersOptions): void {
  // Headers depend only on the route's surface, so each list is built once.
  const ofCalls = [...headersWith(CALL_POLICY), ...OF_ANY_ORIGIN];
  const ofPages = (url: string) => {
    const headers = headersWith(appPolicy({ publicUrl: url, mediaUrl }));
    return { url, headers, ofFiles: [...headers, ...OF_ANY_ORIGIN] };
  };
  // Answers about viewers and the catalogue's drafts: for the console's own page alone.
  const ofConsole = Object.entries({
    ...Object.fromEntries(headersWith(CALL_POLICY)),
    'cross-origin-resource-policy': 'same-origin',
  });
  let pages = ofPages('');

  app.addHook('onRequest', (request, reply, done) => {
    const own = publicUrl();
    // The server's own address is known only once it listens.
    if (pages.url !== own) pages = ofPages(own);
    void reply.header('x-request-id', request.id);
    const surface = surfaceOf(request);
    const headers =
      surface === 'call'
        ? ofCalls
        : surface === 'console'
          ? ofConsole
          : isShared(surface)
            ? pages.ofFiles
            : pages.headers;
    for (const [name, value] of headers) void reply.header(name, value);
    // Apps set their clock by it, so it must be the clock by which releases and rights are judged.
    if (surface === 'call') void reply.header('date', clock.now().toUTCString());
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

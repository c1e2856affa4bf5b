import type { FastifyInstance } from 'fastify';

/** What a browser may load for a page of ours, as a Content-Security-Policy. */
const pagePolicy = (publicUrl: string): string =>
  [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // The build for old televisions starts itself with a few inline lines.
    "script-src 'self' 'unsafe-inline' data: blob:",
    "worker-src 'self' blob:",
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

/** On every answer: its request, so that a viewer's report finds its line in the log, and what browsers must not do. */
export function installHeaders(app: FastifyInstance, publicUrl: () => string): void {
  const ofCalls = headersWith(CALL_POLICY);
  let pages = { publicUrl: '', headers: headersWith(pagePolicy('')) };

  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    const url = publicUrl();
    // The own address is known only when the server listens.
    if (pages.publicUrl !== url) pages = { publicUrl: url, headers: headersWith(pagePolicy(url)) };
    const headers = request.url.startsWith('/api/') ? ofCalls : pages.headers;
    for (const [name, value] of headers) void reply.header(name, value);
    done();
  });
}

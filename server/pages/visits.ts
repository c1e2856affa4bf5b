import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, FindCaller } from '../accounts/sessions.ts';
import { cookieName, readCookies, writeCookie } from '../lib/cookies.ts';
import type { Random } from '../lib/random.ts';
import { contentOf, forged, toFailure } from './failures.ts';
import { headersWithScript, pageOf, type PageContent } from './shell.ts';

/** The longest form is a password entered twice, with up to twelve encoded bytes per character. */
const BODY_LIMIT = 16 * 1024;
const FORM_COOKIE = 'bora-form';
const SESSION_COOKIE = 'bora-phone';
const SESSION_LIVES_SECONDS = 30 * 24 * 3600;
const DEVICE_COOKIE = 'bora-device';
/** As long as the server remembers a device that does not sign in. */
const DEVICE_LIVES_SECONDS = 180 * 24 * 3600;

/** One request of a phone. */
export interface Visit {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Form fields; empty for a GET. */
  form: Record<string, string>;
  /** The caller's key in rate limits. */
  address: string;
  /** Id of the request in the log. */
  requestId: string;
  /** Include it in every form. */
  formToken: string;
  /** The account signed in on this phone; a profile's token in the cookie counts as signed out. */
  findCaller(): Promise<Caller | undefined>;
  /** Signs the phone in, or out with null. */
  setSession(token: string | null): void;
  /** With which the phone signs in without a code; undefined for a new phone. */
  deviceKey: string | undefined;
  setDeviceKey(key: string): void;
}

/** A page, or a redirect, so that a reload does not send the form again. */
export type PageAnswer = (PageContent & { status?: number }) | { goTo: string };

export interface Pages {
  get(path: string, handler: (visit: Visit) => Promise<PageAnswer> | PageAnswer): void;
  /** Forms of other origins are refused before the handler. */
  post(path: string, handler: (visit: Visit) => Promise<PageAnswer> | PageAnswer): void;
}

export interface PagesOptions {
  /** Key that signs form tokens. */
  secret: string;
  random: Random;
  publicUrl: () => string;
  findCaller: FindCaller;
  /** The caller's key in rate limits. */
  addressOf: (request: FastifyRequest) => string;
}

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

type Handled = Promise<PageAnswer> | PageAnswer;

/** Address of a page without the trailing slash: the route's path with the request's parameters and query. */
function withoutLastSlash(url: string, request: FastifyRequest): string {
  const params = textsOf(request.params);
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = new URLSearchParams(textsOf(request.query)).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Mounts pages for phones: cookies, forms with CSRF tokens, and failures as pages. */
export function mountPages(app: FastifyInstance, options: PagesOptions, mountAll: (pages: Pages) => void): void {
  const { secret, random, publicUrl, findCaller, addressOf } = options;
  const isSecure = () => publicUrl().startsWith('https:');
  const tokenOf = (visitor: string) => createHmac('sha256', secret).update(`form\n${visitor}`).digest('base64url');
  const cookieOf = (request: FastifyRequest, name: string) =>
    readCookies(request.headers.cookie).get(cookieName(name, isSecure()));

  const send = (reply: FastifyReply, { status = 200, ...content }: PageContent & { status?: number }) =>
    reply.status(status).headers(headersWithScript(content.script)).send(pageOf(content));

  const setCookie = (reply: FastifyReply, name: string, value: string, livesSeconds: number) =>
    void reply.header('set-cookie', writeCookie(name, value, { isSecure: isSecure(), livesSeconds }));

  /** Checks the origin that newer browsers send, and the token for all browsers. */
  const isOwnForm = (request: FastifyRequest, given: string | undefined) => {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
    const visitor = cookieOf(request, FORM_COOKIE);
    if (!visitor || given === undefined) return false;
    const [wanted, sent] = [Buffer.from(tokenOf(visitor)), Buffer.from(given)];
    return wanted.length === sent.length && timingSafeEqual(wanted, sent);
  };

  const visitOf = (request: FastifyRequest, reply: FastifyReply): Visit => {
    let visitor = cookieOf(request, FORM_COOKIE);
    if (!visitor || !/^[\w-]{20,100}$/.test(visitor)) {
      visitor = random.secret();
      setCookie(reply, FORM_COOKIE, visitor, SESSION_LIVES_SECONDS);
    }
    return {
      params: textsOf(request.params),
      query: textsOf(request.query),
      form: textsOf(request.body),
      address: addressOf(request),
      requestId: request.id,
      formToken: tokenOf(visitor),
      async findCaller() {
        const token = cookieOf(request, SESSION_COOKIE);
        const caller = token === undefined ? undefined : await findCaller(token);
        // The pages check no household rule, because the account's token may do everything. A limited profile must not
        // use its own token here.
        return caller?.profile === null ? caller : undefined;
      },
      deviceKey: cookieOf(request, DEVICE_COOKIE)?.slice(0, 200),
      setDeviceKey: (key) => setCookie(reply, DEVICE_COOKIE, key, DEVICE_LIVES_SECONDS),
      setSession: (token) => setCookie(reply, SESSION_COOKIE, token ?? '', token === null ? 0 : SESSION_LIVES_SECONDS),
    };
  };

  const answer = (reply: FastifyReply, page: PageAnswer) =>
    'goTo' in page
      ? reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(page.goTo, 303)
      : send(reply, page);

  void app.register((scope, _options, done) => {
    // Form bodies are accepted only here: all API calls take JSON.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.setErrorHandler((error, request, reply) => {
      const failure = toFailure(error);
      if (failure.code === 'INTERNAL') request.log.error({ err: error }, 'page failed');
      if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', String(failure.retryAfterSeconds));
      return send(reply, contentOf(failure));
    });
    const mountPage = (
      method: 'GET' | 'POST',
      url: string,
      handle: (visit: Visit, request: FastifyRequest) => Handled,
    ) => {
      const route = { method, schema: { hide: true }, config: { surface: 'page' as const }, exposeHeadRoute: true };
      scope.route({
        ...route,
        url,
        handler: async (request, reply) => answer(reply, await handle(visitOf(request, reply), request)),
      });
      // Built from the route's own path, so that the redirect cannot leave the site. 308 preserves the form of a POST.
      scope.route({
        ...route,
        url: `${url}/`,
        handler: (request, reply) =>
          reply.header('cache-control', 'no-store').redirect(withoutLastSlash(url, request), 308),
      });
    };
    mountAll({
      get: (path, handler) => mountPage('GET', path, handler),
      post: (path, handler) =>
        mountPage('POST', path, (visit, request) =>
          isOwnForm(request, visit.form['form_token']) ? handler(visit) : forged,
        ),
    });
    done();
  });
}

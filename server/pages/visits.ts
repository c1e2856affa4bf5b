import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCodes } from '#contract/errors.ts';
import type { Caller, FindCaller } from '../accounts/sessions.ts';
import { cookieName, readCookies, writeCookie } from '../lib/cookies.ts';
import { ServiceError } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { buttonLink, paragraph } from './parts.ts';
import { pageHeaders, pageOf, type PageContent } from './shell.ts';

/** The longest form is a password given twice, each of whose characters may be twelve bytes when it is sent. */
const BODY_LIMIT = 16 * 1024;
const FORM_COOKIE = 'bora-form';
const SESSION_COOKIE = 'bora-phone';
const SESSION_LIVES_SECONDS = 30 * 24 * 3600;

/** One request of a phone, as the pages see it. */
export interface Visit {
  params: Record<string, string>;
  query: Record<string, string>;
  /** What a form sent; empty for a page that is only asked for. */
  form: Record<string, string>;
  /** Where it comes from, for limits. */
  address: string;
  /** Goes into every form. */
  formToken: string;
  /** The account that is signed in on this phone; a profile's token in the cookie counts as signed out. */
  findCaller(): Promise<Caller | undefined>;
  /** Signs the phone in, or out. */
  keepSession(token: string | null): void;
}

/** A page, or where to go on: a reload then asks for a page and does not send the form again. */
export type PageAnswer = (PageContent & { status?: number }) | { goTo: string };

export interface Pages {
  get(path: string, handler: (visit: Visit) => Promise<PageAnswer> | PageAnswer): void;
  /** Forms that did not come from our own pages are refused before the handler. */
  post(path: string, handler: (visit: Visit) => Promise<PageAnswer> | PageAnswer): void;
}

export interface PagesOptions {
  /** Signs the forms' tokens. */
  secret: string;
  random: Random;
  publicUrl: () => string;
  findCaller: FindCaller;
}

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

const forged: PageContent & { status: number } = {
  screen: 'error',
  status: 403,
  heading: '페이지를 다시 열어 주세요',
  content:
    paragraph('페이지를 연 지 오래되었거나, 이 브라우저에서 쿠키를 쓸 수 없어요. 아무것도 바뀌지 않았어요.') +
    buttonLink('처음부터 다시', '/link'),
};

/** What is told about a failure that no page has a place for. */
function failurePage(failure: ServiceError): PageContent & { status: number } {
  if (failure.code === 'TOO_MANY_REQUESTS') {
    const minutes = Math.ceil((failure.retryAfterSeconds ?? 60) / 60);
    return {
      screen: 'error',
      status: 429,
      heading: '잠시 쉬었다 해 주세요',
      content: paragraph(`시도가 너무 많았어요. 약 ${minutes}분 뒤에 다시 시도해 주세요.`),
    };
  }
  return {
    screen: 'error',
    status: failure.status,
    heading: failure.status >= 500 ? '문제가 생겼어요' : '요청을 처리할 수 없어요',
    content: paragraph(errorCodes[failure.code].message) + buttonLink('처음부터 다시', '/link'),
  };
}

const toFailure = (error: unknown): ServiceError => {
  if (error instanceof ServiceError) return error;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return new ServiceError(status >= 400 && status < 500 ? 'VALIDATION_FAILED' : 'INTERNAL');
};

/** Mounts pages for phones: cookies, forms with their tokens, and failures that are pages too. */
export function mountPages(app: FastifyInstance, options: PagesOptions, mountAll: (pages: Pages) => void): void {
  const { secret, random, publicUrl, findCaller } = options;
  const isSecure = () => publicUrl().startsWith('https:');
  const tokenOf = (visitor: string) => createHmac('sha256', secret).update(`form\n${visitor}`).digest('base64url');
  const cookieOf = (request: FastifyRequest, name: string) =>
    readCookies(request.headers.cookie).get(cookieName(name, isSecure()));

  const send = (reply: FastifyReply, { status = 200, ...content }: PageContent & { status?: number }) =>
    reply.status(status).headers(pageHeaders).send(pageOf(content));

  const setCookie = (reply: FastifyReply, name: string, value: string, livesSeconds: number) =>
    void reply.header('set-cookie', writeCookie(name, value, { isSecure: isSecure(), livesSeconds }));

  /** The browser says where a form was, where it is new enough; the token says it everywhere. */
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
      address: request.ip,
      formToken: tokenOf(visitor),
      async findCaller() {
        const token = cookieOf(request, SESSION_COOKIE);
        const caller = token === undefined ? undefined : await findCaller(token);
        // The pages check no household rule, because the account's token may do everything. A limited profile must not
        // bring its own token here.
        return caller?.profile === null ? caller : undefined;
      },
      keepSession: (token) => setCookie(reply, SESSION_COOKIE, token ?? '', token === null ? 0 : SESSION_LIVES_SECONDS),
    };
  };

  const answer = (reply: FastifyReply, page: PageAnswer) =>
    'goTo' in page
      ? reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(page.goTo, 303)
      : send(reply, page);

  void app.register((scope, _options, done) => {
    // What a form sends. Only here: every call of the API takes JSON.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.setErrorHandler((error, request, reply) => {
      const failure = toFailure(error);
      if (failure.status >= 500) request.log.error({ err: error }, 'page failed');
      if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', String(failure.retryAfterSeconds));
      return send(reply, failurePage(failure));
    });
    mountAll({
      get: (path, handler) =>
        void scope.get(path, { schema: { hide: true } }, async (request, reply) =>
          answer(reply, await handler(visitOf(request, reply))),
        ),
      post: (path, handler) =>
        void scope.post(path, { schema: { hide: true } }, async (request, reply) => {
          const visit = visitOf(request, reply);
          if (!isOwnForm(request, visit.form['form_token'])) return send(reply, forged);
          return answer(reply, await handler(visit));
        }),
    });
    done();
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  PROVIDER_PATHS,
  providerPurposes,
  type ProviderProblem,
  type ProviderPurpose,
} from '#contract/console/staff.ts';
import { cookieName, readCookies, writeCookie } from '../lib/cookies.ts';
import type { BegunSignIn, ProviderSignIn } from '../staff/provider/provider-sign-in.ts';
import type { FindStaffCaller } from '../staff/sessions.ts';
import { ServiceError } from '../lib/fail.ts';
import { addressOf } from './addresses.ts';
import { sessionTokenOf, setSessionCookie } from './console-cookie.ts';

const COOKIE = 'bora-console-oidc';
/** Time for the person at the provider's page. */
const BEGUN_SECONDS = 600;

const purposeSchema = z.enum(providerPurposes).catch('sign-in');

const begunSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  purpose: z.enum(providerPurposes),
  sessionId: z.uuid().nullable(),
});

/** What the browser has from the beginning of a sign-in; undefined for anything else. */
function readBegun(cookie: string | undefined): BegunSignIn | undefined {
  if (cookie === undefined) return undefined;
  try {
    return begunSchema.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

/**
 * A browser goes to these pages. Another site could embed them, as a picture, and use up the limit of everybody behind the
 * same address.
 */
function refuseEmbedded({ headers }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const place = headers['sec-fetch-dest'];
  done(place === undefined || place === 'document' ? undefined : new ServiceError('NOT_FOUND'));
}

const ROUTE = { schema: { hide: true }, config: { surface: 'console' }, onRequest: refuseEmbedded } as const;

/**
 * The pages between the console and the sign-in provider: each sends the browser on.
 *
 * @param options `signIn` is undefined where no provider is configured: pages of the console that a provider's member
 *   opened before still lead here.
 */
export function mountProvider(
  app: FastifyInstance,
  options: {
    signIn: ProviderSignIn | undefined;
    findStaff: FindStaffCaller;
    sessionSeconds: number;
    publicUrl(): string;
  },
): void {
  const { signIn, findStaff, sessionSeconds, publicUrl } = options;
  const isSecure = () => publicUrl().startsWith('https:');
  const originOf = (request: FastifyRequest) => ({
    address: addressOf(request),
    requestId: request.id,
    userAgent: request.headers['user-agent'],
  });
  const send = (reply: FastifyReply, url: string) =>
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url, 303);
  const sendToConsole = (reply: FastifyReply, place: string) => send(reply, `${publicUrl()}/console/${place}`);
  /** A window of its own, beside the console that opened it, shows the problem alone. */
  const tell = (reply: FastifyReply, problem: ProviderProblem, purpose: ProviderPurpose = 'sign-in') =>
    sendToConsole(reply, `#/oidc/${problem}${purpose === 'sign-in' ? '' : '/window'}`);
  const keepBegun = (reply: FastifyReply, begun: BegunSignIn | null) =>
    reply.header(
      'set-cookie',
      writeCookie(COOKIE, begun === null ? '' : Buffer.from(JSON.stringify(begun)).toString('base64url'), {
        isSecure: isSecure(),
        livesSeconds: begun === null ? 0 : BEGUN_SECONDS,
        // The browser comes back from another site.
        sameSite: 'Lax',
      }),
    );

  const purposeOf = (request: FastifyRequest) => purposeSchema.parse((request.query as Record<string, unknown>)['for']);

  if (signIn === undefined) {
    app.get(PROVIDER_PATHS.begin, ROUTE, (request, reply) => tell(reply, 'off', purposeOf(request)));
    app.get(PROVIDER_PATHS.callback, ROUTE, (_request, reply) => tell(reply, 'off'));
    app.get(PROVIDER_PATHS.end, ROUTE, (_request, reply) => sendToConsole(reply, ''));
    return;
  }

  app.get(PROVIDER_PATHS.begin, ROUTE, async (request, reply) => {
    const purpose = purposeOf(request);
    const token = sessionTokenOf(request, isSecure());
    const session = token === undefined ? undefined : await findStaff(token, { isBackground: false });
    const begun = await signIn.begin(purpose, session, originOf(request));
    if (typeof begun === 'string') return tell(reply, begun, purpose);
    void keepBegun(reply, begun.begun);
    return send(reply, begun.url);
  });

  app.get(PROVIDER_PATHS.callback, ROUTE, async (request, reply) => {
    const begun = readBegun(readCookies(request.headers.cookie).get(cookieName(COOKIE, isSecure())));
    const ended = await signIn.end(request.url, begun, originOf(request));
    // Each beginning has one end.
    void keepBegun(reply, null);
    if (ended.is === 'problem') return tell(reply, ended.problem, begun?.purpose);
    if (ended.is === 'confirmed') return sendToConsole(reply, '#/oidc/done');
    setSessionCookie(reply, { token: ended.token, seconds: sessionSeconds }, isSecure());
    return sendToConsole(reply, ended.purpose === 'sign-in' ? '' : '#/oidc/done');
  });

  app.get(PROVIDER_PATHS.end, ROUTE, async (request, reply) => {
    const url = await signIn.endUrl(originOf(request));
    return url === undefined ? sendToConsole(reply, '') : send(reply, url);
  });
}

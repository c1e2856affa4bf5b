import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, readCookies, writeCookie } from '../lib/cookies.ts';

const COOKIE = 'bora-console';

/** The token of the console's session that the browser sends. */
export const sessionTokenOf = (request: FastifyRequest, isSecure: boolean): string | undefined =>
  readCookies(request.headers.cookie).get(cookieName(COOKIE, isSecure));

/** Adds a cookie of the console, or ends it with null. */
export const setConsoleCookie = (
  reply: FastifyReply,
  name: string,
  kept: { token: string; seconds: number } | null,
  isSecure: boolean,
): void =>
  void reply.header(
    'set-cookie',
    writeCookie(name, kept?.token ?? '', { isSecure, livesSeconds: kept?.seconds ?? 0, sameSite: 'Strict' }),
  );

/** Signs the browser in, or out with null. */
export const setSessionCookie = (
  reply: FastifyReply,
  session: { token: string; seconds: number } | null,
  isSecure: boolean,
): void => setConsoleCookie(reply, COOKIE, session, isSecure);

import type { FastifyRequest } from 'fastify';
import type { Auth } from '#contract/endpoint.ts';
import type { Caller, FindCaller, ProfileCaller } from '../accounts/sessions.ts';
import { fail } from '../lib/fail.ts';

/** The caller as a handler sees it, by the endpoint's `auth`. */
export type CallerOf<A extends Auth> = A extends 'profile' ? ProfileCaller : A extends 'account' ? Caller : null;

/** Accepts `Token x`, `Bearer x` and the bare `x`. */
const AUTHORIZATION = /^(?:(?:token|bearer) +)?([\w.~+/=-]{1,200})$/i;

export function tokenOf(request: FastifyRequest): string | null {
  return AUTHORIZATION.exec(request.headers.authorization?.trim() ?? '')?.[1] ?? null;
}

/** @throws TOKEN_INVALID, PROFILE_REQUIRED */
function requireCaller(caller: Caller | undefined, auth: Auth): Caller {
  if (!caller) fail('TOKEN_INVALID');
  if (auth === 'profile' && !caller.profile) fail('PROFILE_REQUIRED');
  return caller;
}

/** The caller, at once if it is cached. @throws TOKEN_INVALID, PROFILE_REQUIRED */
export function identify(request: FastifyRequest, auth: Auth, findCaller: FindCaller): Promise<Caller> | Caller | null {
  if (auth === 'none') return null;
  const token = tokenOf(request);
  const found = token === null ? undefined : findCaller(token);
  const { country } = request;
  const admit = (caller: Caller | undefined) => {
    const known = requireCaller(caller, auth);
    return country === undefined ? known : { ...known, country };
  };
  return found instanceof Promise ? found.then(admit) : admit(found);
}

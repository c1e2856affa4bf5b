import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { errorReplySchema } from '#contract/error-reply.ts';
import { householdRuleOf } from '#contract/household.ts';
import type { Caller, FindCaller } from '../accounts/sessions.ts';
import { fail, ServiceError, toOverload } from '../lib/fail.ts';
import { WrittenAnswer } from '../lib/written-answer.ts';
import { addressOf } from './addresses.ts';
import { identify, tokenOf, type CallerOf } from './caller.ts';
import { createCountryOf, type CountryOptions } from './country.ts';
import { sendError } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** Where the call comes from; undefined where the service is in one country. */
    country: string | undefined;
    /** For how long caches may answer for the server, in seconds. */
    sharedSeconds: number;
  }
}

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type PartOf<E extends Endpoint, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, z.ZodMiniType> ? Output<E[K]> : undefined;

/** A validated call of an endpoint: everything a route may see. */
export interface Call<E extends Endpoint> {
  params: PartOf<E, 'params'>;
  query: PartOf<E, 'query'>;
  body: PartOf<E, 'body'>;
  caller: CallerOf<E['auth']>;
  /** The unverified token of the call, for endpoints with a supplied token. */
  token: string | null;
  /** The caller's key in rate limits (`addressKey`). */
  address: string;
  /** Where the call comes from; undefined where the service is in one country. */
  country: string | undefined;
  /** Id of the call in the log and in `x-request-id`. */
  requestId: string;
  /** The unverified PIN of the call. */
  pin: string | undefined;
  /** Lets every cache on the way keep the answer of a call that has an `ETag` and needs no sign-in. */
  shareFor(seconds: number): void;
}

/** A call whose token is present but not yet verified: its handler verifies it within its own statement. */
export interface UncheckedCall<E extends Endpoint> extends Omit<Call<E>, 'caller' | 'token'> {
  token: string;
  /** Verifies the token with its own statement. @throws TOKEN_INVALID, PROFILE_REQUIRED */
  identify(): Promise<CallerOf<E['auth']>>;
}

type Answer<E extends Endpoint> = Promise<ReplyOf<E> | WrittenAnswer> | ReplyOf<E>;

export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E>;

/** Registers one endpoint of the contract. Routes get this function and never see Fastify. */
export interface Mount {
  <const E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /** For the most frequent call: the handler itself must answer TOKEN_INVALID for an invalid token. */
  unchecked<const E extends Endpoint>(endpoint: E, handler: (call: UncheckedCall<E>) => Answer<E>): void;
}

/** A route's view of a request. One class for all endpoints, with lazy getters. */
class CallOfRequest {
  protected readonly request: FastifyRequest;
  constructor(request: FastifyRequest) {
    this.request = request;
  }
  get params() {
    return this.request.params;
  }
  get query() {
    return this.request.query;
  }
  get body() {
    return this.request.body;
  }
  get caller() {
    return this.request.caller;
  }
  get token() {
    return tokenOf(this.request);
  }
  get address() {
    return addressOf(this.request);
  }
  get requestId() {
    return this.request.id;
  }
  get pin() {
    const value = this.request.headers['x-profile-pin'];
    return Array.isArray(value) ? value[0] : value;
  }
  get country() {
    return this.request.country;
  }
  shareFor(seconds: number) {
    // A cache does not know of countries.
    if (this.request.country === undefined) this.request.sharedSeconds = seconds;
  }
}

/** The endpoint's schemas have validated the parts, and `identify` the caller. */
const callOf = <E extends Endpoint>(request: FastifyRequest) => new CallOfRequest(request) as unknown as Call<E>;

const operationIds = new Map(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint as Endpoint, name as EndpointName]),
);

/** The endpoint's name in the contract. */
function operationIdOf(endpoint: Endpoint): EndpointName {
  const name = operationIds.get(endpoint);
  if (name === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is not in contract/calls.ts`);
  return name;
}

const tagOf = (answer: unknown) =>
  `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;

const JSON_TYPE = 'application/json; charset=utf-8';
const FOR_ADULTS = 'A profile with an age limit below 19 gets RATING_RESTRICTED.';

export interface MountOptions {
  findCaller: FindCaller;
  /** Refuses a limited profile for calls that only adults may make; null stands for an account token. */
  checkAdult(profile: Caller['profile']): void;
  /** Undefined where the service is in one country. */
  countries?: CountryOptions | undefined;
}

export function createMount(app: FastifyInstance, { findCaller, checkAdult, countries }: MountOptions): Mount {
  app.decorateRequest('caller', null);
  app.decorateRequest('sharedSeconds', 0);
  app.decorateRequest('country', undefined);
  if (countries) {
    const countryOf = createCountryOf(countries);
    app.addHook('onRequest', (request, _reply, done) => {
      request.country = countryOf(request);
      done();
    });
  }

  /** The caller of a call that needs no token but came with one. */
  const findSupplied = (request: FastifyRequest) => {
    const token = tokenOf(request);
    return token === null ? undefined : findCaller(token);
  };

  const route = <E extends Endpoint>(
    endpoint: E,
    handler: (request: FastifyRequest) => Answer<E>,
    hooks: Pick<RouteOptions, 'onRequest' | 'errorHandler'>,
  ) => {
    const isPlainRead = endpoint.method === 'GET' && !endpoint.carriesSecret;
    const status = endpoint.status ?? (endpoint.reply ? 200 : 204);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { surface: 'call', isCompressible: isPlainRead, isOptional: endpoint.isOptional ?? false },
      exposeHeadRoute: isPlainRead,
      schema: {
        operationId: operationIdOf(endpoint),
        summary: endpoint.summary,
        ...(householdRuleOf(operationIdOf(endpoint)) === 'adult' && { description: FOR_ADULTS }),
        tags: [endpoint.tag],
        security: endpoint.auth === 'none' ? [] : [{ token: [] }],
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: {
          [status]: endpoint.reply ?? z.undefined().check(z.describe('done')),
          ...(endpoint.isExisting && { 200: endpoint.reply }),
          ...(endpoint.hasTag && { 304: z.undefined().check(z.describe('the answer has not changed')) }),
          ...(endpoint.mayBeEmpty && { 204: z.undefined().check(z.describe('nothing to tell')) }),
          '4xx': errorReplySchema,
          '5xx': errorReplySchema,
        },
      },
      ...hooks,
      handler: async (request, reply) => {
        const answer = await handler(request);
        const isEmpty = endpoint.mayBeEmpty && answer === undefined;
        if (endpoint.hasTag) {
          const tag = tagOf(answer);
          const isForAll = endpoint.auth === 'none';
          const seconds = request.sharedSeconds;
          const lifetime = isForAll && seconds > 0 ? `max-age=${seconds}` : 'no-cache';
          void reply.header('cache-control', `${isForAll ? 'public' : 'private'}, ${lifetime}`).header('etag', tag);
          if (!isForAll) void reply.header('vary', 'authorization');
          if (request.headers['if-none-match'] === tag) return reply.status(304).send();
          return reply.status(status).send(answer);
        }
        if (answer instanceof WrittenAnswer)
          return reply.status(status).header('cache-control', 'no-store').type(JSON_TYPE).send(answer.bytes);
        const answered = isEmpty ? 204 : endpoint.isExisting?.(answer as never) ? 200 : status;
        return reply.status(answered).header('cache-control', 'no-store').send(answer);
      },
    });
  };

  const mount = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => {
    const isForAdults = householdRuleOf(operationIdOf(endpoint)) === 'adult';
    route(endpoint, (request) => handler(callOf(request)), {
      // Before the body is read, because a refused caller must not cost its parsing.
      onRequest: async (request) => {
        request.caller = await identify(request, endpoint.auth, findCaller);
        if (!isForAdults) return;
        const caller = request.caller ?? (await findSupplied(request));
        checkAdult(caller?.profile ?? null);
      },
    });
  };

  const unchecked: Mount['unchecked'] = <const E extends Endpoint>(
    endpoint: E,
    handler: (call: UncheckedCall<E>) => Answer<E>,
  ) => {
    if (householdRuleOf(operationIdOf(endpoint)) !== 'anyone')
      throw new Error(`${endpoint.path} has a household rule, which needs the caller before the handler runs`);
    class UncheckedCallOfRequest extends CallOfRequest {
      override get token() {
        return super.token ?? fail('TOKEN_INVALID');
      }
      get identify() {
        return () => identifyCaller(this.request);
      }
    }
    const identifyCaller = async (request: FastifyRequest) =>
      (await identify(request, endpoint.auth, findCaller)) as CallerOf<E['auth']>;
    route(endpoint, (request) => handler(new UncheckedCallOfRequest(request) as unknown as UncheckedCall<E>), {
      onRequest: (request, _reply, done) =>
        done(tokenOf(request) === null ? new ServiceError('TOKEN_INVALID') : undefined),
      // Reports a missing right before errors in the body. A database failure during the check is sent as such.
      errorHandler: async (error, request, reply) => {
        const isOfBody = !(error instanceof ServiceError) || error.code === 'VALIDATION_FAILED';
        if (!isOfBody || toOverload(error)) return sendError(error, request, reply);
        const known = await identifyCaller(request).then(
          () => error,
          (refusal: unknown) => refusal,
        );
        return sendError(known, request, reply);
      },
    });
  };

  return Object.assign(mount, { unchecked });
}

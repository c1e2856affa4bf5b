import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { errorReplySchema } from '#contract/error-reply.ts';
import type { Caller, FindCaller } from '../accounts/sessions.ts';
import { identify, tokenOf, type CallerOf } from './caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type PartOf<E extends Endpoint, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, z.ZodMiniType> ? Output<E[K]> : undefined;

/** A checked call of an endpoint: everything a route may look at. */
export interface Call<E extends Endpoint> {
  params: PartOf<E, 'params'>;
  query: PartOf<E, 'query'>;
  body: PartOf<E, 'body'>;
  caller: CallerOf<E['auth']>;
  /** The token that came with the call, unchecked: for calls that take a supplied one. */
  token: string | null;
  /** Where the call comes from, for limits. */
  address: string;
  /** A request header, `undefined` when it was not sent. */
  header(name: string): string | undefined;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>;

/** Puts one endpoint of the contract on the server. Routes are given this and see no Fastify. */
export type Mount = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

const callOf = <E extends Endpoint>(request: FastifyRequest): Call<E> =>
  ({
    params: request.params,
    query: request.query,
    body: request.body,
    caller: request.caller,
    token: tokenOf(request),
    address: request.ip,
    header: (name: string) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    // The schemas of the endpoint have checked the parts, and `identify` the caller.
  }) as Call<E>;

/** The name that both sides call an endpoint by. */
function nameOf(endpoint: Endpoint): string {
  const named = Object.entries(endpoints).find(([, known]) => known === endpoint);
  if (!named) throw new Error(`${endpoint.method} ${endpoint.path} is not in contract/endpoints.ts`);
  return named[0];
}

export function createMount(app: FastifyInstance, findCaller: FindCaller): Mount {
  app.decorateRequest('caller', null);

  return (endpoint, handler) => {
    const status = endpoint.status ?? (endpoint.reply ? 200 : 204);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        operationId: nameOf(endpoint),
        summary: endpoint.summary,
        tags: [endpoint.tag],
        security: endpoint.auth === 'none' ? [] : [{ token: [] }],
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: {
          [status]: endpoint.reply ?? z.undefined().check(z.describe('done')),
          ...(endpoint.mayBeEmpty && { 204: z.undefined().check(z.describe('nothing to tell')) }),
          '4xx': errorReplySchema,
        },
      },
      // Before the body is read: who may not call does not get to send one.
      onRequest: async (request) => {
        request.caller = await identify(request, endpoint.auth, findCaller);
      },
      handler: async (request, reply) => {
        const answer = await handler(callOf(request));
        const answered = endpoint.mayBeEmpty && answer === undefined ? 204 : status;
        return reply.status(answered).header('cache-control', 'no-store').send(answer);
      },
    });
  };
}

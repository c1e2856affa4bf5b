import type * as z from 'zod/mini';

/**
 * Required caller: `none` anybody; `account` an account or profile token; `profile` a profile token only (an account
 * token gets PROFILE_REQUIRED).
 */
export type Auth = 'none' | 'account' | 'profile';

/** Schemas of a call's request and answer. */
export interface CallShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters and a trailing slash. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Shape of a successful answer; absent when the answer has no body (204). */
  readonly reply?: z.ZodMiniType;
  /** Status of a successful answer; 200, or 204 when there is no reply. */
  readonly status?: 200 | 201 | 202 | 204;
}

/** One call as plain data: server, client, OpenAPI document and tests all read it. */
export interface Endpoint extends CallShape {
  readonly auth: Auth;
  /** A call that needs no sign-in but reads a token from `Authorization`, such as the token of a mail's link. */
  readonly suppliedToken?: 'required' | 'optional';
  /** Optional headers that the call reads in addition to `Authorization`, each with its pattern. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly pattern: string }>>;
  /** Whether the reply describes something that existed before the call; the status is then 200 instead of `status`. */
  readonly isExisting?: (reply: never) => boolean;
  /** The handler may answer 204 without a body instead of the reply. */
  readonly mayBeEmpty?: boolean;
  /**
   * A GET whose answer contains a secret made for the caller: a token or a signed address. It has no HEAD route, which
   * would create a secret for nobody, and is sent uncompressed, so that its length reveals nothing
   * (docs/decisions/101).
   */
  readonly carriesSecret?: boolean;
  /**
   * A GET with an `ETag`: an unchanged answer is 304 without a body, which the television's HTTP cache fills in. Without
   * sign-in, the answer is the same for everybody.
   */
  readonly hasTag?: boolean;
  /** Nobody waits for the answer: a busy server refuses this call before it refuses others. */
  readonly isOptional?: boolean;
  /** A television may repeat the call after a lost answer (contract.md, section 1). */
  readonly isIdempotent?: boolean;
}

/** Keeps the literal types of an endpoint. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
type PartOf<E extends CallShape, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, z.ZodMiniType> ? Input<E[K]> : undefined;

/** Arguments of an endpoint: only the parts that it declares. */
export type RequestOf<E extends CallShape> = Present<{
  params: PartOf<E, 'params'>;
  query: PartOf<E, 'query'>;
  body: PartOf<E, 'body'>;
}>;

/** Reply of an endpoint; undefined when the answer has no body. */
export type ReplyOf<E extends CallShape> =
  | (E extends { reply: z.ZodMiniType } ? z.output<E['reply']> : undefined)
  | (E extends { mayBeEmpty: true } ? undefined : never);

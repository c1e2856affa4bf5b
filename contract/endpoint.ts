import type * as z from 'zod/mini';

/**
 * Who may call: `none` anybody; `account` an account or profile token; `profile` a profile token only
 * (an account token gets PROFILE_REQUIRED).
 */
export type Auth = 'none' | 'account' | 'profile';

/** One call as plain data: server, client, OpenAPI document and tests all read it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters and a trailing slash. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly auth: Auth;
  /** A call for anybody that takes a token by hand in `Authorization`, as the one of a mail's link. */
  readonly suppliedToken?: 'required' | 'optional';
  /** Headers that the call reads beside `Authorization`, with the pattern of their text; all are optional. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly pattern: string }>>;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Shape of a successful answer; absent when the answer has no body (204). */
  readonly reply?: z.ZodMiniType;
  /** Status of a successful answer; 200, or 204 when there is no reply. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Tells an answer about what was there before the call: then 200 in place of `status`. */
  readonly isExisting?: (reply: never) => boolean;
  /** True when there may be nothing to answer: then 204 without a body in place of the reply. */
  readonly mayBeEmpty?: boolean;
  /**
   * True for a GET whose answer holds a secret that is made for the caller: a token, a signed address. It has no HEAD,
   * which would make one for nobody, and is sent uncompressed, so that its length tells nothing (docs/decisions/101).
   */
  readonly carriesSecret?: boolean;
  /** True when a television may send the call again after a lost answer (contract.md, section 1). */
  readonly isIdempotent?: boolean;
}

/** Keeps the literal types of an endpoint. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
type PartOf<E extends Endpoint, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, z.ZodMiniType> ? Input<E[K]> : undefined;

/** What a caller passes to an endpoint: only the parts that it has. */
export type RequestOf<E extends Endpoint> = Present<{
  params: PartOf<E, 'params'>;
  query: PartOf<E, 'query'>;
  body: PartOf<E, 'body'>;
}>;

/** What an endpoint answers; undefined when it answers without a body. */
export type ReplyOf<E extends Endpoint> =
  | (E extends { reply: z.ZodMiniType } ? z.output<E['reply']> : undefined)
  | (E extends { mayBeEmpty: true } ? undefined : never);

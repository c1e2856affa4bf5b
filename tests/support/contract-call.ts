import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { isErrorCode, type ErrorReply } from '#contract/error-reply.ts';
import { strictErrorReply } from './server/error-reply.ts';

export interface CallOptions {
  token?: string | undefined;
  params?: Record<string, string | number>;
  /** Undefined values are left out, as the app's client does. */
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer<T> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  /** The reply, checked against the contract. Throws when the call failed. */
  reply: T;
  /** The error, checked against the contract. Throws when the call succeeded. */
  error: ErrorReply;
}

export type ContractCall = <const E extends Endpoint>(
  endpoint: E,
  options?: CallOptions,
) => Promise<Answer<ReplyOf<E>>>;

interface SentRequest {
  method: Endpoint['method'];
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

interface ReceivedAnswer {
  status: number;
  headers: Answer<unknown>['headers'];
  body: string;
}

export const urlOf = (endpoint: Endpoint, { params = {}, query = {} }: CallOptions) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
};

/** Calls the contract's endpoints through `send`, and checks every answer that a test reads against the contract. */
export const createContractCall =
  (send: (request: SentRequest) => Promise<ReceivedAnswer>): ContractCall =>
  async (endpoint, options = {}) => {
    const { token, body } = options;
    const answer = await send({
      method: endpoint.method,
      url: urlOf(endpoint, options),
      headers: { ...(token !== undefined && { authorization: `Token ${token}` }), ...options.headers },
      body,
    });
    const { status } = answer;
    return {
      status,
      headers: answer.headers,
      get reply() {
        if (status >= 300) throw new Error(`${status}: ${answer.body}`);
        return (endpoint.reply && status !== 204 ? endpoint.reply.parse(JSON.parse(answer.body)) : undefined) as never;
      },
      get error() {
        if (status < 400) throw new Error(`no failure: ${status}`);
        const error = strictErrorReply.parse(JSON.parse(answer.body));
        if (!isErrorCode(error.code)) throw new Error(`not a code of the contract: ${error.code}`);
        return error;
      },
    };
  };

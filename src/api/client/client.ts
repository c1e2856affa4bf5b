import axios, { type AxiosAdapter, type CreateAxiosDefaults } from 'axios';
import type { Endpoint, ReplyOf, RequestOf } from '#contract/endpoint.ts';
import type { ServerClock } from '#src/lib/server-clock.ts';
import { fromErrorAnswer, noAnswer } from './api-error.ts';
import { xhrAdapter } from './xhr-adapter.ts';

/** The app's longest wait for an answer, in ms. */
export const ANSWER_LIMIT_MS = 12_000;

export interface ClientOptions {
  /** Address of the server, without a trailing slash; empty for the page's own. */
  readonly baseUrl: string;
  /** Token of the next call, or null to send none. */
  readonly token: () => string | null;
  /** Called when the server no longer knows the token that was sent. */
  readonly onSessionLost: (token: string) => void;
  /** The clock that answers set; absent where nothing needs it. */
  readonly clock?: Pick<ServerClock, 'now' | 'heard'>;
  /** Timeout in ms; default: 0, which means none (service.md, section 9). */
  readonly timeoutMs?: number;
  /** Replaces the transport in tests. It returns answers with any status. */
  readonly adapter?: AxiosAdapter;
}

export interface CallOptions {
  /** Sent instead of the session's token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface Client {
  /** Makes one call. @returns the endpoint's reply. @throws ApiError */
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E>, options?: CallOptions): Promise<ReplyOf<E>>;
  /** A client bound to the current token: its calls belong to this viewer even after a switch. */
  asNow(): Client;
}

interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

const fillPath = (path: string, params: RequestParts['params']) =>
  path.replace(/:([a-z_]+)/gi, (_match, name: string) => encodeURIComponent(String(params?.[name])));

const parseJson = (text: unknown): unknown => {
  if (typeof text !== 'string' || text === '') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** All that axios would do by itself, so that the television's bundle leaves it out (scripts/build/left-out.ts). */
const TRANSPORT: CreateAxiosDefaults = {
  adapter: xhrAdapter,
  headers: { Accept: 'application/json' },
  transformRequest(data, headers) {
    if (data === undefined) return data;
    headers.set('Content-Type', 'application/json');
    return JSON.stringify(data);
  },
  transformResponse: parseJson,
  validateStatus: () => true,
};

const isTimeoutCode = (error: unknown): boolean =>
  ['ECONNABORTED', 'ETIMEDOUT'].includes((error as { readonly code?: string }).code ?? '');

export function createClient({ baseUrl, token, onSessionLost, timeoutMs = 0, adapter, clock }: ClientOptions): Client {
  const http = axios.create({ ...TRANSPORT, baseURL: baseUrl, timeout: timeoutMs, ...(adapter ? { adapter } : {}) });

  const client: Client = {
    async call(endpoint, request, options = {}) {
      const { params, query, body } = request as RequestParts;
      const sent = options.token ?? (endpoint.auth === 'none' ? null : token());
      const sentMs = clock?.now() ?? 0;
      const answer = await http
        .request<unknown>({
          method: endpoint.method,
          url: fillPath(endpoint.path, params),
          params: query,
          data: body,
          headers: { ...options.headers, ...(sent === null ? {} : { Authorization: `Token ${sent}` }) },
          ...(options.signal ? { signal: options.signal } : {}),
        })
        .catch((error: unknown) => {
          throw axios.isCancel(error) ? error : noAnswer(isTimeoutCode(error) ? 'TIMEOUT' : 'NETWORK', 0, error);
        });
      if (answer.status < 200 || answer.status > 299) {
        const failure = fromErrorAnswer(answer.status, answer.data, answer.headers);
        if (failure.code === 'TOKEN_INVALID' && sent !== null) onSessionLost(sent);
        throw failure;
      }
      const reply = endpoint.reply && answer.status !== 204 ? endpoint.reply.safeParse(answer.data) : undefined;
      if (reply && !reply.success) throw noAnswer('UNREADABLE', 0, reply.error);
      // After the check, which a captive portal's page fails. Tagged answers may come from a cache, with its date.
      if (!endpoint.hasTag) clock?.heard(answer.headers['date'], sentMs);
      return reply?.data as ReplyOf<typeof endpoint>;
    },
    asNow() {
      const own = token();
      if (own === null) return client;
      return {
        ...client,
        call: (endpoint, request, options) => client.call(endpoint, request, { token: own, ...options }),
      };
    },
  };
  return client;
}

import axios, { isAxiosError, type AxiosAdapter } from 'axios';
import type { Endpoint, ReplyOf, RequestOf } from '#contract/endpoint.ts';
import type { ServerClock } from '#src/lib/server-clock.ts';
import type { ApiError } from './api-error.ts';
import { fromErrorAnswer, noAnswer } from './api-error.ts';

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
  /** Replaces the transport, e.g. by the server itself in tests. */
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

export function createClient({ baseUrl, token, onSessionLost, timeoutMs = 0, adapter, clock }: ClientOptions): Client {
  const http = axios.create({ baseURL: baseUrl, timeout: timeoutMs, ...(adapter ? { adapter } : {}) });

  const toApiError = (error: unknown): ApiError => {
    if (!isAxiosError(error)) return noAnswer('UNREADABLE', 0, error);
    if (error.response) {
      return fromErrorAnswer(error.response.status, error.response.data, error.response.headers, error);
    }
    return noAnswer(error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT' ? 'TIMEOUT' : 'NETWORK', 0, error);
  };

  const client: Client = {
    async call(endpoint, request, options = {}) {
      const { params, query, body } = request as RequestParts;
      const sent = options.token ?? (endpoint.auth === 'none' ? null : token());
      const sentMs = clock?.now() ?? 0;
      try {
        const answer = await http.request<unknown>({
          method: endpoint.method,
          url: fillPath(endpoint.path, params),
          params: query,
          data: body,
          headers: { ...options.headers, ...(sent === null ? {} : { Authorization: `Token ${sent}` }) },
          ...(options.signal ? { signal: options.signal } : {}),
        });
        const reply = endpoint.reply && answer.status !== 204 ? endpoint.reply.parse(answer.data) : undefined;
        // After the check, which a captive portal's page fails. Tagged answers may come from a cache, with its date.
        if (!endpoint.hasTag) clock?.heard(answer.headers['date'], sentMs);
        return reply as ReplyOf<typeof endpoint>;
      } catch (error) {
        if (axios.isCancel(error)) throw error;
        const failure = toApiError(error);
        if (failure.code === 'TOKEN_INVALID' && sent !== null) onSessionLost(sent);
        throw failure;
      }
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

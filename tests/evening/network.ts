import { Agent, request as sendRequest } from 'node:http';
import type { Chance } from './rules/chance.ts';
import type { EveningTime } from './time.ts';

/** A server as a load balancer sees it. */
export interface Backend {
  /** Undefined while the process is down. */
  url: string | undefined;
  isReady: boolean;
}

export interface HttpRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** No answer arrived. `wasSent` is false when no server got the request. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly wasSent: boolean;
  constructor(wasSent: boolean, options?: ErrorOptions) {
    super('no answer', options);
    this.wasSent = wasSent;
  }
}

export interface Network {
  readonly backends: Backend[];
  /** Share of answers that get lost on their way back. */
  lostShare: number;
  /** @throws NoAnswerError */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Asks each server whether it is ready. */
  check(): Promise<void>;
  close(): void;
}

const CHECK_WITHIN_MS = 2_000;

/** The account of a call or of a piece of video, as it stands in tokens and in addresses of media. */
const ACCOUNT = /^(?:token |\/media\/\d+\.)([\w-]{22})\./i;

/**
 * The way from the sets to the servers: a load balancer that passes calls in turn to the servers that are ready, or to
 * any when none is.
 *
 * @param options.isByAccount whether it passes all calls of an account to one server, as docs/operations/https.md says.
 */
export function createNetwork(time: EveningTime, count: number, chance: Chance, { isByAccount = false } = {}): Network {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const backends: Backend[] = Array.from({ length: count }, () => ({ url: undefined, isReady: false }));
  let turn = 0;

  const sendTo = (url: string, { method, path, headers, body, signal }: HttpRequest): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      let isConnected = false;
      const outgoing = sendRequest(
        { agent, hostname, port, method, path, headers, ...(signal ? { signal } : {}) },
        (incoming) => {
          const parts: Buffer[] = [];
          incoming.on('data', (part: Buffer) => parts.push(part));
          incoming.on('error', (cause) => reject(new NoAnswerError(true, { cause })));
          incoming.on('end', () => {
            if (!incoming.complete) return reject(new NoAnswerError(true));
            const answered = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
            resolve({
              status: incoming.statusCode ?? 0,
              headers: Object.fromEntries(answered) as Record<string, string>,
              body: Buffer.concat(parts).toString(),
            });
          });
        },
      );
      outgoing.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => (isConnected = true));
        else isConnected = true;
      });
      outgoing.on('error', (cause) => reject(new NoAnswerError(isConnected, { cause })));
      outgoing.end(body);
    });

  /** A number that is the same for all requests of an account; undefined for requests without one. */
  const placeOf = ({ headers, path }: HttpRequest): number | undefined => {
    const token = headers['authorization'] ?? headers['Authorization'] ?? '';
    const account = (ACCOUNT.exec(token) ?? ACCOUNT.exec(path))?.[1];
    if (account === undefined) return undefined;
    return Buffer.from(account).reduce((sum, byte) => (sum * 31 + byte) % 65_521, 0);
  };

  /** Those to try, the next in turn first. */
  const inTurn = (request: HttpRequest): Backend[] => {
    const up = backends.filter(({ url }) => url !== undefined);
    const ready = up.filter(({ isReady }) => isReady);
    const from = ready.length > 0 ? ready : up;
    turn += 1;
    const first = (isByAccount ? placeOf(request) : undefined) ?? turn;
    return from.map((_, index) => from[(first + index) % from.length]!);
  };

  const pass = async (request: HttpRequest): Promise<HttpAnswer> => {
    for (const backend of inTurn(request)) {
      try {
        const answer = await sendTo(backend.url!, request);
        if (chance.happens(network.lostShare)) throw new NoAnswerError(true);
        return answer;
      } catch (error) {
        // Only a request that no server got may go to the next one.
        if (!(error instanceof NoAnswerError) || error.wasSent) throw error;
      }
    }
    throw new NoAnswerError(false);
  };

  const checkOne = async (backend: Backend): Promise<void> => {
    const { url } = backend;
    if (url === undefined) {
      backend.isReady = false;
      return;
    }
    const late = new AbortController();
    const stop = time.clock.after(CHECK_WITHIN_MS, () => late.abort());
    const isReady = await sendTo(url, { method: 'GET', path: '/readyz', headers: {}, signal: late.signal }).then(
      ({ status }) => status === 200,
      () => false,
    );
    stop();
    backend.isReady = isReady && backend.url === url;
  };

  const network: Network = {
    backends,
    lostShare: 0,
    send: (request) => time.during(pass(request)),
    check: async () => {
      await time.during(Promise.all(backends.map(checkOne)));
    },
    close: () => agent.destroy(),
  };
  return network;
}

import { request } from 'node:http';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { urlOf, type CallOptions } from '#tests/support/contract-call.ts';

/** The answer of some version: not checked against the contract of this checkout, which may be newer. */
export interface Reply {
  status: number;
  bytes: Buffer;
  json: unknown;
  /** In ms, when to ask a busy server again, as apps do. */
  askAgainMs: number | undefined;
}

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Whether it may be sent once more when its answer was lost. */
  isRepeatable: boolean;
}

/** The way of viewers to the service: a proxy before its servers, which asks the next one where one does not listen. Each keeps its place. */
export interface Way {
  /** The servers that are asked in turns, by their addresses. Resolves when the calls that others were asked for have ended. */
  lead(urls: readonly string[]): Promise<unknown>;
  send(sent: Sent): Promise<Reply>;
  call(name: EndpointName, options?: CallOptions): Promise<Reply>;
}

const ANSWERS_WITHIN_MS = 30_000;

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

const sendTo = (url: string, { method, path, headers, body }: Sent): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const asked = request(
      new URL(path, url),
      // A connection of its own, as nginx makes them: one that is kept open may close while a call is on its way.
      { method, agent: false, headers: { ...headers }, signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const bytes = Buffer.concat(parts);
          const { statusCode: status = 0, headers: said } = answer;
          const isBusy = status === 503 && said['retry-after'] !== undefined;
          const askAgainMs = isBusy ? Number(said['retry-after']) * 1000 : undefined;
          resolve({ status, bytes, json: readJson(bytes), askAgainMs });
        });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });

export function createWay(): Way {
  let servers: readonly string[] = [];
  let turn = 0;
  const underWay = new Set<Promise<unknown>>();

  async function tryEach(sent: Sent): Promise<Reply> {
    turn += 1;
    const first = turn;
    let lost: unknown;
    for (let index = 0; index < servers.length; index += 1) {
      try {
        // Looked up now: a server that has been replaced since the first try is asked at its new address.
        return await sendTo(servers[(first + index) % servers.length]!, sent);
      } catch (error) {
        lost = error;
        if (!sent.isRepeatable && (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break;
      }
    }
    throw new Error(`${sent.method} ${sent.path} got no answer`, { cause: lost });
  }

  async function send(sent: Sent): Promise<Reply> {
    const answer = tryEach(sent);
    underWay.add(answer);
    try {
      return await answer;
    } finally {
      underWay.delete(answer);
    }
  }

  return {
    lead(urls) {
      servers = urls;
      return Promise.allSettled(underWay);
    },
    send,
    call(name, options = {}) {
      const endpoint = endpoints[name];
      const { token, body, headers } = options;
      return send({
        method: endpoint.method,
        path: urlOf(endpoint, options),
        headers: {
          ...(token !== undefined && { authorization: `Token ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        isRepeatable: endpoint.method === 'GET' || ('isIdempotent' in endpoint && endpoint.isIdempotent),
      });
    },
  };
}

import { request } from 'node:http';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { urlOf, type CallOptions } from '#tests/support/contract-call.ts';

/** The answer of some version: not checked against the contract of this checkout, which may be newer. */
export interface Reply {
  status: number;
  bytes: Buffer;
  json: unknown;
}

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Whether it may be sent once more when its answer was lost. */
  isRepeatable: boolean;
}

/** The way of viewers to the service: a proxy before its servers, which asks the next one where one does not listen. */
export interface Way {
  /** The servers that are asked in turns, by their addresses. */
  lead(urls: readonly string[]): void;
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
          resolve({ status: answer.statusCode ?? 0, bytes, json: readJson(bytes) });
        });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });

export function createWay(): Way {
  let servers: readonly string[] = [];
  let turn = 0;

  async function send(sent: Sent): Promise<Reply> {
    turn += 1;
    const order = servers.map((_, index) => servers[(turn + index) % servers.length]!);
    let lost: unknown;
    for (const url of order) {
      try {
        return await sendTo(url, sent);
      } catch (error) {
        lost = error;
        if (!sent.isRepeatable && (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break;
      }
    }
    throw new Error(`${sent.method} ${sent.path} got no answer`, { cause: lost });
  }

  return {
    lead(urls) {
      servers = urls;
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

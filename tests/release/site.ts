import { request as requestPlain } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { CSRF_HEADER, type ConsoleEndpoint } from '#contract/console/endpoint.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createContractCall, type CallOptions, type ContractCall } from '#tests/support/contract-call.ts';

const ANSWERS_WITHIN_MS = 120_000;
/** How often a busy service is asked, as apps do. */
const MOST_TRIES = 10;

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** A service as browsers and televisions reach it. */
export interface Site {
  call: ContractCall;
  /** A call of the console, in one browser. @throws Error when it fails. */
  callConsole<const E extends ConsoleEndpoint>(endpoint: E, options?: CallOptions): Promise<ReplyOf<E>>;
  /** @throws Error when the answer is no success. */
  read(path: string): Promise<Buffer>;
}

/**
 * @param site.port on this machine.
 * @param site.ca the certificate that vouches for the proxy; without it the service is called itself, without TLS.
 */
export function openSite({ name, port, ca }: { name: string; port: number; ca?: Buffer }): Site {
  let cookie: string | undefined;
  let csrf: string | undefined;

  const sendOnce = (method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Received> =>
    new Promise((resolve, reject) => {
      const options: RequestOptions = {
        ...{ host: '127.0.0.1', port, method, path, agent: false },
        ...(ca !== undefined && { ca, servername: name }),
        headers: {
          host: `${name}:${port}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      };
      const asked = (ca === undefined ? requestPlain : request)(options, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) });
        });
      });
      asked.on('error', reject);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });

  const send: typeof sendOnce = async (...given) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await sendOnce(...given);
      if (answer.status !== 503 || tries === MOST_TRIES) return answer;
      await wait(Number(answer.headers['retry-after'] ?? 1) * 1000);
    }
  };

  return {
    call: createContractCall(async ({ method, url, headers, body }) => {
      const { bytes, ...answer } = await send(method, url, headers, body);
      return { ...answer, body: bytes.toString() };
    }),
    async callConsole(endpoint, { params = {}, query = {}, body } = {}) {
      const path = endpoint.path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(params[part])));
      const given = Object.entries(query).map(([key, value]) => [key, String(value)]);
      const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
      const { status, headers, bytes } = await send(
        endpoint.method,
        `${path}${search}`,
        { ...(cookie !== undefined && { cookie }), ...(csrf !== undefined && { [CSRF_HEADER]: csrf }) },
        body,
      );
      if (status >= 300) throw new Error(`${endpoint.method} ${path} was answered with ${status}: ${bytes.toString()}`);
      const [set] = headers['set-cookie'] ?? [];
      if (set !== undefined) cookie = set.split(';')[0];
      const reply = (endpoint.reply ? endpoint.reply.parse(JSON.parse(bytes.toString())) : undefined) as {
        session?: { csrf_token: string };
      };
      csrf = reply?.session?.csrf_token ?? csrf;
      return reply as never;
    },
    async read(path) {
      const { status, bytes } = await send('GET', path, {});
      if (status >= 300) throw new Error(`GET ${path} was answered with ${status}`);
      return bytes;
    },
  };
}

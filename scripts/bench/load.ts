import { Agent, request } from 'node:http';

export interface Call {
  method: 'GET' | 'PATCH' | 'PUT';
  path: string;
  token: string;
  body?: unknown;
}

export interface Run {
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers by status; 0 is a connection that broke. */
  statuses: Map<number, number>;
}

const agent = new Agent({ keepAlive: true });

export const closeConnections = (): void => agent.destroy();

/** Status and bytes of one answer. */
export const send = (url: string, { method, path, token, body }: Call): Promise<{ status: number; bytes: number }> =>
  new Promise((done) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Token ${token}`,
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const sent = request(url + path, { agent, method, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.on('end', () => done({ status: answer.statusCode ?? 0, bytes }));
      answer.on('error', () => done({ status: 0, bytes }));
    });
    sent.on('error', () => done({ status: 0, bytes: 0 }));
    sent.end(text);
  });

/** Keeps `inFlight` calls open until `isOver`; `next` says what each of them, by its number, asks next. */
export async function load(
  url: string,
  { inFlight, isOver, next }: { inFlight: number; isOver(sent: number): boolean; next(caller: number): Call },
): Promise<Run> {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const start = performance.now();
  let sent = 0;
  const caller = async (number: number) => {
    while (!isOver(sent)) {
      sent += 1;
      const at = performance.now();
      const { status } = await send(url, next(number));
      times.push(performance.now() - at);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, number) => caller(number)));
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), statuses };
}

/** Over when so many ms have passed from now on. */
export function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Answers that are neither done nor one of these. */
export const countOthers = ({ statuses }: Run, allowed: readonly number[] = []): number =>
  [...statuses].reduce((sum, [status, count]) => sum + (status === 200 || allowed.includes(status) ? 0 : count), 0);

import { openConnection, type Answer } from './connection.ts';

export interface Call {
  method: 'GET' | 'PATCH' | 'PUT';
  path: string;
  token: string;
  body?: unknown;
  /** The value of a `range` header. */
  range?: string;
}

export interface Run {
  calls: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** Answers by status; 0 is a broken connection. */
  statuses: Map<number, number>;
}

const textOf = (host: string, { method, path, token, body, range }: Call): string => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const ofBody =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  const ofRange = range === undefined ? '' : `range: ${range}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Token ${token}\r\n${ofRange}${ofBody}\r\n${text}`;
};

/** Sends one call on its own connection. */
export async function send(url: string, call: Call): Promise<Answer> {
  const address = new URL(url);
  const connection = await openConnection(address);
  const answer = await connection.ask(textOf(address.host, call));
  connection.close();
  return answer;
}

interface Load {
  /** Concurrent calls. */
  readonly inFlight: number;
  isOver(sent: number): boolean;
  /** The next call of each caller, by number. */
  next(caller: number): Call;
  /**
   * Busy-polls for answers. On one machine, a server that writes to a sleeping process pays for waking it, and more
   * often the slower it answers; over a network it would not.
   */
  readonly staysAwake?: boolean;
}

/** Calls a server on so many connections until `isOver`. */
export async function load(url: string, { inFlight, isOver, next, staysAwake = false }: Load): Promise<Run> {
  const address = new URL(url);
  const connect = () => openConnection(address);
  const connections = await Promise.all(Array.from({ length: inFlight }, connect));
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const start = performance.now();
  let sent = 0;
  const caller = async (number: number) => {
    while (!isOver(sent)) {
      sent += 1;
      const at = performance.now();
      const { status } = await connections[number]!.ask(textOf(address.host, next(number)));
      times.push(performance.now() - at);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 0) connections[number] = await connect();
    }
  };
  let isAwake = staysAwake;
  const stayAwake = () => {
    if (isAwake) setImmediate(stayAwake);
  };
  stayAwake();
  await Promise.all(connections.map((_, number) => caller(number)));
  isAwake = false;
  const seconds = (performance.now() - start) / 1000;
  for (const connection of connections) connection.close();
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return {
    calls: times.length,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    statuses,
  };
}

/** True after so many ms from now. */
export function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}

/** Number of answers that are neither successful nor allowed. */
export const countOthers = ({ statuses }: Run, allowed: readonly number[] = []): number =>
  [...statuses].reduce((sum, [status, count]) => sum + (status === 200 || allowed.includes(status) ? 0 : count), 0);

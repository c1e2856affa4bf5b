import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { withTimeout } from '#server/lib/timeout.ts';
import { carryOut, isRepeated, type Answer } from './calls.ts';
import type { Operations } from './operations.ts';

/** Largest accepted body, in bytes. */
const MOST_BYTES = 8_000_000;
const MOST_CONNECTIONS = 8;
/** A request must be complete after this, in ms; commands run on the same machine. */
const REQUEST_WITHIN_MS = 10_000;
/** Interval of the timeout checks, in ms. */
const CHECK_EVERY_MS = 1_000;
/** Time for running calls to end when the socket closes, in ms. */
const CLOSE_WITHIN_MS = 2_000;

export interface OperatorSocket {
  /** Ends calls under way within two seconds and removes the file. */
  close(): Promise<void>;
}

export interface OperatorSocketOptions {
  path: string;
  operations: Operations;
  /** Called after each call that was carried out or refused, except those that a command repeats while it waits. */
  onCall(call: { name: string; status: Answer['status'] }): void;
  /** Called with an error that no operator can have caused. */
  onFailure(error: unknown): void;
}

class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** @throws TooLargeError, SyntaxError */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) throw new TooLargeError();
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

const answer = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));

const STATUS: Record<Answer['status'], number> = { done: 200, refused: 422, unknown: 404 };

/**
 * Listens for operators' commands on a socket file, which only the server's own user can open: write access to the data
 * folder is the permission. The caller must hold the lock of that folder, so an existing socket file is a left-over.
 */
export async function listenForOperators(options: OperatorSocketOptions): Promise<OperatorSocket> {
  const { path, operations, onCall, onFailure } = options;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') return answer(response, 405, { message: 'Only POST.' });
    const name = request.url?.slice(1) ?? '';
    const body = await readBody(request);
    const answered = await carryOut(operations, name, body);
    if (answered.status !== 'unknown' && !isRepeated(name)) onCall({ name, status: answered.status });
    return answer(response, STATUS[answered.status], answered);
  };

  const times = {
    headersTimeout: REQUEST_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  };
  const server = createServer(times, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      if (error instanceof TooLargeError) return answer(response, 413, { message: 'The body is too large.' });
      if (error instanceof SyntaxError) return answer(response, 400, { message: 'The body is no JSON.' });
      onFailure(error);
      return answer(response, 500, { message: 'The server failed; its log says why.' });
    });
  });
  server.maxConnections = MOST_CONNECTIONS;

  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.on('error', onFailure);
  await chmod(path, 0o600);

  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await withTimeout(CLOSE_WITHIN_MS, closed).catch(() => server.closeAllConnections());
      await rm(path, { force: true });
    },
  };
}

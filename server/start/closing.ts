import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/open.ts';
import type { Worker } from '#server/lib/lease-loop.ts';
import { withTimeout } from '#server/lib/timeout.ts';
import type { OpenTraces } from '#server/providers/traces.ts';
import type { OperatorSocket } from '#server/console/operator/socket.ts';

/*
 * Deadlines in ms since the server began to close: for requests that wait for the database, which then fail; for long
 * media answers, which are then cut; and for everything that serves. The database and the traces have what is left until
 * the process is ended (`end-process.ts`).
 */
const ABORT_AFTER_MS = 2500;
const CUT_AFTER_MS = 3000;
const SERVE_WITHIN_MS = 3300;
const REST_WITHIN_MS = 1000;

/** What a process has besides its server and its database. */
export interface ClosingParts {
  worker: Worker | undefined;
  operators?: OperatorSocket | undefined;
  traces?: Pick<OpenTraces, 'stop'> | undefined;
}

/** Answers what is under way, gives the jobs back, then closes the database; ends within 4.3 s whatever hangs. */
export function createClose(
  app: Pick<FastifyInstance, 'failures' | 'server' | 'close'>,
  database: Pick<Database, 'abort' | 'close'>,
  { worker, operators, traces }: ClosingParts,
): () => Promise<void> {
  const { failures } = app;
  const close = async (): Promise<void> => {
    const abort = setTimeout(() => database.abort(), ABORT_AFTER_MS);
    const cut = setTimeout(() => app.server.closeAllConnections(), CUT_AFTER_MS);
    // Each step has a timeout, so that the next one gets its turn.
    await Promise.all([
      worker?.stop(),
      operators?.close().catch((error: unknown) => failures.report('operator socket', error)),
      withTimeout(SERVE_WITHIN_MS, app.close()).catch((error: unknown) => failures.report('closing the server', error)),
    ]);
    clearTimeout(abort);
    clearTimeout(cut);
    await Promise.all([
      withTimeout(REST_WITHIN_MS, database.close()).catch((error: unknown) =>
        failures.report('closing the database', error),
      ),
      traces && withTimeout(REST_WITHIN_MS, traces.stop()).catch(() => undefined),
    ]);
  };
  let closed: Promise<void> | undefined;
  return () => (closed ??= close());
}

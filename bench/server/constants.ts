import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { createFindCaller } from '#server/accounts/sessions.ts';
import { findBatching } from '#server/db/batching.ts';
import { createLoaders } from '#server/db/loader.ts';
import { openDatabase } from '#server/db/open.ts';
import { tokenOf } from '#server/http/caller.ts';
import { createHttp } from '#server/http/http.ts';
import { loggerOptions } from '#server/http/logger.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { installMaintenance } from '#server/monitoring/status/routes.ts';
import type { Constants } from './processes.ts';

/*
 * Answers as many bytes as the path says: `own` with the server's Fastify setup, `caller` also after it has looked up the
 * caller's token in the database of DATABASE_URL or DATA_DIR, and `bare` with plain Fastify. Runs in its own process, like a server.
 */
const kind = process.argv[2] as Constants;
const findServiceState = () =>
  Promise.resolve({ maintenance: null, minVersion: { tizen: '0.1.0', webos: '0.1.0', web: '0.1.0' } });

async function buildOwn() {
  const app = await createHttp({
    random: systemRandom,
    clock: systemClock,
    publicUrl: () => 'http://127.0.0.1',
    logger: loggerOptions({ logLevel: 'warn' }),
  });
  installMaintenance(app, findServiceState);
  return app;
}

async function openCallers() {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = process.env;
  const database = await openDatabase({ databaseUrl: databaseUrl || undefined, dataDir });
  const failures = { report: (cause: string, error: unknown) => console.error(cause, error), works: () => undefined };
  const createLoader = createLoaders(await findBatching(database));
  return createFindCaller({ db: database.kysely, createLoader, clock: systemClock, failures });
}

const app = kind === 'bare' ? Fastify() : await buildOwn();
type Asked = FastifyRequest<{ Params: { bytes: string } }>;
const answer = ({ params }: Asked, reply: FastifyReply) =>
  reply.header('content-type', 'application/json').send(`"${'x'.repeat(Number(params.bytes) - 2)}"`);

async function answerCallers() {
  const findCaller = await openCallers();
  return async (asked: Asked, reply: FastifyReply) => {
    const caller = await findCaller(tokenOf(asked) ?? '');
    return caller ? answer(asked, reply) : reply.code(401).send();
  };
}

app.get('/api/:bytes', { config: { surface: 'call' } }, kind === 'caller' ? await answerCallers() : answer);
console.log(`Bora: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);

import Fastify from 'fastify';
import { createHttp } from '#server/http/http.ts';
import { loggerOptions } from '#server/http/logger.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { installMaintenance } from '#server/status/routes.ts';

/*
 * Answers as many bytes as the path says: `own` with the server's Fastify setup, `bare` with plain Fastify. Runs in its
 * own process, like a server.
 */
const kind = process.argv[2];
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

const app = kind === 'bare' ? Fastify() : await buildOwn();
app.get<{ Params: { bytes: string } }>('/api/:bytes', { config: { surface: 'call' } }, (asked, reply) =>
  reply.header('content-type', 'application/json').send(`"${'x'.repeat(Number(asked.params.bytes) - 2)}"`),
);
console.log(`Bora: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);

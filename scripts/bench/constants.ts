import Fastify from 'fastify';

/** The same framework without anything: answers as many bytes as the path says. In a process of its own, as a server is. */
const app = Fastify();
app.get<{ Params: { bytes: string } }>('/:bytes', (asked, reply) =>
  reply.header('content-type', 'application/json').send(`"${'x'.repeat(Number(asked.params.bytes) - 2)}"`),
);
console.log(`Bora: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);

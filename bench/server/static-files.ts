import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { requireDemo } from '#tests/support/demo.ts';

/* Serves the catalogue's files with `@fastify/static` alone, in its own process, like a server. */
const app = Fastify();
await app.register(fastifyStatic, { root: (await requireDemo()).catalogueFolder });
console.log(`Bora: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);

import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { catalogueFolder } from '#server/folders.ts';

/* Serves the files of the catalogue with `@fastify/static` alone. In a process of its own, as a server is. */
const app = Fastify();
await app.register(fastifyStatic, { root: catalogueFolder });
console.log(`Bora: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);

import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { describeCalls } from './openapi-document.ts';

/** The OpenAPI document, made from the schemas that check the calls. Register before the routes. */
export async function installOpenApi(app: FastifyInstance, publicUrl: () => string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Bora',
        version: '0.1.0',
        description: 'Calls between the Bora television app and its server.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description: '`Token <token>`: the token of a profile, or of the account where no profile is needed.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  // Made once for each public address: the own one is known only when the server listens.
  let made: { url: string; bytes: Buffer } | undefined;
  const documentFor = (url: string): Buffer => {
    if (made?.url !== url) {
      const document = { ...describeCalls(app.swagger()), servers: [{ url }] };
      made = { url, bytes: Buffer.from(JSON.stringify(document)) };
    }
    return made.bytes;
  };
  app.get(
    '/api/openapi.json',
    { schema: { hide: true }, config: { surface: 'call', isCompressible: true }, exposeHeadRoute: true },
    (_request, reply) => reply.type('application/json; charset=utf-8').send(documentFor(publicUrl())),
  );
}

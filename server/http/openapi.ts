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
  app.get('/api/openapi.json', { schema: { hide: true } }, () => ({
    ...describeCalls(app.swagger()),
    servers: [{ url: publicUrl() }],
  }));
}

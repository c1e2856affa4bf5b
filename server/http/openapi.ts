import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { VERSION } from '#server/lib/version.ts';
import { describeConsoleErrors, describeErrors } from './error-meanings.ts';
import { describeCalls } from './openapi-document.ts';

const DESCRIPTION = `Calls between the Bora television app and its server.

Every failure is an \`ErrorReply\`. Show its \`message\` to the viewer, act on its \`code\`, and treat a code that you do not know by
the status. The codes:

${describeErrors()}

Calls with the tag \`console\` are for the operators' console. They need the cookie of \`consoleSignIn\`, and writes also the header
\`x-csrf-token\`; no viewer's token is accepted. Their own codes:

${describeConsoleErrors()}`;

/** Serves the OpenAPI document, generated from the validating schemas. Register it before the routes. */
export async function installOpenApi(app: FastifyInstance, publicUrl: () => string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Bora',
        version: VERSION,
        description: DESCRIPTION,
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
          consoleSession: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-bora-console',
            description: 'The session of a member of staff; `bora-console` where the service has no https.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  // Cached per public address, because the server's own is known only once it listens.
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

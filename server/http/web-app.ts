import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../lib/fail.ts';
import { sendError } from './errors.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Names that the build never uses: hidden files, steps upwards, separators of other systems. */
const isPlain = (path: string) => path.split('/').every((part) => /^[\w@-][\w@.-]*$/.test(part) && part !== '..');

const isPageOfTheApp = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(api|media|art)(\/|$)/.test(request.url) &&
  (request.headers.accept ?? '').includes('text/html');

const sendIndex = (reply: FastifyReply, folder: string) =>
  // Asked for anew each time, so that a new version of the app is there at its next start.
  reply.status(200).header('cache-control', 'no-cache').sendFile('index.html', folder, { cacheControl: false });

/** The built app at `/`, where it has been built; and the answer to everything that is nowhere. */
export function installWebApp(app: FastifyInstance, folder: string): void {
  const hasIndex = () => existsSync(join(folder, 'index.html'));

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => {
      const path = request.params['*'];
      if (path === '' && hasIndex()) return sendIndex(reply, folder);
      if (path === '' || path === 'index.html' || !isPlain(path) || /^(api|media|art)\//.test(path))
        return reply.callNotFound();
      // The build names its assets by their content.
      const cache = path.startsWith('assets/') ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache';
      return reply.header('cache-control', cache).sendFile(path, folder, { cacheControl: false });
    },
  });

  app.setNotFoundHandler((request, reply) =>
    isPageOfTheApp(request) && hasIndex()
      ? sendIndex(reply, folder)
      : sendError(new ServiceError('NOT_FOUND'), request, reply),
  );
}

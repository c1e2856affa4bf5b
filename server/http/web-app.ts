import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../lib/fail.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Names as a build has them: no hidden files, no steps upwards, no separators of other systems. */
const isPlain = (path: string) => path.split('/').every((part) => /^[\w@-][\w@.-]*$/.test(part));

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const isOfTheApi = (path: string) => /^(api|media|art|dev)(\/|$)/.test(path);

/** Somebody types an address of the app, or comes back to one. */
const isPage = (request: FastifyRequest) => (request.headers.accept ?? '').includes('text/html');

/** The build names its assets by their content; everything else is asked for anew, so that a new version is seen. */
const cacheOf = (path: string) =>
  path.startsWith('assets/') ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache';

/** What the build packs beside the file itself, best first. */
const PACKED = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

const PACKED_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

async function send(request: FastifyRequest, reply: FastifyReply, path: string, folder: string) {
  void reply.header('cache-control', cacheOf(path));
  const type = PACKED_TYPES[extname(path)];
  if (!type) return reply.sendFile(path, folder, { cacheControl: false });
  void reply.header('vary', 'accept-encoding');
  const accepted = request.headers['accept-encoding'] ?? '';
  for (const { encoding, ending } of PACKED) {
    if (!accepted.includes(encoding) || !(await isFile(join(folder, path + ending)))) continue;
    return reply
      .type(type)
      .header('content-encoding', encoding)
      .sendFile(path + ending, folder, { cacheControl: false, contentType: false });
  }
  return reply.sendFile(path, folder, { cacheControl: false });
}

/** The built app at `/`, where it has been built; and the answer to everything that is nowhere. */
export function installWebApp(app: FastifyInstance, folder: string): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = request.params['*'];
      if (isOfTheApi(path)) fail('NOT_FOUND');
      if (path !== '' && isPlain(path) && (await isFile(join(folder, path)))) return send(request, reply, path, folder);
      if ((path === '' || isPage(request)) && (await isFile(join(folder, 'index.html'))))
        return send(request, reply, 'index.html', folder);
      fail('NOT_FOUND');
    },
  });

  app.setNotFoundHandler(() => fail('NOT_FOUND'));
}

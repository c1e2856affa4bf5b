import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../lib/fail.ts';
import { appPolicy } from './headers.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 3600;
const ONE_DAY_SECONDS = 24 * 3600;

/** Names that a build produces: no hidden files, no `..`, no separators of other systems. */
export const isPlain = (path: string): boolean => path.split('/').every((part) => /^[\w@-][\w@.-]*$/.test(part));

export const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/**
 * Asset names contain a content hash, so they are immutable; everything else is revalidated, so that a new version
 * shows up.
 */
const cacheOf = (path: string) =>
  path.startsWith('assets/') ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache';

/** Precompressed variants that the build creates, best first. */
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

/** Hashes of a page's inline scripts, in Content-Security-Policy syntax. */
export const scriptHashesOf = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** Reads a page's hashes again after a new build. */
function createPageHashes(path: string): () => Promise<readonly string[]> {
  let known: { changedAt: number; hashes: readonly string[] } | undefined;
  return async () => {
    const { mtimeMs } = await stat(path);
    if (known?.changedAt !== mtimeMs)
      known = { changedAt: mtimeMs, hashes: scriptHashesOf(await readFile(path, 'utf8')) };
    return known.hashes;
  };
}

const PAGE = 'index.html';
/** The app in a frame of the console. */
const TELEVISION_PAGE = 'television.html';

/**
 * Serves the operators' console at `/console/`, if it has been built. Nothing of it is loaded by other pages, and no other
 * site may frame it.
 */
export function installConsolePage(
  app: FastifyInstance,
  options: { folder: string; publicUrl: () => string; mediaUrl?: string | undefined },
): void {
  const { folder, publicUrl, mediaUrl } = options;
  const findHashes = createPageHashes(join(folder, PAGE));
  const route = { schema: { hide: true }, config: { surface: 'static' as const } };
  const method = () => ['GET', 'HEAD'];

  app.route({
    ...route,
    method: method(),
    url: '/console',
    handler: (_request, reply) => reply.redirect('/console/', 308),
  });
  app.route<{ Params: { '*': string } }>({
    ...route,
    method: method(),
    url: '/console/*',
    handler: async (request, reply) => {
      const path = request.params['*'] || PAGE;
      if (!isPlain(path) || !(await isFile(join(folder, path)))) fail('NOT_FOUND');
      if (path === TELEVISION_PAGE)
        void reply.header(
          'content-security-policy',
          appPolicy({ publicUrl: publicUrl(), mediaUrl, framedBy: "'self'" }),
        );
      if (path === PAGE)
        void reply
          .header('content-security-policy', appPolicy({ publicUrl: publicUrl(), mediaUrl }, await findHashes()))
          .header('x-frame-options', 'DENY')
          .header('x-robots-tag', 'noindex');
      return send(request, reply, path, folder);
    },
  });
}

/**
 * Serves the built app at `/`, if it has been built. Its screens are addressed by the hash: no other path is the app.
 */
export function installWebApp(
  app: FastifyInstance,
  options: { folder: string; publicUrl: () => string; mediaUrl?: string | undefined },
): void {
  const { folder, publicUrl, mediaUrl } = options;
  const findHashes = createPageHashes(join(folder, PAGE));
  const route = { method: ['GET', 'HEAD'], schema: { hide: true }, config: { surface: 'static' } } as const;

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await isFile(join(folder, PAGE)))) fail('NOT_FOUND');
    void reply.header('content-security-policy', appPolicy({ publicUrl: publicUrl(), mediaUrl }, await findHashes()));
    return send(request, reply, PAGE, folder);
  };
  app.route({ ...route, method: [...route.method], url: '/', handler: sendPage });

  // Browsers request it on their own. The pages declare their icon, or none.
  app.route({
    ...route,
    method: [...route.method],
    url: '/favicon.ico',
    handler: (_request, reply) =>
      reply.status(204).header('cache-control', `public, max-age=${ONE_DAY_SECONDS}`).send(),
  });

  app.route<{ Params: { '*': string } }>({
    ...route,
    method: [...route.method],
    url: '/*',
    handler: async (request, reply) => {
      const path = request.params['*'];
      if (path === PAGE) return sendPage(request, reply);
      if (isPlain(path) && (await isFile(join(folder, path)))) return send(request, reply, path, folder);
      fail('NOT_FOUND');
    },
  });
}

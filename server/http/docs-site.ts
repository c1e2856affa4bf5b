import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { fail } from '../lib/fail.ts';
import type { FindStaffCaller } from '../staff/sessions.ts';
import { sessionTokenOf } from './console-cookie.ts';
import { isFile, isPlain } from './web-app.ts';

/** Serves the built documentation at `/docs/` to staff who are signed in; others come to the console's sign-in. */
export function installDocs(
  app: FastifyInstance,
  { folder, publicUrl, findStaff }: { folder: string; publicUrl(): string; findStaff: FindStaffCaller },
): void {
  const route = { method: ['GET', 'HEAD'], schema: { hide: true }, config: { surface: 'static' as const } };
  app.route({ ...route, url: '/docs', handler: (_request, reply) => reply.redirect('/docs/', 308) });
  app.route<{ Params: { '*': string } }>({
    ...route,
    url: '/docs/*',
    async handler(request, reply) {
      void reply.header('cache-control', 'private, no-cache').header('vary', 'cookie');
      const token = sessionTokenOf(request, publicUrl().startsWith('https:'));
      const staff = token === undefined ? undefined : await findStaff(token, { isBackground: false });
      if (staff === undefined) return reply.redirect('/console/', 303);
      const path = request.params['*'] || 'index.html';
      if (!isPlain(path) || !(await isFile(join(folder, path)))) fail('NOT_FOUND');
      void reply.header('x-frame-options', 'DENY').header('x-robots-tag', 'noindex');
      return reply.sendFile(path, folder, { cacheControl: false });
    },
  });
}

import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDownloadFile, isOwnFile } from '#server/catalogue/format/index.ts';
import { fail } from '#server/lib/fail.ts';
import { lengthenUuid, SHORT_UUID } from '#server/lib/short-uuid.ts';
import { EDGE_TICKET_SECONDS, edgeCredential } from '#server/providers/edge-signer.ts';
import { mediaTypeOf } from './files.ts';
import type { MediaGate } from './gate.ts';
import type { SendFile } from './send-file.ts';

/** Files of an own clip never change: another clip has another folder. */
const OWN_MAX_AGE_SECONDS = 30 * 24 * 3600;
/** An operator may replace other files of the catalogue. */
const OTHER_MAX_AGE_SECONDS = 60;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const ACCOUNT = new RegExp(`^${SHORT_UUID}$`);

/** Header in which the edge shows its credential. */
const CREDENTIAL = 'x-bora-edge';

export interface EdgeOptions {
  secret: string;
  gate: MediaGate;
  send: SendFile;
  /** Whether the edge is told when a play log ends. */
  isTelling(): Promise<boolean>;
}

/** Mounts the calls of the edge: files to cache, and whether a play log still allows access. */
export function mountEdge(app: FastifyInstance, { secret, gate, send, isTelling }: EdgeOptions): void {
  const expected = Buffer.from(edgeCredential(secret));

  /** Others must not learn that these routes exist. */
  const checkCredential = ({ headers }: FastifyRequest) => {
    const given = Buffer.from(String(headers[CREDENTIAL] ?? ''));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) fail('NOT_FOUND');
  };

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/edge/file/*',
    schema: { hide: true },
    config: { surface: 'media' },
    handler: (request, reply) => {
      checkCredential(request);
      const path = request.params['*'];
      const type = mediaTypeOf(path) ?? fail('NOT_FOUND');
      if (isDownloadFile(path)) fail('NOT_FOUND');
      const seconds = isOwnFile(path) ? OWN_MAX_AGE_SECONDS : OTHER_MAX_AGE_SECONDS;
      return send(request, reply, { path, type, cacheControl: `public, max-age=${seconds}` });
    },
  });

  app.get<{ Params: { account: string; id: string } }>('/media/edge/living/:account/:id', {
    schema: { hide: true },
    config: { surface: 'media' },
    handler: async (request, reply) => {
      checkCredential(request);
      const { account, id } = request.params;
      if (!ACCOUNT.test(account) || !UUID.test(id)) fail('NOT_FOUND');
      // nginx understands no other refusal.
      if (!(await gate(lengthenUuid(account), id))) fail('PLAYBACK_EXPIRED', { status: 403 });
      // For nginx alone, in seconds. Without it, nginx asks again after two.
      if (await isTelling()) void reply.header('x-accel-expires', String(EDGE_TICKET_SECONDS));
      return reply.status(204).header('cache-control', 'no-store').send();
    },
  });
}

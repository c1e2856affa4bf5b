import type { FastifyInstance } from 'fastify';
import type { Art } from '../catalogue/art.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { createTicketCheck } from '../providers/media-signer.ts';
import { isDownloadFile } from '#catalogue/format.ts';
import { mediaTypeOf, pictureTypeOf } from './files.ts';
import type { MediaGate } from './gate.ts';

/** Pictures change with a new catalogue, seldom; a television keeps them for a week. */
const ART_MAX_AGE_SECONDS = 7 * 24 * 3600;

export interface MediaOptions {
  clock: Clock;
  secret: string;
  gate: MediaGate;
  /** The folder that the catalogue's paths start from. */
  folder: string;
  art: Pick<Art, 'has'>;
}

/** Files of the catalogue: streams behind signed addresses, pictures for everybody. */
export function mountMedia(app: FastifyInstance, { clock, secret, gate, folder, art }: MediaOptions): void {
  const check = createTicketCheck(secret);

  app.route<{ Params: { ticket: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:ticket/*',
    schema: { hide: true },
    config: { surface: 'media' },
    handler: (request, reply) => {
      const path = request.params['*'];
      const opened = check(request.params.ticket, path, clock.now());
      if (opened === 'forged') fail('NOT_FOUND');
      if (opened === 'expired') fail('PLAYBACK_EXPIRED');
      const type = mediaTypeOf(path) ?? fail('NOT_FOUND');
      // The whole clip has no breaks and outlives a playback, so a play log does not open it.
      if (isDownloadFile(path) && !opened.isDownload) fail('NOT_FOUND');
      const send = (lives: boolean) =>
        lives
          ? reply
              .type(type)
              // Caches ask again each time: an address that has ended must not be answered from one.
              .header('cache-control', 'private, no-cache')
              .sendFile(path, folder, { cacheControl: false, contentType: false })
          : fail('PLAYBACK_EXPIRED');
      const lives = gate(opened.accountId, opened.id);
      return typeof lives === 'boolean' ? send(lives) : lives.then(send);
    },
  });

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/art/*',
    schema: { hide: true },
    config: { surface: 'art' },
    handler: async (request, reply) => {
      const path = request.params['*'];
      const type = pictureTypeOf(path) ?? fail('NOT_FOUND');
      if (!(await art.has(path))) fail('NOT_FOUND');
      return reply
        .type(type)
        .header('cache-control', `public, max-age=${ART_MAX_AGE_SECONDS}`)
        .sendFile(path, folder, { cacheControl: false, contentType: false });
    },
  });
}

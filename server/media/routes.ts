import type { FastifyInstance } from 'fastify';
import type { Art } from '../catalogue/art.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { checkMedia } from '../providers/media-signer.ts';
import { mediaTypeOf, pictureTypeOf } from './files.ts';

/** Pictures change with a new catalogue, seldom; a television keeps them for a week. */
const ART_MAX_AGE_SECONDS = 7 * 24 * 3600;

export interface MediaOptions {
  clock: Clock;
  secret: string;
  /** The folder that the catalogue's paths start from. */
  folder: string;
  art: Pick<Art, 'has'>;
}

/** Files of the catalogue: streams behind signed addresses, pictures for everybody. */
export function mountMedia(app: FastifyInstance, { clock, secret, folder, art }: MediaOptions): void {
  app.route<{ Params: { ticket: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:ticket/*',
    schema: { hide: true },
    handler: (request, reply) => {
      const verdict = checkMedia(secret, request.params.ticket, request.params['*'], clock.now());
      if (verdict === 'forged') fail('NOT_FOUND');
      if (verdict === 'expired') fail('PLAYBACK_EXPIRED');
      const type = mediaTypeOf(verdict.path) ?? fail('NOT_FOUND');
      const secondsLeft = Math.floor((verdict.expiresAt.getTime() - clock.now().getTime()) / 1000);
      return reply
        .type(type)
        .header('cache-control', `private, max-age=${secondsLeft}`)
        .sendFile(verdict.path, folder, { cacheControl: false, contentType: false });
    },
  });

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/art/*',
    schema: { hide: true },
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

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Art } from '#server/catalogue/pictures/art.ts';
import { DRAFT_PREFIX, smallOf, type DraftArt } from '#server/catalogue/index.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail, ServiceError } from '#server/lib/fail.ts';
import { createTicketCheck, isTrailer, type OpenedTicket } from '#server/providers/media-signer.ts';
import { isDownloadFile } from '#server/catalogue/format/index.ts';
import { isVideoFile, mediaTypeOf, pictureTypeOf } from './files.ts';
import type { MediaGate } from './gate.ts';
import { createOpenAnswers } from './open-answers.ts';
import type { SendFile } from './send-file.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The ticket of a request with a prepared address. */
    preparedGrant: OpenedTicket | null;
  }
}

/** Pictures rarely change, only with a new catalogue; a television caches them for a week. */
const ART_MAX_AGE_SECONDS = 7 * 24 * 3600;

export interface MediaOptions {
  clock: Clock;
  secret: string;
  gate: MediaGate;
  send: SendFile;
  art: Pick<Art, 'find' | 'hasFile'>;
  draftArt: Pick<DraftArt, 'isSigned'>;
  /** Counts what a prepared address sends. @returns false when it may send no more */
  takeBytes(grant: { accountId: string; id: string }, bytes: number): boolean;
  addressOf(request: FastifyRequest): string;
}

/** Serves files of the catalogue: streams behind signed addresses, pictures of what is public for everybody. */
export function mountMedia(
  app: FastifyInstance,
  { clock, secret, gate, send: sendFile, art, draftArt, takeBytes, addressOf }: MediaOptions,
): void {
  const check = createTicketCheck(secret);
  const openAnswer = createOpenAnswers();
  app.decorateRequest('preparedGrant', null);

  app.route<{ Params: { ticket: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:ticket/*',
    schema: { hide: true },
    config: { surface: 'media' },
    // Here the length of the answer is known.
    onSend: (request, reply, payload, done) => {
      const grant = reply.statusCode < 300 && request.method === 'GET' ? request.preparedGrant : null;
      if (grant === null || takeBytes(grant, Number(reply.getHeader('content-length') ?? Infinity)))
        return done(null, payload);
      if (payload instanceof Readable) payload.destroy();
      done(new ServiceError('PLAYBACK_EXPIRED'));
    },
    handler: (request, reply) => {
      const path = request.params['*'];
      const opened = check(request.params.ticket, path, clock.now());
      if (opened === 'forged') fail('NOT_FOUND');
      if (opened === 'expired') fail('PLAYBACK_EXPIRED');
      const type = mediaTypeOf(path) ?? fail('NOT_FOUND');
      // The whole clip has no advertisement breaks and outlives a playback, so only downloads may open it.
      if (isDownloadFile(path) && opened.kind !== 'download') fail('NOT_FOUND');
      // Everybody has the same ticket for trailers.
      openAnswer(isTrailer(opened) ? addressOf(request) : `${opened.accountId} ${opened.id}`, reply.raw);
      const send = (lives: boolean) =>
        // Caches must revalidate, so that they never serve an address that has ended.
        lives ? sendFile(request, reply, { path, type, cacheControl: 'private, no-cache' }) : fail('PLAYBACK_EXPIRED');
      // It has no play log, and ends before a look-up would notice anything.
      if (opened.kind === 'prepared') {
        request.preparedGrant = opened;
        return send(isVideoFile(path));
      }
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
      const cacheControl = `public, max-age=${ART_MAX_AGE_SECONDS}`;
      if ((await art.find(path)) !== 'public') {
        // Panels of 4K ask for the large one of each picture: without one, they get the picture.
        const small = smallOf(path) ?? fail('NOT_FOUND');
        if ((await art.find(small)) !== 'public') fail('NOT_FOUND');
        return sendFile(request, reply, { path: (await art.hasFile(path)) ? path : small, type, cacheControl });
      }
      return sendFile(request, reply, { path, type, cacheControl });
    },
  });

  app.route<{ Params: { ticket: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `/art/${DRAFT_PREFIX}/:ticket/*`,
    schema: { hide: true },
    config: { surface: 'art' },
    handler: async (request, reply) => {
      const { ticket, '*': path } = request.params;
      const type = pictureTypeOf(path) ?? fail('NOT_FOUND');
      if (!draftArt.isSigned(ticket, path) || (await art.find(path)) === 'unknown') fail('NOT_FOUND');
      return sendFile(request, reply, { path, type, cacheControl: 'private, no-cache' });
    },
  });
}

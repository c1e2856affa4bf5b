import type { FastifyInstance } from 'fastify';
import { OWN_FOLDER } from '#server/catalogue/format/index.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { MediaGate } from '#server/watching/media/gate.ts';
import { createTicketCheck, LICENSE_FILE } from '#server/providers/media-signer.ts';
import type { ClipKeys } from './clip-key-store.ts';
import { licenseFor, MOST_REQUEST_BYTES, readLicenseRequest } from './license.ts';

export interface LicensesOptions {
  db: Connection;
  clock: Clock;
  /** That of the media addresses. */
  secret: string;
  gate: MediaGate;
  clipKeys: ClipKeys;
}

const LICENSE_PATH = new RegExp(`^${OWN_FOLDER}/([\\da-f]{32})/${LICENSE_FILE}$`);

/**
 * Returns the keys of protected clips to callers who may load their media now: the address has the ticket of a play log,
 * which the video call gives to viewers with a right to the episode.
 */
export function mountLicenses(app: FastifyInstance, { db, clock, secret, gate, clipKeys }: LicensesOptions): void {
  const check = createTicketCheck(secret);
  void app.register((own, _, done) => {
    // Players send JSON under several types.
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_REQUEST_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    );
    own.post<{ Params: { ticket: string; '*': string } }>(
      '/media/:ticket/*',
      { schema: { hide: true }, config: { surface: 'media' } },
      async (request, reply) => {
        const path = request.params['*'];
        const clipId = LICENSE_PATH.exec(path)?.[1] ?? fail('NOT_FOUND');
        const opened = check(request.params.ticket, path, clock.now());
        if (opened === 'forged') return fail('NOT_FOUND');
        if (opened === 'expired' || !(await gate(opened.accountId, opened.id))) return fail('PLAYBACK_EXPIRED');
        const wanted = readLicenseRequest(String(request.body ?? '')) ?? fail('VALIDATION_FAILED');
        const protection = (await clipKeys.find(db, clipId)) ?? fail('NOT_FOUND');
        const license = licenseFor(protection, wanted) ?? fail('NOT_FOUND');
        return reply.header('cache-control', 'no-store').type('application/json').send(license);
      },
    );
    done();
  });
}

import type { FastifyInstance } from 'fastify';
import { UPLOADS_PATH } from '#contract/console/inbox.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Uploads } from '../intake/inbox/uploads.ts';
import { fail } from '../lib/fail.ts';
import type { StaffCaller } from '../staff/sessions.ts';
import type { IdentifyStaff } from './mount-console.ts';

export interface MountUploadsOptions {
  identify: IdentifyStaff;
  recordAs(staff: Pick<StaffCaller, 'id' | 'email'>, requestId: string): RecordChange;
  uploads: Uploads;
}

/** The calls of the tus protocol, which are no calls of the contract: their bodies are bytes, and their answers headers. */
export function mountUploads(app: FastifyInstance, { identify, recordAs, uploads }: MountUploadsOptions): void {
  void app.register((own, _, done) => {
    // The parts of a file are streams of any length, which the framework must not read.
    own.addContentTypeParser('application/offset+octet-stream', (_request, _payload, parsed) => parsed(null));
    for (const [method, url] of [
      ['POST', UPLOADS_PATH],
      ['HEAD', `${UPLOADS_PATH}:id/`],
      ['PATCH', `${UPLOADS_PATH}:id/`],
    ] as const)
      own.route({
        method,
        url,
        schema: { hide: true },
        config: { surface: 'console' },
        onRequest: async (request) => {
          request.staff = await identify(request, {
            method,
            allowed: ['owner', 'editor'],
            scope: 'media.write',
          });
        },
        handler: async (request, reply) => {
          const staff = request.staff ?? fail('TOKEN_INVALID');
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value as string);
          reply.raw.setHeader('cache-control', 'no-store');
          reply.hijack();
          await uploads.handle(request.raw, reply.raw, {
            email: staff.email,
            record: recordAs(staff, request.id),
          });
        },
      });
    done();
  });
}

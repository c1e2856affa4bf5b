import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { freeTextSchema } from '#contract/values.ts';
import { isFromThisMachine } from '../http/addresses.ts';
import { fail } from '../lib/fail.ts';
import type { Outbox } from './outbox.ts';
import { mailboxPage } from './page.ts';

const mailboxQuerySchema = z.object({ to: z.optional(freeTextSchema(254)) });

const MAILBOX = {
  schema: { hide: true, querystring: mailboxQuerySchema },
  config: { surface: 'operator' },
  exposeHeadRoute: true,
} as const;

/** The built-in mailbox, which replaces a mail server during development. Never in production, and only for this machine. */
export function mountMailbox(app: FastifyInstance, outbox: Outbox): void {
  /** A proxy before a server in development, by mistake, must not hand out links that open accounts. */
  const check = (request: FastifyRequest) => {
    if (!isFromThisMachine(request)) fail('NOT_FOUND');
  };
  const read = async (query: unknown) => {
    // Wait for deliveries, so that the list contains a mail that was just requested.
    await outbox.settle();
    return outbox.list((query as z.output<typeof mailboxQuerySchema>).to);
  };

  app.get('/dev/mail', MAILBOX, async (request, reply) => {
    check(request);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(mailboxPage(await read(request.query)));
  });
  app.get('/dev/mail.json', MAILBOX, async (request, reply) => {
    check(request);
    const results = (await read(request.query)).map(({ to, subject, text, sentAt }) => ({
      to,
      subject,
      text,
      sent_at: sentAt.toISOString(),
    }));
    return reply.header('cache-control', 'no-store').send({ count: results.length, results });
  });
}

import type { FastifyInstance } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import type { PaymentProvider } from '../providers/payment.ts';
import { WEBHOOK_PATH } from './begin-payment.ts';
import type { Payments } from './payments.ts';

/** Far more than a message about one payment. */
const BODY_LIMIT = 16 * 1024;

/**
 * Takes what the payment provider posts. 2xx only after the change is stored: the provider repeats everything else. The
 * signature is checked before anything is read from the database, and no part of a refused body is logged.
 */
export function mountPaymentWebhook(
  app: FastifyInstance,
  {
    provider,
    payments,
    clock,
    failures,
  }: { provider: PaymentProvider; payments: Payments; clock: Clock; failures: FailureLog },
): void {
  void app.register((scope, _options, done) => {
    // The signature covers the bytes of the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post<{ Body: Buffer | undefined }>(
      WEBHOOK_PATH,
      { schema: { hide: true }, config: { surface: 'provider' } },
      async (request, reply) => {
        const { headers, body = Buffer.alloc(0) } = request;
        void reply.header('cache-control', 'no-store');
        const told = provider.readWebhook({ headers, body }, clock.now());
        if (typeof told === 'string') {
          failures.report(`payment webhook (${told})`, new Error(`a payment webhook was refused: ${told}`));
          return reply.status(told === 'malformed' ? 400 : 401).send();
        }
        const isKnown = await payments.take(told);
        if (!isKnown) {
          failures.report('payment webhook (unknown order)', new Error(`no order has the payment ${told.id}`));
          return reply.status(404).send();
        }
        return reply.status(204).send();
      },
    );
    done();
  });
}

import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import { PaymentRefusedError, PaymentUnavailableError, type PaymentProvider, type ToldPayment } from './payment.ts';
import { checkSignature, signMessage, SIGNATURE_HEADER } from './payment-signature.ts';

/** Names that are stored: the database refuses NUL, and a failure would make the provider send the message for ever. */
const nameSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u);

const toldSchema = z.object({
  id: nameSchema,
  reference: nameSchema,
  price: z.number().int().min(0),
  state: z.enum(['open', 'paid', 'cancelled', 'refunded']),
});
const begunSchema = z.object({ id: nameSchema, checkout_url: z.url({ protocol: /^https?$/ }) });

/** Timeout of a request, in ms: somebody waits on the phone. */
const ANSWER_WITHIN_MS = 5_000;

/** Statuses after which a repetition may succeed. */
const isTemporary = (status: number) => status >= 500 || status === 408 || status === 409 || status === 429;

/**
 * A provider with JSON over HTTP (docs/operations/money.md has the messages). Both sides sign with secrets that they share:
 * HMAC-SHA256 over the time and the body, of requests also over method and path.
 */
export function createHttpPayment(options: {
  /** Without a slash at its end. */
  url: string;
  /** The first signs; all of them are accepted, so that a secret can be replaced. */
  secrets: readonly [string, ...string[]];
  clock: Clock;
  /** Default: the global one, for tests. */
  fetch?: typeof globalThis.fetch;
}): PaymentProvider {
  const { url, secrets, clock, fetch = globalThis.fetch } = options;

  /** @returns undefined for 404 */
  async function ask<T>(
    schema: z.ZodType<T>,
    { method, path, key, body = '' }: { method: 'GET' | 'POST'; path: string; key?: string; body?: string },
  ): Promise<T | undefined> {
    const address = `${url}${path}`;
    const signed = `${method} ${new URL(address).pathname}\n${body}`;
    let answer: { status: number; text: string };
    try {
      const response = await fetch(address, {
        method,
        headers: {
          [SIGNATURE_HEADER]: signMessage([secrets[0]], signed, clock.now()),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      answer = { status: response.status, text: await response.text() };
    } catch (error) {
      throw new PaymentUnavailableError('the payment provider does not answer', { cause: error });
    }
    const { status, text } = answer;
    if (isTemporary(status)) throw new PaymentUnavailableError(`the payment provider answered ${status}`);
    if (status === 404 && method === 'GET') return undefined;
    if (status >= 300) throw new PaymentRefusedError(`the payment provider answered ${status}`);
    const parsed = schema.safeParse(jsonOf(text));
    if (!parsed.success)
      throw new PaymentUnavailableError('the payment provider gave an answer that is not understood');
    return parsed.data;
  }

  const need = <T>(answer: T | undefined): T => {
    if (answer === undefined) throw new PaymentRefusedError('the payment provider gave no answer');
    return answer;
  };

  /** Refuses an answer about another payment. */
  const about = (reference: string, told: ToldPayment): ToldPayment => {
    if (told.reference !== reference)
      throw new PaymentUnavailableError('the payment provider answered about another payment');
    return told;
  };

  return {
    async begin({ reference, name, price, expiresAt, returnUrl, webhookUrl }) {
      const body = JSON.stringify({
        reference,
        name,
        price,
        currency: 'KRW',
        expires_at: expiresAt.toISOString(),
        return_url: returnUrl,
        webhook_url: webhookUrl,
      });
      const begun = need(
        await ask(begunSchema, { method: 'POST', path: '/payments', key: `begin-${reference}`, body }),
      );
      return { id: begun.id, checkoutUrl: begun.checkout_url };
    },

    async find(reference) {
      const told = await ask(toldSchema, { method: 'GET', path: `/payments/${encodeURIComponent(reference)}` });
      return told && about(reference, told);
    },

    async refund({ reference, key }) {
      const path = `/payments/${encodeURIComponent(reference)}/refund`;
      return about(reference, need(await ask(toldSchema, { method: 'POST', path, key, body: '{}' })));
    },

    readWebhook({ headers, body }, now) {
      const header = headers[SIGNATURE_HEADER];
      const checked = checkSignature(
        secrets,
        { header: typeof header === 'string' ? header : undefined, message: body },
        now,
      );
      if (checked !== 'valid') return checked;
      const parsed = toldSchema.safeParse(jsonOf(body.toString('utf8')));
      return parsed.success ? parsed.data : 'malformed';
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

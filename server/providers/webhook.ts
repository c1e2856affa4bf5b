import type { Clock } from '../lib/clock.ts';
import { signMessage, SIGNATURE_HEADER } from './payment-signature.ts';

const ANSWER_WITHIN_MS = 5_000;

/** Posts a message. Rejects unless the receiver has taken it. */
export type SendWebhook = (body: string, signal: AbortSignal) => Promise<void>;

/** A receiver of JSON messages, signed as those of payments are: HMAC-SHA256 over the time and the body. */
export function createWebhook(options: {
  url: string;
  secret: string;
  clock: Clock;
  /** Default: the global one, for tests. */
  fetch?: typeof globalThis.fetch;
}): SendWebhook {
  const { url, secret, clock, fetch = globalThis.fetch } = options;
  return async (body, signal) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signMessage([secret], body, clock.now()) },
      body,
      // The receiver must not send this server to addresses inside.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    // Nothing of the answer is needed, however long it is.
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
  };
}

import type { Clock } from '../lib/clock.ts';
import { signMessage, SIGNATURE_HEADER } from './payment-signature.ts';
import type { Post } from './public-post.ts';

const ANSWER_WITHIN_MS = 5_000;

/** Posts a message. Rejects unless the receiver has taken it. */
export type SendWebhook = (body: string, signal: AbortSignal) => Promise<void>;

/** A receiver of JSON messages, signed as those of payments are: HMAC-SHA256 over the time and the body. */
export function createWebhook(options: { url: string; secret: string; clock: Clock; post: Post }): SendWebhook {
  const { url, secret, clock, post } = options;
  return async (body, signal) => {
    const status = await post(url, {
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signMessage([secret], body, clock.now()) },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    if (status < 200 || status > 299) throw new Error(`the webhook answered ${status}`);
  };
}

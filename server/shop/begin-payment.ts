import type { Connection } from '../db/open.ts';
import type { OrderRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { PaymentUnavailableError, type PaymentProvider } from '../providers/payment.ts';
import { referenceOf } from './order-references.ts';
import { firstCheckAt } from './payment-rules.ts';
import { changePayment, findPayment, notePayment } from './payments-store.ts';

/** Pauses before the second and the third try, in ms: somebody waits on the phone. */
const PAUSES_MS = [200, 800];

/** Where the provider posts what happens to payments. */
export const WEBHOOK_PATH = '/webhooks/payment';

/** Begins a payment, or continues it. @returns the address of the provider's page */
export type BeginPayment = (order: OrderRow) => Promise<string>;

/**
 * Notes the payment before the provider is called: if this process ends before it has the answer, the worker still asks
 * what became of it.
 *
 * @throws PaymentUnavailableError after a few tries. The order stays, and the viewer may try again.
 */
export const createBeginPayment =
  (options: {
    db: Connection;
    clock: Clock;
    provider: PaymentProvider;
    publicUrl(): string;
    pause(ms: number): Promise<void>;
  }): BeginPayment =>
  async (order) => {
    const { db, clock, provider, publicUrl, pause } = options;
    const now = clock.now();
    const key = { account_id: order.account_id, order_id: order.id };
    await notePayment(db, {
      ...key,
      price: order.price,
      provider_id: null,
      state: 'open',
      refund: null,
      problem: null,
      tries: 0,
      next_at: firstCheckAt(now),
      told_at: null,
      created_at: now,
    });
    const reference = referenceOf(order);
    const begin = async (pauses: readonly number[]): Promise<{ id: string; checkoutUrl: string }> => {
      try {
        return await provider.begin({
          reference,
          name: order.name,
          price: order.price,
          expiresAt: order.expires_at,
          returnUrl: `${publicUrl()}/checkout/${reference}/return`,
          webhookUrl: publicUrl() + WEBHOOK_PATH,
        });
      } catch (error) {
        const [next, ...later] = pauses;
        if (next === undefined || !(error instanceof PaymentUnavailableError)) throw error;
        await pause(next);
        return begin(later);
      }
    };
    const { id, checkoutUrl } = await begin(PAUSES_MS);
    const known = await findPayment(db, key);
    if (known?.provider_id !== id) await changePayment(db, key, { provider_id: id, told_at: now });
    return checkoutUrl;
  };

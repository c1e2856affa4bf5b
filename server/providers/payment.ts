import type { IncomingHttpHeaders } from 'node:http';

/** A payment request. */
export interface Payment {
  /** Names the order. A secret of the television and the payer. */
  reference: string;
  name: string;
  /** In won. */
  price: number;
  /** No payment should be accepted after this. */
  expiresAt: Date;
  /** Where the provider sends the payer's browser afterwards. */
  returnUrl: string;
  /** Where the provider posts what happens to the payment. */
  webhookUrl: string;
}

/**
 * - `open`: nothing was paid yet
 * - `paid`: the provider has the money
 * - `cancelled`: the payer gave up, or the payment failed for good
 * - `refunded`: the payer has all of the money back
 */
export type PaymentState = 'open' | 'paid' | 'cancelled' | 'refunded';

/** A provider's answer about a payment. */
export interface ToldPayment {
  /** The provider's own name for it; may be logged. */
  id: string;
  reference: string;
  /** In won. */
  price: number;
  state: PaymentState;
}

/** Why a request is not a webhook of the provider. A fixed list: each has one line in the log. */
export type WebhookRefusal = 'unsigned' | 'forged' | 'too old' | 'malformed';

/**
 * A payment service. An adapter for a real one implements this interface in one file of this folder
 * (docs/operations/money.md). Every method may be repeated with the same arguments, also after an answer that was lost.
 *
 * @throws PaymentUnavailableError when a repetition may succeed; any other error when it will not.
 */
export interface PaymentProvider {
  /** Begins the payment of an order, or continues it: one reference is paid at most once. */
  begin(payment: Payment): Promise<{ id: string; checkoutUrl: string }>;
  /** The state of a payment; undefined when the provider knows none of this reference. */
  find(reference: string): Promise<ToldPayment | undefined>;
  /**
   * Pays all of the money back.
   *
   * @param key the same for each repetition: the provider pays back once.
   * @returns `refunded`, or `paid` while the provider still works on it.
   */
  refund(refund: { reference: string; key: string }): Promise<ToldPayment>;
  /** Checks the signature of a request to the webhook, and reads it. */
  readWebhook(request: { headers: IncomingHttpHeaders; body: Buffer }, now: Date): ToldPayment | WebhookRefusal;
}

/** The provider did not answer, or not now. */
export class PaymentUnavailableError extends Error {
  override readonly name = 'PaymentUnavailableError';
}

/** The provider answered that it does not do this. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError';
}

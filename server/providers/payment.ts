/** A payment request. */
export interface Payment {
  /** Names the order, also in its outcome. A secret of the television and the payer. */
  reference: string;
  name: string;
  /** In won. */
  price: number;
}

export type PaymentOutcome = 'approved' | 'cancelled';

/**
 * A payment service. A real implementation starts a payment with its company here, and its webhook route passes the
 * outcome to `settle` of the orders.
 */
export interface PaymentProvider {
  /** Address of the payment page on a phone; may be the same for repeated calls with one order. */
  begin(payment: Payment): Promise<{ checkoutUrl: string }>;
}

/** Takes no money: the viewer presses a button on a page of this server. Never in production. */
export const createTestPayment = (publicUrl: () => string): PaymentProvider => ({
  begin: ({ reference }) => Promise.resolve({ checkoutUrl: `${publicUrl()}/checkout/${reference}` }),
});

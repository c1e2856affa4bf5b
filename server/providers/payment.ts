/** What is to be paid. */
export interface Payment {
  orderId: string;
  name: string;
  /** In won. */
  price: number;
}

export type PaymentOutcome = 'approved' | 'cancelled';

/**
 * Takes money. A real one opens a payment with its company here, and hands the outcome to `settle` of the orders from the
 * route that the company calls.
 */
export interface PaymentProvider {
  /** Where the viewer pays, on a phone. Asked again for the same order, the address may be the same. */
  begin(payment: Payment): Promise<{ checkoutUrl: string }>;
}

/** Takes no money: the viewer presses a button on a page of this server. Never in production. */
export const createTestPayment = (publicUrl: () => string): PaymentProvider => ({
  begin: ({ orderId }) => Promise.resolve({ checkoutUrl: `${publicUrl()}/checkout/${orderId}` }),
});

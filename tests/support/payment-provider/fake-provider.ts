import type { PaymentState, ToldPayment } from '#server/providers/payment.ts';

interface Entry extends ToldPayment {
  name: string;
  returnUrl: string;
  webhookUrl: string;
  /** Won that the payer paid, and got back. */
  paid: number;
  back: number;
}

export interface BeginRequest {
  reference: string;
  name: string;
  price: number;
  returnUrl: string;
  webhookUrl: string;
}

/**
 * The books of a payment provider: each reference is paid once and paid back once, however often it is asked. Knows
 * nothing of the network, of time, or of the service that it works for.
 */
export interface FakeProvider {
  begin(request: BeginRequest): ToldPayment;
  find(reference: string): ToldPayment | undefined;
  /** The address of the page of a payment has its id. */
  findById(id: string): Entry | undefined;
  /** The payer pays; some pay another price. Undefined when the payment is over. */
  pay(reference: string, price?: number): ToldPayment | undefined;
  cancel(reference: string): ToldPayment | undefined;
  /** Undefined for a payment that has no money. */
  refund(reference: string): ToldPayment | undefined;
  /** Won that the provider has of a payment. */
  balanceOf(reference: string): number;
  /** Won that it has in all, and payments that were paid or paid back more than once. */
  totals(): { won: number; references: string[] };
}

export function createFakeProvider(): FakeProvider {
  const entries = new Map<string, Entry>();

  const told = ({ id, reference, price, state }: Entry): ToldPayment => ({ id, reference, price, state });
  const move = (reference: string, from: PaymentState[], change: (entry: Entry) => void): ToldPayment | undefined => {
    const entry = entries.get(reference);
    if (!entry || !from.includes(entry.state)) return undefined;
    change(entry);
    return told(entry);
  };

  return {
    begin({ reference, ...asked }) {
      const known = entries.get(reference);
      const entry: Entry = known ?? {
        id: `pay-${entries.size + 1}`,
        reference,
        ...asked,
        state: 'open',
        paid: 0,
        back: 0,
      };
      entries.set(reference, entry);
      return told(entry);
    },
    find(reference) {
      const entry = entries.get(reference);
      return entry && told(entry);
    },
    findById: (id) => [...entries.values()].find((entry) => entry.id === id),
    pay: (reference, price) =>
      move(reference, ['open', 'cancelled'], (entry) => {
        entry.price = price ?? entry.price;
        entry.paid += entry.price;
        entry.state = 'paid';
      }),
    cancel: (reference) =>
      move(reference, ['open'], (entry) => {
        entry.state = 'cancelled';
      }),
    refund: (reference) =>
      move(reference, ['paid', 'refunded'], (entry) => {
        if (entry.state === 'paid') entry.back += entry.price;
        entry.state = 'refunded';
      }),
    balanceOf(reference) {
      const { paid = 0, back = 0 } = entries.get(reference) ?? {};
      return paid - back;
    },
    totals: () => ({
      won: [...entries.values()].reduce((sum, { paid, back }) => sum + paid - back, 0),
      references: [...entries.keys()],
    }),
  };
}

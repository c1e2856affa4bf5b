import type { OrderStatus } from '#contract/shop.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { createListeners } from '#src/lib/listeners.ts';

/** Poll interval for the state of an order, in ms. */
export const POLL_EVERY_MS = 2_000;
/** How long to poll after the order's end, in ms: it may have been paid at the last moment. */
export const ASK_AFTER_END_MS = 30_000;

/** State of a payment on the phone. Times are on the clock's `now`. */
export type CheckoutState =
  | { readonly phase: 'ordering' }
  | { readonly phase: 'waiting'; readonly url: string; readonly fromMs: number; readonly untilMs: number }
  | { readonly phase: 'paid' }
  | { readonly phase: 'cancelled' }
  | { readonly phase: 'expired' }
  | { readonly phase: 'failed'; readonly error: unknown };

export interface PlacedOrder {
  readonly id: string;
  readonly url: string;
  readonly livesMs: number;
}

export interface CheckoutOptions {
  readonly clock: Clock;
  /** Orders the product, or reports that the viewer owns it. */
  readonly order: () => Promise<PlacedOrder | 'owned'>;
  readonly find: (orderId: string) => Promise<OrderStatus>;
  readonly onPaid: () => void;
}

export interface Checkout {
  readonly getState: () => CheckoutState;
  subscribe(listener: () => void): Stop;
  /** Orders and polls until it is stopped. */
  start(): Stop;
  /** Orders again after an end without a payment. */
  retry(): void;
}

/**
 * A purchase that is paid on the phone:
 *
 *   ordering ──► waiting ──phone pays──► paid
 *      │            ├──phone cancels───► cancelled ──retry──► ordering
 *      ▼            └──time is over────► expired   ──retry──► ordering
 *   failed ──retry──► ordering
 *
 * A failed poll changes nothing; the next one may succeed.
 */
export function createCheckout({ clock, order, find, onPaid }: CheckoutOptions): Checkout {
  let state: CheckoutState = { phase: 'ordering' };
  const changes = createListeners();
  /** Tells answers of an earlier try from those of this one. */
  let attempt = 0;
  let stopPolling: Stop = () => undefined;

  const become = (next: CheckoutState) => {
    state = next;
    changes.tell();
  };
  const end = (next: CheckoutState) => {
    stopPolling();
    attempt += 1;
    become(next);
    if (next.phase === 'paid') onPaid();
  };

  const watch = ({ id, url, livesMs }: PlacedOrder) => {
    const own = attempt;
    const fromMs = clock.now();
    const untilMs = fromMs + livesMs;
    let isAsking = false;
    become({ phase: 'waiting', url, fromMs, untilMs });
    stopPolling = clock.every(POLL_EVERY_MS, () => {
      if (isAsking) return;
      isAsking = true;
      find(id)
        .then(
          (status) => attempt === own && status !== 'pending' && end({ phase: status }),
          () => attempt === own && clock.now() > untilMs + ASK_AFTER_END_MS && end({ phase: 'expired' }),
        )
        .finally(() => (isAsking = false));
    });
  };

  const begin = () => {
    attempt += 1;
    const own = attempt;
    become({ phase: 'ordering' });
    order().then(
      (placed) => {
        if (attempt !== own) return;
        if (placed === 'owned') end({ phase: 'paid' });
        else watch(placed);
      },
      (error: unknown) => attempt === own && end({ phase: 'failed', error }),
    );
  };

  return {
    getState: () => state,
    subscribe: changes.subscribe,
    start() {
      begin();
      return () => {
        stopPolling();
        attempt += 1;
      };
    },
    retry: begin,
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OrderStatus } from '#contract/shop.ts';
import { useApi } from '#src/api/client/api-context.ts';
import type { Client } from '#src/api/client/client.ts';
import { findOrder, placeOrder, refreshRights, type Offer } from '#src/api/shop.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { createCheckout, type CheckoutState, type PlacedOrder } from './checkout.ts';

async function place(api: Client, offer: Offer): Promise<PlacedOrder | 'owned'> {
  const order = await placeOrder(api, offer);
  // Another device may have bought it since this screen was drawn.
  if (order.checkout_url === null) return 'owned';
  return { id: order.id, url: order.checkout_url, livesMs: order.expires_in * 1000 };
}

/** The product may have been bought by another order, for example one for ever instead of a rental. */
async function findStatus(api: Client, orderId: string): Promise<OrderStatus> {
  const { status, product } = await findOrder(api, orderId);
  return product?.owned ? 'paid' : status;
}

/** Orders while mounted and polls for the payment; then unlocks the purchase everywhere. */
export function useCheckout(offer: Offer): { state: CheckoutState; retry: () => void } {
  const api = useApi();
  const clock = useClock();
  const queryClient = useQueryClient();
  const [checkout] = useState(() =>
    createCheckout({
      clock,
      order: () => place(api, offer),
      find: (orderId) => findStatus(api, orderId),
      onPaid: () => void refreshRights(api, queryClient, offer),
    }),
  );
  useEffect(() => checkout.start(), [checkout]);
  return { state: useSyncExternalStore(checkout.subscribe, checkout.getState), retry: checkout.retry };
}

import type { FastifyInstance } from 'fastify';
import { createPhone, type PhonePage } from './app/phone.ts';

/** Path of a page on which an order is paid. A paid order has none, which fails the test. */
export const checkoutPath = (url: string | null): string => new URL(url ?? 'none:').pathname;

/**
 * Opens the page of an unpaid order on a phone.
 *
 * @returns what presses a button of that page, also after the order has changed: a page that is opened then has no form,
 * and a press on it would not reach the server.
 */
export async function openCheckout(
  app: FastifyInstance,
  url: string | null,
): Promise<(action: string) => Promise<PhonePage>> {
  const phone = createPhone(app);
  const path = checkoutPath(url);
  const { document, heading } = await phone.open(path);
  if (document.querySelector('form') === null) throw new Error(`no order to pay: ${heading}`);
  return (action) => phone.send(path, { action });
}

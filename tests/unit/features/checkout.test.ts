import { describe, expect, test } from 'vitest';
import type { OrderStatus } from '#contract/shop.ts';
import { ASK_AFTER_END_MS, createCheckout, POLL_EVERY_MS, type PlacedOrder } from '#src/features/shop/checkout.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

const LIFE_MS = 600_000;
const ORDER: PlacedOrder = { id: 'o1', url: 'http://127.0.0.1/checkout/o1', livesMs: LIFE_MS };

function start(order: () => Promise<PlacedOrder | 'owned'> = () => Promise.resolve(ORDER)) {
  expectNothingLeft(() => stop());
  const clock = createFakeClock();
  const phone: { status: OrderStatus | 'offline' } = { status: 'pending' };
  const asked: string[] = [];
  let paid = 0;
  const checkout = createCheckout({
    clock,
    order,
    find(id) {
      asked.push(id);
      return phone.status === 'offline' ? Promise.reject(new Error('cut')) : Promise.resolve(phone.status);
    },
    onPaid: () => (paid += 1),
  });
  const stop = checkout.start();
  return { clock, phone, asked, checkout, stop, paid: () => paid, phase: () => checkout.getState().phase };
}

describe('a purchase on the phone', () => {
  test('waits with the address and the remaining time', async () => {
    const { checkout } = start();
    expect(checkout.getState()).toEqual({ phase: 'ordering' });
    await settled();
    expect(checkout.getState()).toEqual({ phase: 'waiting', url: ORDER.url, fromMs: 0, untilMs: LIFE_MS });
  });

  test.each(['paid', 'cancelled', 'expired'] as const)(
    'reports by itself that it was %s, and stops polling',
    async (status) => {
      const { clock, phone, asked, phase, paid } = start();
      await clock.pass(POLL_EVERY_MS * 3);
      expect(asked).toHaveLength(3);
      phone.status = status;
      await clock.pass(POLL_EVERY_MS);
      expect(phase()).toBe(status);
      expect(paid()).toBe(status === 'paid' ? 1 : 0);
      await clock.pass(60_000);
      expect(asked).toHaveLength(4);
      expect(clock.running()).toBe(0);
    },
  );

  test('survives a lost network, even past its end', async () => {
    const { clock, phone, phase } = start();
    await settled();
    phone.status = 'offline';
    await clock.pass(LIFE_MS + ASK_AFTER_END_MS / 2);
    expect(phase()).toBe('waiting');
    phone.status = 'paid';
    await clock.pass(POLL_EVERY_MS);
    expect(phase()).toBe('paid');
  });

  test('gives up long after its end without an answer', async () => {
    const { clock, phone, phase } = start();
    await settled();
    phone.status = 'offline';
    await clock.pass(LIFE_MS + ASK_AFTER_END_MS + 2 * POLL_EVERY_MS);
    expect(phase()).toBe('expired');
  });

  test('starts again after it ended without a purchase', async () => {
    const { clock, phone, checkout, phase } = start();
    await settled();
    phone.status = 'cancelled';
    await clock.pass(POLL_EVERY_MS);
    phone.status = 'pending';
    checkout.retry();
    await settled();
    expect(phase()).toBe('waiting');
  });

  test('reports a refused order, which can be retried; an owned product counts as paid', async () => {
    let answer: () => Promise<PlacedOrder | 'owned'> = () => Promise.reject(new Error('closed'));
    const { checkout, phase, paid } = start(() => answer());
    await settled();
    expect(phase()).toBe('failed');
    answer = () => Promise.resolve('owned');
    checkout.retry();
    await settled();
    expect(phase()).toBe('paid');
    expect(paid()).toBe(1);
  });

  test('reports nothing after the viewer left', async () => {
    const { clock, phone, asked, stop, paid } = start();
    await settled();
    stop();
    phone.status = 'paid';
    await clock.pass(60_000);
    expect(asked).toEqual([]);
    expect(paid()).toBe(0);
  });
});

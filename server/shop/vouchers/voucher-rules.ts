import { LEAST_PRICE } from '#contract/console/offers.ts';
import type { VoucherState } from '#contract/console/vouchers.ts';
import { VOUCHER_CODE_LENGTH } from '#contract/vouchers.ts';
import type { VoucherRow, VoucherUseRow } from '../../db/tables.ts';
import type { Random } from '../../lib/random.ts';

/** Consonants and digits that are not mistaken for each other. */
const ALPHABET = 'BCDFGHJKMNPQRSTVWXZ23456789';
const PART = /.{4}(?=.)/g;
/** Prices end in ten won. */
const STEP = 10;
const DAY_MS = 24 * 3600_000;
/** How long a redeemed discount waits for an order. */
const DISCOUNT_LIVES_DAYS = 30;

export const drawCode = (random: Pick<Random, 'code'>): string => random.code(ALPHABET, VOUCHER_CODE_LENGTH);

/** The stored form of a code that somebody typed; undefined for a text that is no code. */
export function normalizeCode(typed: string): string | undefined {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  return code.length === VOUCHER_CODE_LENGTH ? code : undefined;
}

/** `BCDF-GHJK-2345` */
export const shownCode = (code: string): string => code.replace(PART, '$&-');

export function voucherStateOf(
  { is_paused: isPaused, ends_at: endsAt, cnt_used: used, max_uses: most }: VoucherRow,
  now: Date,
): VoucherState {
  if (endsAt <= now) return 'ended';
  if (used >= most) return 'used-up';
  return isPaused ? 'paused' : 'open';
}

/** A price with a discount, rounded down to ten won, and never below what a provider bills. */
export const discounted = (price: number, percent: number): number =>
  Math.min(price, Math.max(LEAST_PRICE, Math.floor((price * (100 - percent)) / 100 / STEP) * STEP));

export const discountEndOf = (now: Date): Date => new Date(now.getTime() + DISCOUNT_LIVES_DAYS * DAY_MS);

export function useStateOf({ percent, expires_at: end, order_id: orderId }: VoucherUseRow, now: Date) {
  if (percent === null) return 'given' as const;
  if (orderId !== null) return 'paid' as const;
  return end !== null && end <= now ? ('expired' as const) : ('open' as const);
}

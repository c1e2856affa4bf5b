import * as z from 'zod/mini';
import { freeTextSchema, instantSchema, listOf, pageQuery, uuidSchema, writtenTextSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const OWNER = ['owner'] as const;
const SUPPORT = ['owner', 'support'] as const;

/** Most days of membership that a code gives. */
export const MOST_VOUCHER_DAYS = 366;
/** Most of the price that a code takes off, in percent: a payment provider refuses to bill nothing. */
export const MOST_PERCENT = 90;
export const MOST_USES = 1_000_000;
/** How long after it was made a code may be redeemed. */
export const MOST_VOUCHER_LIFE_DAYS = 366;

export const voucherStates = ['open', 'paused', 'used-up', 'ended'] as const;

const count = z.int().check(z.minimum(0));

export const voucherSchema = z
  .object({
    id: uuidSchema,
    code: z.string().check(z.describe('`BCDF-GHJK-2345`')),
    name: z.string().check(z.describe('for operators')),
    plan: z.nullable(z.enum(['basic', 'premium'])),
    days: z.nullable(z.int()),
    percent: z.nullable(z.int()),
    max_uses: z.int(),
    cnt_used: count,
    is_paused: z.boolean(),
    ends_at: instantSchema,
    created_at: instantSchema,
    state: z.enum(voucherStates),
    version: z.string().check(z.describe('of its limits; a change sends it back')),
  })
  .register(z.globalRegistry, { id: 'Voucher' });

export const listVouchers = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/vouchers/`,
  summary: 'Codes for days or a discount, the newest first',
  allowed: SUPPORT,
  query: z.object({ keyword: z.optional(freeTextSchema(80)), ...pageQuery({ defaultLimit: 50 }) }),
  reply: listOf(voucherSchema),
});

const limits = {
  name: writtenTextSchema({ maximum: 60 }),
  max_uses: z.int().check(z.minimum(1), z.maximum(MOST_USES)),
  ends_at: instantSchema,
};

export const addVoucher = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/vouchers/`,
  summary: 'Make a code that each account may redeem once',
  allowed: OWNER,
  body: z.object({
    ...limits,
    gives: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('days'),
        plan: z.enum(['basic', 'premium']),
        days: z.int().check(z.minimum(1), z.maximum(MOST_VOUCHER_DAYS)),
      }),
      z.object({ kind: z.literal('discount'), percent: z.int().check(z.minimum(1), z.maximum(MOST_PERCENT)) }),
    ]),
  }),
  reply: voucherSchema,
  status: 201,
});

const ofVoucher = { params: z.object({ id: uuidSchema }) };

export const changeVoucher = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/vouchers/:id/`,
  summary: 'Change the limits of a code, or pause it; what was redeemed stays',
  allowed: OWNER,
  ...ofVoucher,
  body: z.object({ ...limits, is_paused: z.boolean(), version: z.string() }),
  reply: voucherSchema,
});

export const voucherUseSchema = z
  .object({
    account_id: uuidSchema,
    email: z.string().check(z.describe('for support, without the middle of its name')),
    used_at: instantSchema,
    state: z
      .enum(['given', 'open', 'paid', 'expired'])
      .check(z.describe('of a discount: whether an order has used it')),
  })
  .register(z.globalRegistry, { id: 'VoucherUse' });

export const listVoucherUses = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/vouchers/:id/uses/`,
  summary: 'Who has redeemed a code, the newest first',
  allowed: SUPPORT,
  ...ofVoucher,
  query: z.object(pageQuery({ defaultLimit: 50 })),
  reply: z.object({ voucher: voucherSchema, ...listOf(voucherUseSchema).shape }),
});

export type Voucher = z.output<typeof voucherSchema>;
export type VoucherState = (typeof voucherStates)[number];
export type NewVoucher = z.output<typeof addVoucher.body>;
export type VoucherChange = z.output<typeof changeVoucher.body>;
export type VoucherUse = z.output<typeof voucherUseSchema>;

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { freeTextSchema } from './values.ts';

/** Characters of a code without the dashes: 57 random bits. */
export const VOUCHER_CODE_LENGTH = 12;

export const redeemVoucher = endpoint({
  method: 'POST',
  path: '/api/memberships/v1/vouchers/',
  summary:
    'Redeem a code: days of a membership at once, or a discount on the next membership; NOT_FOUND for every code that gives nothing',
  tag: 'shop',
  auth: 'profile',
  body: z.object({
    code: freeTextSchema(40).check(z.describe('as typed: dashes, spaces and small letters do not matter')),
  }),
  reply: z.object({
    plan: z.nullable(z.enum(['basic', 'premium'])).check(z.describe('null for a discount')),
    days: z.nullable(z.int()),
    percent: z.nullable(z.int()).check(z.describe('off the next membership; null for days')),
  }),
});

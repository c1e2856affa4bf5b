import * as z from 'zod/mini';
import { deviceSessionSchema } from '../device-sessions.ts';
import { contentRatingSchema } from '../profiles.ts';
import { instantSchema, listOf, pageQuery, uuidSchema, writtenTextSchema } from '../values.ts';
import { auditEntrySchema } from './audit.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const SUPPORT = ['owner', 'support'] as const;

export const paidPlans = ['basic', 'premium'] as const;

/** Why support changed something: a sentence or two. */
const reason = writtenTextSchema({ maximum: 200 });
const days = z.int().check(z.minimum(1), z.maximum(3660));
/** Version of the membership that the operator saw. */
const version = z.string();

export const supportedAccountSchema = z
  .object({
    id: uuidSchema,
    email: z.string(),
    is_email_confirmed: z.boolean(),
    created_at: instantSchema,
    membership: z.object({
      plan: z.enum(['free', ...paidPlans]),
      ends_at: z.nullable(instantSchema).check(z.describe('null without a membership, and for one without an end')),
      version: z.string().check(z.describe('a change sends it back')),
    }),
    devices: z
      .array(z.omit(deviceSessionSchema, { is_current: true }))
      .check(z.describe('signed in, the latest first')),
    profiles: z
      .array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          is_owner: z.boolean(),
          max_rating: contentRatingSchema,
          has_pin: z.boolean(),
          daily_minutes: z.nullable(z.int()),
          bedtime: z.nullable(z.object({ from: z.string(), to: z.string() })),
          created_at: instantSchema,
        }),
      )
      .check(z.describe('the oldest first')),
    playbacks: z
      .array(z.object({ id: uuidSchema, profile_id: uuidSchema, device_id: uuidSchema, opened_at: instantSchema }))
      .check(z.describe('running now, without what is watched')),
    decisions: z.array(auditEntrySchema).check(z.describe('of operators, the newest first, at most twenty')),
  })
  .register(z.globalRegistry, { id: 'SupportedAccount' });

export const supportedOrderSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    title: z
      .nullable(z.string())
      .check(
        z.describe(
          'the title that was bought, with the number of a single episode; null for a membership, and when the catalogue has it no more',
        ),
      ),
    kind: z.enum(['rental', 'own', 'membership']),
    price: z.int(),
    status: z.enum(['pending', 'expired', 'paid', 'cancelled', 'refunded']),
    created_at: instantSchema,
    ends_at: z.nullable(instantSchema).check(z.describe('end of the right; null without one, and for a purchase')),
    left_seconds: z
      .nullable(z.int())
      .check(z.describe('what a refund takes from the membership; null for other orders')),
    money_back: z
      .nullable(z.enum(['provider', 'hand', 'done']))
      .check(
        z.describe(
          'how the money of a paid order goes back: by the payment provider, by hand where the service cannot, or it has',
        ),
      ),
    refunded_at: z.nullable(instantSchema),
    refund_reason: z.nullable(z.string()),
    payment: z
      .nullable(
        z.object({
          provider_id: z.nullable(z.string()).check(z.describe('what the provider calls it')),
          state: z.enum(['open', 'paid', 'cancelled', 'refunded']).check(z.describe('as the provider said last')),
          refund: z
            .nullable(z.enum(['due', 'done']))
            .check(z.describe('whether money is to go back, and whether it has')),
          problem: z
            .nullable(z.enum(['price', 'state', 'refund']))
            .check(z.describe('what an operator must look at: see docs/operations/money.md')),
          told_at: z.nullable(instantSchema).check(z.describe('when the provider last said something')),
          next_at: z.nullable(instantSchema).check(z.describe('when the service asks again by itself')),
        }),
      )
      .check(z.describe('null until the payment begins, and without a payment provider')),
  })
  .register(z.globalRegistry, { id: 'SupportedOrder' });

const ofAccount = { params: z.object({ id: uuidSchema }) };

export const getSupportedAccount = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/accounts/:id/`,
  summary: 'An account with its membership, its devices and what operators decided',
  allowed: SUPPORT,
  ...ofAccount,
  reply: supportedAccountSchema,
});

export const membershipChangeSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('give'), plan: z.enum(paidPlans), days, reason, version }),
  z.object({ action: z.literal('extend'), days, reason, version }),
  z.object({ action: z.literal('end'), reason, version }),
]);

export const changeMembership = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/accounts/:id/membership/`,
  summary: 'Give, extend or end a membership',
  allowed: SUPPORT,
  ...ofAccount,
  body: membershipChangeSchema,
  reply: supportedAccountSchema,
});

export const listSupportedOrders = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/accounts/:id/orders/`,
  summary: 'Orders of an account, the newest first',
  allowed: SUPPORT,
  ...ofAccount,
  query: z.object(pageQuery({ defaultLimit: 20 })),
  reply: listOf(supportedOrderSchema),
});

export const refundSupportedOrder = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/:id/orders/:orderId/refund/`,
  summary:
    'End the right of a paid order now; the worker has the payment provider pay the money back. More than 30,000 won need a new code',
  allowed: SUPPORT,
  params: z.object({ id: uuidSchema, orderId: uuidSchema }),
  body: z.object({ reason, version }),
  reply: supportedOrderSchema,
});

export const checkSupportedOrder = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/:id/orders/:orderId/check/`,
  summary: 'Ask the payment provider about an order now, or repeat its refund',
  allowed: SUPPORT,
  params: z.object({ id: uuidSchema, orderId: uuidSchema }),
  reply: supportedOrderSchema,
});

export const sendReceipt = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/:id/orders/:orderId/receipt/`,
  summary: 'Mail an account the receipt of a paid order again',
  allowed: SUPPORT,
  params: z.object({ id: uuidSchema, orderId: uuidSchema }),
});

export const signOutDevice = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/accounts/:id/devices/:deviceId/`,
  summary: 'Sign out a device of an account',
  allowed: SUPPORT,
  params: z.object({ id: uuidSchema, deviceId: uuidSchema }),
});

export const signOutAllDevices = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/accounts/:id/devices/`,
  summary: 'Sign out all devices of an account, and those that are about to sign in',
  allowed: SUPPORT,
  ...ofAccount,
});

export type SupportedAccount = z.output<typeof supportedAccountSchema>;
export type SupportedOrder = z.output<typeof supportedOrderSchema>;
export type MembershipChange = z.output<typeof membershipChangeSchema>;

import * as z from 'zod/mini';
import {
  emailSchema,
  freeTextSchema,
  instantSchema,
  listOf,
  pageQuery,
  uuidSchema,
  writtenTextSchema,
} from '../values.ts';
import { paidPlans, supportedAccountSchema } from './accounts.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const SUPPORT = ['owner', 'support'] as const;
const ofAccount = { params: z.object({ id: uuidSchema }) };
const reason = writtenTextSchema({ maximum: 200 });

/** Accounts that somebody should look at: joined lately, a membership that ends within a week, orders left unpaid, reviews that others reported. */
export const accountLists = ['new', 'ending', 'unpaid', 'reported'] as const;

/** Of lists longer than this, the rest is not shown. */
export const MOST_LISTED = 1_000;
/** Shortest part of an address or of a profile's name that is searched for. */
export const SHORTEST_KEYWORD = 2;

export const listedAccountSchema = z
  .object({
    id: uuidSchema,
    email: z.string().check(z.describe('for support, without the middle of its name')),
    profiles: z.array(z.string()).check(z.describe('their names')),
    plan: z.enum(['free', ...paidPlans]),
    ends_at: z.nullable(instantSchema),
    created_at: instantSchema,
    at: z
      .nullable(instantSchema)
      .check(
        z.describe('why it is in the list: when it joined, its membership ends, the order ran out, the last report'),
      ),
  })
  .register(z.globalRegistry, { id: 'ListedAccount' });

export const listAccounts = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/accounts/`,
  summary:
    'Accounts that joined lately, whose membership ends soon, that left an order unpaid, or whose reviews were reported',
  allowed: SUPPORT,
  query: z.object({ list: z._default(z.enum(accountLists), 'new'), ...pageQuery({ defaultLimit: 20 }) }),
  reply: listOf(listedAccountSchema),
});

/** A write although it changes nothing: the e-mail address and the order's secret name stay out of addresses. */
export const findAccount = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/find/`,
  summary:
    'The account of an e-mail address or of an order, else those with a part of the address or of a profile name',
  allowed: SUPPORT,
  body: z.object({ keyword: freeTextSchema(400).check(z.minLength(1)) }),
  reply: z.object({
    id: z.nullable(uuidSchema).check(z.describe('of the one account that was meant')),
    results: z.array(listedAccountSchema),
    has_more: z.boolean(),
  }),
});

export const sendPasswordMail = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/:id/password-mail/`,
  summary: 'Mail the owner of an account a link and a code for a new password',
  allowed: SUPPORT,
  ...ofAccount,
});

export const sendEmailProof = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/:id/email-code/`,
  summary: 'Mail a code to an address, for an account that has it or is to have it',
  allowed: SUPPORT,
  ...ofAccount,
  body: z.object({ email: emailSchema }),
});

/** What support checked before it believed that a caller owns the account. */
export const ownerProofs = ['payment', 'identity', 'old-email'] as const;

export const changeAccountEmail = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/accounts/:id/email/`,
  summary: 'Confirm the e-mail address of an account, or give it another one, by the code that was mailed there',
  allowed: SUPPORT,
  needsCode: true,
  ...ofAccount,
  body: z.object({
    email: emailSchema,
    code: z.string().check(z.regex(/^\d{6}$/)),
    proof: z.enum(ownerProofs).check(z.describe('what proved that the caller owns the account')),
    reason,
    seen: z.string().check(z.describe('the address that the operator saw')),
  }),
  reply: supportedAccountSchema,
});

export const removeProfilePin = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/accounts/:id/profiles/:profileId/pin/`,
  summary: 'Remove the PIN of a profile',
  allowed: SUPPORT,
  params: z.object({ id: uuidSchema, profileId: uuidSchema }),
  body: z.object({ reason }),
  reply: supportedAccountSchema,
});

export const stopPlayback = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/accounts/:id/playbacks/:playbackId/`,
  summary: 'Stop a playback that is running',
  allowed: SUPPORT,
  params: z.object({ id: uuidSchema, playbackId: uuidSchema }),
  reply: supportedAccountSchema,
});

export const addAccountNote = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/:id/notes/`,
  summary: 'Add a note of support to an account; the file of its data has it too',
  allowed: SUPPORT,
  ...ofAccount,
  body: z.object({ text: writtenTextSchema({ maximum: 500 }) }),
  reply: supportedAccountSchema,
});

export type ListedAccount = z.output<typeof listedAccountSchema>;
export type AccountList = (typeof accountLists)[number];
export type OwnerProof = (typeof ownerProofs)[number];

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { freeTextSchema } from './values.ts';

/** How long erasing an account takes at most, in seconds. */
export const ERASED_WITHIN_SECONDS = 24 * 3600;

/** Lifetime of the link to an account's file, in seconds. */
export const EXPORT_LIVES_SECONDS = 24 * 3600;

export const leaveAccount = endpoint({
  method: 'DELETE',
  path: '/api/accounts/v1/me/',
  summary: 'Leave: sign out everywhere at once and erase everything personal; orders stay without the person',
  tag: 'accounts',
  auth: 'account',
  body: z.object({ password: freeTextSchema(510).check(z.minLength(1)) }),
  reply: z.object({ erased_within: z.int().check(z.describe('seconds')) }),
  status: 202,
});

export const exportAccount = endpoint({
  method: 'POST',
  path: '/api/accounts/v1/me/export/',
  summary: 'Mail the owner a link to one JSON file of all that is stored about the account',
  tag: 'accounts',
  auth: 'account',
  reply: z.object({ expires_in: z.int().check(z.describe('seconds that the link is valid')) }),
  status: 202,
  isIdempotent: true,
});

import * as z from 'zod/mini';
import { deviceSchema, sessionReplySchema } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { authCodeSchema, emailSchema, newEmailSchema, newPasswordSchema } from './values.ts';

/** Lifetime of an e-mailed code, in seconds. */
export const EMAIL_CODE_LIVES_SECONDS = 600;
/** Minimum time between two codes, in seconds. */
export const EMAIL_CODE_RESEND_SECONDS = 60;

const AUTHORIZE_PATH = '/api/emails/v1/authorize/';

export const checkEmail = endpoint({
  method: 'GET',
  path: AUTHORIZE_PATH,
  summary: 'Whether an e-mail address is valid, and with is_unique=1 also whether it has no account',
  tag: 'sign-up',
  auth: 'none',
  query: z.object({ email: newEmailSchema, is_unique: z._default(z.enum(['0', '1']), '0') }),
  reply: z.object({ is_available: z.boolean() }),
});

export const requestEmailCode = endpoint({
  method: 'POST',
  path: AUTHORIZE_PATH,
  summary: 'Mail a 6-digit code to an address; with the token of its account, a code for that account only',
  tag: 'sign-up',
  auth: 'none',
  suppliedToken: 'optional',
  body: z.object({ email: newEmailSchema }),
  reply: z.object({
    expires_in: z.int().check(z.describe('seconds that the code is good for')),
    resend_in: z.int().check(z.describe('seconds until another may be asked for')),
  }),
  status: 202,
});

export const confirmEmail = endpoint({
  method: 'PATCH',
  path: AUTHORIZE_PATH,
  summary: 'Confirm the code; with an account token, also confirm the e-mail of that account',
  tag: 'sign-up',
  auth: 'none',
  suppliedToken: 'optional',
  body: z.object({ email: emailSchema, auth_code: authCodeSchema }),
  reply: z.object({ is_confirmed: z.boolean() }),
});

export const signUp = endpoint({
  method: 'POST',
  path: '/api/v1.0/signup/email/',
  summary: 'Create an account with its first profile, and sign in',
  tag: 'sign-up',
  auth: 'none',
  body: z.object({
    email: newEmailSchema,
    password1: newPasswordSchema,
    password2: newPasswordSchema,
    auth_code: authCodeSchema,
    device: z.optional(deviceSchema).check(z.describe('the device to sign in; a browser when left out')),
  }),
  reply: sessionReplySchema,
  status: 201,
});

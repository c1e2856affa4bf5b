import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { platformNameSchema } from './platforms.ts';
import { authCodeSchema, deviceNameSchema, emailSchema, freeTextSchema, instantSchema, uuidSchema } from './values.ts';

export const deviceSchema = z.object({
  platform: platformNameSchema,
  model: z.optional(deviceNameSchema),
  name: z.optional(deviceNameSchema),
});

export const accountSchema = z
  .object({
    id: uuidSchema,
    email: z.string(),
    is_email_confirmed: z.boolean(),
    created_at: instantSchema,
    membership: z.object({
      plan: z.enum(['free', 'basic', 'premium']),
      max_streams: z.int().check(z.minimum(1), z.describe('devices that may play at once')),
      expires_at: z.nullable(instantSchema),
    }),
  })
  .register(z.globalRegistry, { id: 'Account' });

export const sessionReplySchema = z.object({
  token: z.string(),
  account: accountSchema,
  device_key: z
    .optional(z.string())
    .check(z.describe('with a second factor: lets this device sign in without a code, also after it has signed out')),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/accounts/v1/login/',
  summary:
    'Sign in with e-mail and password; SECOND_FACTOR_REQUIRED until the code is sent too, where the account asks for one',
  tag: 'accounts',
  auth: 'none',
  // The rules for new passwords do not apply: an account keeps the password it was created with. A password of 255
  // characters outside the basic plane has 510 UTF-16 units.
  body: z.object({
    email: emailSchema,
    password: freeTextSchema(510).check(z.minLength(1)),
    device: deviceSchema,
    auth_code: z.optional(authCodeSchema),
    code_by: z
      .optional(z.literal('mail'))
      .check(z.describe('where the authenticator is lost: a mailed code, which ends it')),
    device_key: z.optional(freeTextSchema(200)).check(z.describe('of an earlier sign-in on this device')),
  }),
  reply: sessionReplySchema,
});

export const logout = endpoint({
  method: 'DELETE',
  path: '/api/accounts/v1/login/',
  summary: 'Sign out this device and revoke its token',
  tag: 'accounts',
  // Not idempotent: the first call revokes the token, so a repeated call gets TOKEN_INVALID.
  auth: 'account',
});

export const getMyAccount = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/my_account/',
  summary: 'The signed-in account',
  tag: 'accounts',
  auth: 'account',
  reply: accountSchema,
});

export type Device = z.output<typeof deviceSchema>;
export type Account = z.output<typeof accountSchema>;

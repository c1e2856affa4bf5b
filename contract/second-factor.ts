import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { authCodeSchema, freeTextSchema, secondsSchema } from './values.ts';

/* A file of its own: televisions load it after home. */

export const secondFactorSchema = z
  .object({
    method: z
      .enum(['none', 'mail', 'authenticator'])
      .check(z.describe('where the code comes from that a sign-in on a new device needs; none: it needs no code')),
    url: z.string().check(z.describe('the page for the phone on which the owner changes it, shown as a QR code')),
  })
  .register(z.globalRegistry, { id: 'SecondFactor' });

const PATH = '/api/accounts/v1/second_factor/';
const passwordSchema = freeTextSchema(510).check(z.minLength(1));

export const getSecondFactor = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Which second factor the account asks for at a new device',
  tag: 'accounts',
  auth: 'account',
  reply: secondFactorSchema,
});

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: PATH,
  summary:
    'Begin to use a second factor: mails a code, or makes the secret of an authenticator; for the owner’s profile',
  tag: 'accounts',
  auth: 'account',
  body: z.object({ password: passwordSchema, method: z.enum(['mail', 'authenticator']) }),
  reply: z.object({
    secret: z.nullable(z.string()).check(z.describe('for an authenticator, in base 32')),
    otpauth_url: z.nullable(z.string()).check(z.describe('the same, for a QR code or a link on the phone')),
    expires_in: secondsSchema,
    resend_in: secondsSchema.check(z.describe('seconds until another code may be mailed')),
  }),
  status: 202,
});

export const confirmSecondFactor = endpoint({
  method: 'PATCH',
  path: PATH,
  summary: 'Prove the second factor that was begun with a code of it; from now on, new devices need one',
  tag: 'accounts',
  auth: 'account',
  body: z.object({ auth_code: authCodeSchema }),
  reply: secondFactorSchema,
});

export const endSecondFactor = endpoint({
  method: 'DELETE',
  path: PATH,
  summary: 'Ask for no second factor any more; for the owner’s profile',
  tag: 'accounts',
  auth: 'account',
  body: z.object({ password: passwordSchema }),
});

export type SecondFactor = z.output<typeof secondFactorSchema>;
export type SecondFactorMethod = SecondFactor['method'];

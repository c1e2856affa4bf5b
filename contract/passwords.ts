import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { authCodeSchema, emailSchema, freeTextSchema, newPasswordSchema } from './values.ts';

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/v1.0/users/password/',
  summary: 'Change the password and sign out all other devices',
  tag: 'passwords',
  auth: 'account',
  body: z.object({ old_password: freeTextSchema(510).check(z.minLength(1)), new_password: newPasswordSchema }),
});

const RESET_PATH = '/api/accounts/password/reset/';

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: RESET_PATH,
  summary: 'Mail a link and a code for a new password if the address has an account; the answer does not reveal it',
  tag: 'passwords',
  auth: 'none',
  body: z.object({ email: emailSchema }),
  reply: z.object({ expires_in: z.int().check(z.describe('seconds that link and code are good for')) }),
  status: 202,
});

export const resetPassword = endpoint({
  method: 'PATCH',
  path: RESET_PATH,
  summary: 'Set a new password with the mailed code, and sign out all devices',
  tag: 'passwords',
  auth: 'none',
  query: z.object({ auth_code: authCodeSchema }),
  body: z.object({ new_password: newPasswordSchema }),
});

export const setPassword = endpoint({
  method: 'POST',
  path: '/api/accounts/password/',
  summary: 'Set a new password with the token of the mailed link in Authorization, and sign out all devices',
  tag: 'passwords',
  auth: 'none',
  suppliedToken: 'required',
  body: z.object({ new_password: newPasswordSchema }),
});

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { passwordSchema, pinSchema } from './profiles.ts';
import { secondsSchema, uuidSchema } from './values.ts';

/* A file of its own: televisions load it after home. */

export const getForgottenPin = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/:id/forgotten_pin/',
  summary: 'The page on which a phone removes the PIN of a profile after a sign-in',
  tag: 'profiles',
  auth: 'account',
  params: z.object({ id: uuidSchema }),
  reply: z.object({ url: z.string() }),
});

export const addWatchTime = endpoint({
  method: 'POST',
  path: '/api/profiles/v1/my_profile/watch_time/',
  summary:
    'Let the token’s profile watch 30 minutes longer; needs the PIN of the owner’s profile or the account’s password',
  tag: 'profiles',
  auth: 'profile',
  body: z.union([z.object({ pin: pinSchema }), z.object({ password: passwordSchema })]),
  reply: z.object({
    watch_seconds_left: z.nullable(secondsSchema).check(z.describe('what is left now; null without a limit')),
  }),
});

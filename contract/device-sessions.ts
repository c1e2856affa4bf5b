import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { platformOfOthersSchema } from './platforms.ts';
import { instantSchema, listOf, uuidSchema } from './values.ts';

/* A file of its own: televisions load it after home. */

export const deviceSessionSchema = z
  .object({
    id: uuidSchema,
    device: z.object({ platform: platformOfOthersSchema, model: z.nullable(z.string()), name: z.nullable(z.string()) }),
    created_at: instantSchema,
    last_seen_at: instantSchema.check(z.describe('when it was last used, to within a day')),
    is_current: z.boolean().check(z.describe('the device that asks')),
  })
  .register(z.globalRegistry, { id: 'DeviceSession' });

export const listDeviceSessions = endpoint({
  method: 'GET',
  path: '/api/accounts/v1/sessions/',
  summary: 'The signed-in devices, the most recently seen first',
  tag: 'accounts',
  auth: 'account',
  reply: listOf(deviceSessionSchema),
});

export const removeDeviceSession = endpoint({
  method: 'DELETE',
  path: '/api/accounts/v1/sessions/:id/',
  summary: 'Sign out one device',
  tag: 'accounts',
  auth: 'account',
  params: z.object({ id: uuidSchema }),
});

export type DeviceSession = z.output<typeof deviceSessionSchema>;

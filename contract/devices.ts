import * as z from 'zod/mini';
import { deviceSchema, sessionReplySchema } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { platformNameSchema } from './platforms.ts';
import { freeTextSchema, instantSchema } from './values.ts';

/** The television's request as the phone shows it. */
export const deviceLinkSchema = z
  .object({
    user_code: z.string().check(z.describe('ABCD-1234')),
    device: z.object({
      platform: platformNameSchema,
      model: z.optional(z.string()),
      name: z.optional(z.string()),
    }),
    created_at: instantSchema,
    expires_at: instantSchema,
    state: z.enum(['pending', 'approved', 'denied']),
  })
  .register(z.globalRegistry, { id: 'DeviceLink' });

export const authorizeDevice = endpoint({
  method: 'POST',
  path: '/api/devices/v1/authorize/',
  summary: 'Start the sign-in of a television by phone (RFC 8628)',
  tag: 'devices',
  auth: 'none',
  body: z.object({ device: deviceSchema }),
  reply: z.object({
    device_code: z.string().check(z.describe('the television’s secret')),
    user_code: z.string().check(z.describe('ABCD-1234, shown to the viewer')),
    verification_uri: z.string(),
    verification_uri_complete: z.string().check(z.describe('with the code in it, shown as a QR code')),
    expires_in: z.int().check(z.describe('seconds')),
    interval: z.int().check(z.describe('seconds between two polls; five more after each SLOW_DOWN')),
  }),
});

export const getDeviceToken = endpoint({
  method: 'POST',
  path: '/api/devices/v1/token/',
  summary: 'Poll for the answer: AUTHORIZATION_PENDING, SLOW_DOWN, EXPIRED_TOKEN, ACCESS_DENIED, or a token',
  tag: 'devices',
  auth: 'none',
  body: z.object({ device_code: freeTextSchema(200) }),
  reply: sessionReplySchema,
});

const LINK_PATH = '/api/devices/v1/link/:user_code/';
const linkParamsSchema = z.object({ user_code: freeTextSchema(40) });

export const getDeviceLink = endpoint({
  method: 'GET',
  path: LINK_PATH,
  summary: 'The television that requests sign-in, for the phone page',
  tag: 'devices',
  auth: 'none',
  params: linkParamsSchema,
  reply: deviceLinkSchema,
});

export const answerDeviceLink = endpoint({
  method: 'POST',
  path: LINK_PATH,
  summary: 'Approve or deny the television with this account; only the first decision counts',
  tag: 'devices',
  auth: 'account',
  params: linkParamsSchema,
  body: z.object({ approve: z.boolean() }),
  reply: deviceLinkSchema,
  isIdempotent: true,
});

export type DeviceLink = z.output<typeof deviceLinkSchema>;

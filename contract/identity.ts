import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { secondsSchema, uuidSchema } from './values.ts';

const identityStatusSchema = z.enum(['pending', 'proved', 'minor', 'cancelled', 'expired']);

const identityCheckSchema = z
  .object({ id: uuidSchema, status: identityStatusSchema })
  .register(z.globalRegistry, { id: 'IdentityCheck' });

export const beginIdentityCheck = endpoint({
  method: 'POST',
  path: '/api/accounts/v1/identity/',
  summary: 'Begin a proof of age on a phone; an account that has one gets its status and no address',
  tag: 'accounts',
  auth: 'account',
  reply: z.object({
    id: z.nullable(uuidSchema).check(z.describe('null when an adult has proved their age before')),
    status: identityStatusSchema,
    url: z
      .nullable(z.string())
      .check(z.describe('the page for the phone, shown as a QR code; null when nothing is to do')),
    expires_in: secondsSchema,
  }),
  status: 201,
  isExisting: ({ url }: { url: string | null }) => url === null,
});

export const getIdentityCheck = endpoint({
  method: 'GET',
  path: '/api/accounts/v1/identity/:id/',
  summary: 'What became of a proof of age',
  tag: 'accounts',
  auth: 'account',
  params: z.object({ id: uuidSchema }),
  reply: identityCheckSchema,
});

export type IdentityStatus = z.output<typeof identityStatusSchema>;

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { byPlatform } from './platforms.ts';
import { instantSchema } from './values.ts';

export const statusSchema = z
  .object({
    status: z.enum(['ok', 'maintenance']),
    message: z.string(),
    server_time: instantSchema,
    min_version: byPlatform(z.string()),
  })
  .register(z.globalRegistry, { id: 'Status' });

export const getStatus = endpoint({
  method: 'GET',
  path: '/api/v1.0/status/',
  summary: 'The state of the service, and the oldest app version that it supports',
  tag: 'status',
  auth: 'none',
  reply: statusSchema,
});

export type Status = z.output<typeof statusSchema>;

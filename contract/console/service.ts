import * as z from 'zod/mini';
import { byPlatform, platformNameSchema } from '../platforms.ts';
import { instantSchema, writtenTextSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const versionSchema = z.string().check(z.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/));

export const serviceSchema = z
  .object({
    checked_at: instantSchema,
    version: z.string().check(z.describe('of the server that answered')),
    maintenance: z.nullable(z.string()).check(z.describe('what viewers are told; null while the service is open')),
    min_version: byPlatform(z.string()),
    database: z.object({
      state: z.enum(['ready', 'not migrated', 'refuses writes', 'no answer']),
      latency_ms: z.number(),
    }),
    mail: z.object({
      delivery: z.enum(['smtp', 'mailbox', 'none']),
      cnt_waiting: z.int().check(z.describe('not yet sent')),
      cnt_failing: z.int().check(z.describe('not sent in spite of a try')),
      oldest_at: z.nullable(instantSchema),
    }),
    media_store: z.object({
      state: z.enum(['writable', 'read-only', 'missing']),
      free_bytes: z.nullable(z.number()),
      total_bytes: z.nullable(z.number()),
    }),
    media_jobs: z.object({
      running: z.int(),
      waiting: z.int().check(z.describe('with those that wait for another try')),
      retrying: z.int().check(z.describe('waiting after a failed try')),
      failed: z.int(),
    }),
    clock: z.object({ ahead_ms: z.number().check(z.describe("the server's clock minus the database's")) }),
    certificate: z
      .nullable(
        z.object({
          ends_at: instantSchema,
          warns_at: instantSchema.check(z.describe('from when on it should have been renewed')),
          problem: z.nullable(z.string()).check(z.describe('why a worker does not trust it')),
        }),
      )
      .check(z.describe('of the public address, seen by a worker; null where it has none or cannot be reached')),
    backup: z
      .nullable(
        z.object({
          last_at: z.nullable(instantSchema).check(z.describe('null before the first one')),
          age_seconds: z.int().check(z.describe('since the last one, or since the database was made')),
        }),
      )
      .check(z.describe('null where the database has tools of its own')),
    jobs: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['running', 'waiting', 'overdue', 'failing']),
        every_seconds: z.int(),
        owner: z.nullable(z.string()),
        last_run_at: z.nullable(instantSchema),
        last_duration_ms: z.nullable(z.number()),
        next_run_at: instantSchema,
        failures: z.int(),
        last_error: z.nullable(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'ServiceHealth' });

export const getServiceHealth = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/service/`,
  summary: 'Health of the database, mail, media store and background jobs, and the switches',
  allowed: 'staff',
  reply: serviceSchema,
});

const findingSchema = z
  .object({
    name: z.string().check(z.describe('what was looked at')),
    state: z.enum(['good', 'warning', 'bad', 'skipped']),
    seen: z.string(),
    to_do: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'ServiceFinding' });

export const examineService = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/service/examination/`,
  summary: 'Look at everything around the service that can be wrong, as `bora doctor` does; it may take half a minute',
  allowed: ['owner'],
  reply: z.object({ findings: z.array(findingSchema) }),
});

export const setMaintenance = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/service/maintenance/`,
  summary: 'Close the service for viewers with a sentence, or open it with null',
  allowed: ['owner'],
  body: z.object({ message: z.nullable(writtenTextSchema({ maximum: 200 })) }),
});

export const setMinVersion = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/service/min-versions/:platform/`,
  summary: 'The oldest app that may be used without an update; null for the default of the release',
  allowed: ['owner'],
  params: z.object({ platform: platformNameSchema }),
  body: z.object({ version: z.nullable(versionSchema) }),
});

export type ConsoleFinding = z.output<typeof findingSchema>;

export type ServiceHealth = z.output<typeof serviceSchema>;

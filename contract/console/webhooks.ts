import * as z from 'zod/mini';
import { instantSchema, listOf, pageQuery, uuidSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

/** What webhooks are told. */
export const webhookEvents = [
  'trouble.started',
  'trouble.ended',
  'title.released',
  'video.failed',
  'order.paid',
  'order.refunded',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

export const MOST_WEBHOOKS = 20;

const OWNER = ['owner'] as const;

const isPublicAddress = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && username + password + hash === '';
};

/** Whether the address is one of a public machine is known when it is called. */
const urlSchema = z.string().check(z.maxLength(500), z.refine(isPublicAddress));
const eventsSchema = z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(webhookEvents.length));

export const webhookSchema = z
  .object({
    id: uuidSchema,
    url: z.string(),
    events: z.array(z.string()),
    is_paused: z.boolean(),
    created_at: instantSchema,
    cnt_waiting: z.int(),
    problem: z.nullable(z.string()).check(z.describe('of the message that it does not take now')),
  })
  .register(z.globalRegistry, { id: 'Webhook' });

const ofWebhook = { params: z.object({ id: uuidSchema }) };

export const listWebhooks = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/webhooks/`,
  summary: 'Addresses that are told what happens',
  allowed: OWNER,
  reply: z.object({
    results: z.array(webhookSchema),
    has_trouble_webhook: z.boolean().check(z.describe('TROUBLE_WEBHOOK is set: it is told of troubles too')),
  }),
});

export const addWebhook = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/webhooks/`,
  summary: 'Add an address that is told what happens from now on; answers the secret that signs the messages, once',
  allowed: OWNER,
  needsCode: true,
  body: z.object({ url: urlSchema, events: eventsSchema }),
  reply: z.object({ webhook: webhookSchema, secret: z.string() }),
  status: 201,
});

export const changeWebhook = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/webhooks/:id/`,
  summary: 'Change what an address is told, or pause it; what happens meanwhile it does not learn',
  allowed: OWNER,
  ...ofWebhook,
  body: z.object({ events: eventsSchema, is_paused: z.boolean() }),
  reply: webhookSchema,
});

export const removeWebhook = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/webhooks/:id/`,
  summary: 'Remove an address with its messages',
  allowed: OWNER,
  ...ofWebhook,
});

export const testWebhook = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/webhooks/:id/test/`,
  summary: 'Send an address a message `test`, in its turn',
  allowed: OWNER,
  ...ofWebhook,
});

export const webhookMessageSchema = z
  .object({
    id: z.string(),
    url: z.nullable(z.string()).check(z.describe('null for TROUBLE_WEBHOOK')),
    event: z.string(),
    state: z.enum(['waiting', 'taken', 'given-up']),
    tries: z.int(),
    problem: z.nullable(z.string()),
    created_at: instantSchema,
    ended_at: z.nullable(instantSchema),
    next_try_at: z.nullable(instantSchema),
  })
  .register(z.globalRegistry, { id: 'WebhookMessage' });

export const listWebhookMessages = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/webhooks/messages/`,
  summary: 'Messages of the last 30 days, the newest first',
  allowed: OWNER,
  query: z.object(pageQuery({ defaultLimit: 20 })),
  reply: listOf(webhookMessageSchema),
});

export type Webhook = z.output<typeof webhookSchema>;
export type WebhookMessage = z.output<typeof webhookMessageSchema>;

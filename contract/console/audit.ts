import * as z from 'zod/mini';
import { freeTextSchema, instantSchema, listOf, pageQuery, uuidSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

/** Everything that is kept in the audit log. */
export const auditActions = [
  'staff.add',
  'staff.role',
  'staff.link',
  'staff.remove',
  'staff.activate',
  'session.sign-in',
  'session.sign-out',
  'session.end',
  'title.add',
  'title.create',
  'title.change',
  'title.picture',
  'title.order',
  'title.products',
  'title.drawing-style',
  'title.remove',
  'title.publish',
  'title.unpublish',
  'title.schedule',
  'title.delay',
  'episode.publish',
  'episode.unpublish',
  'episode.schedule',
  'episode.delay',
  'episode.remove',
  'episode.marks',
  'episode.tracks',
  'episode.reading',
  'episode.add',
  'episode.change',
  'episode.move',
  'episode.picture',
  'media.add',
  'media.retry',
  'media.cancel',
  'media.move',
  'media.remove',
  'membership.give',
  'membership.extend',
  'membership.end',
  'order.refund',
  'order.check',
  'order.receipt',
  'device.sign-out',
  'device.sign-out-all',
  'account.find',
  'account.import',
  'account.invite',
  'account.show',
  'account.list',
  'account.password-mail',
  'account.email-code',
  'account.email',
  'account.note',
  'profile.pin-remove',
  'playback.stop',
  'account.erase',
  'account.export',
  'review.hide',
  'review.restore',
  'request.status',
  'service.maintenance',
  'service.min-version',
  'service.run-job',
  'service.backup',
  'service.backup-written',
  'service.restore',
  'advertisement.add',
  'advertisement.change',
  'advertisement.end',
  'plan.add',
  'plan.change',
  'product.change',
  'look.add',
  'look.change',
  'look.picture',
  'look.remove',
  'look.order',
  'service.set-up',
  'voucher.add',
  'voucher.change',
  'media.upload',
  'media.dismiss',
  'table.export',
  'token.add',
  'token.revoke',
  'webhook.add',
  'webhook.change',
  'webhook.remove',
  'webhook.test',
] as const;

export type AuditAction = (typeof auditActions)[number];

export const auditEntrySchema = z
  .object({
    id: uuidSchema,
    at: instantSchema,
    actor: z.string().check(z.describe('the e-mail address at that time, or the command')),
    actor_id: z.nullable(uuidSchema),
    // Any text, so that entries of other versions can be read.
    action: z.string(),
    subject: z.nullable(z.object({ kind: z.string(), id: z.string() })),
    before: z.nullable(z.looseObject({})).check(z.describe('the changed parts before; null for none')),
    after: z.nullable(z.looseObject({})).check(z.describe('the changed parts after; null for none')),
    request_id: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'AuditEntry' });

const targetSchema = z.object({
  name: z.string(),
  item_id: z.nullable(z.int()).check(z.describe('the title, of a title, an episode, a review or a request')),
});

const namedEntrySchema = z
  .object({
    ...auditEntrySchema.shape,
    target: z.nullable(targetSchema).check(z.describe('the subject as it is called now; null when it is gone')),
  })
  .register(z.globalRegistry, { id: 'NamedAuditEntry' });

const filter = {
  actor: z.optional(freeTextSchema(254)),
  action: z.optional(z.enum(auditActions)),
  subject_kind: z.optional(freeTextSchema(40)),
  subject_id: z.optional(freeTextSchema(254)),
  from: z.optional(instantSchema),
  to: z.optional(instantSchema),
};

const querySchema = z.object({ ...filter, ...pageQuery({ defaultLimit: 50 }) });

export const listAuditEntries = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/audit/`,
  summary: 'The audit log, the newest entries first',
  allowed: ['owner'],
  query: querySchema,
  reply: listOf(namedEntrySchema),
});

export const exportAuditEntries = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/audit/export/`,
  summary: 'The audit log as JSON lines, one entry a line',
  allowed: ['owner'],
  query: z.object(filter),
  lines: 'application/x-ndjson',
  file: 'audit.jsonl',
});

export type AuditEntry = z.output<typeof auditEntrySchema>;
export type NamedAuditEntry = z.output<typeof namedEntrySchema>;
export type AuditTarget = z.output<typeof targetSchema>;
export type AuditQuery = z.output<typeof querySchema>;

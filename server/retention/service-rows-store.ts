import { sql } from 'kysely';
import { oldRows, type Retention } from './rows-store.ts';

/** Rows of the service and its staff, and what is told to viewers. */
export const serviceRows: readonly Retention[] = [
  oldRows({
    table: 'review_reports',
    lifetime: '1 year',
    why: 'operators see who is reported again and again; judged ones are removed at once',
    days: 366,
    key: ['item_id', 'review_id', 'profile_id'],
    isOld: (before) => sql`created_at < ${before}`,
  }),
  oldRows({
    table: 'notifications',
    lifetime: '90 days; 100 of a profile',
    why: 'viewers look at the newest; fan-outs remove what is beyond 100',
    days: 90,
    key: ['account_id', 'profile_id', 'id'],
    isOld: (before) => sql`created_at < ${before}`,
  }),
  oldRows({
    table: 'notification_fan_outs',
    lifetime: '90 days',
    why: 'keeps an event from being told twice, and has the count that operators see',
    days: 90,
    key: ['kind', 'thing'],
    isOld: (before) => sql`found_at < ${before} and done_at is not null`,
  }),
  oldRows({
    table: 'outbox',
    lifetime: 'sent: 1 day',
    why: 'the mailbox of a server without SMTP; others remove a mail when it is sent',
    days: 1,
    key: ['id'],
    isOld: (before) => sql`sent_at < ${before}`,
  }),
  oldRows({
    table: 'outbox',
    lifetime: 'unsent: until it expires',
    why: 'nobody needs the mail any more',
    days: 0,
    key: ['id'],
    isOld: (before) => sql`sent_at is null and expires_at <= ${before}`,
  }),
  oldRows({
    table: 'media_jobs',
    lifetime: '30 days after the end',
    why: 'operators look up what became of a video; clips of advertisements keep theirs',
    days: 30,
    key: ['id'],
    // Such a job is the name of its clip, and what an operator removes the clip by.
    isOld: (before) =>
      sql`ended_at < ${before} and not (state = 'done' and coalesce(target->>'use', '') = 'advertisement')`,
  }),
  oldRows({
    table: 'staff_sessions',
    lifetime: '1 day after expiry',
    why: 'an expired session signs nobody in',
    days: 1,
    key: ['id'],
    isOld: (before) => sql`expires_at < ${before}`,
  }),
  oldRows({
    table: 'audit_log',
    lifetime: '3 years',
    why: 'shows who changed what; nothing else changes or removes an entry',
    days: 3 * 366,
    key: ['id'],
    isOld: (before) => sql`at < ${before}`,
  }),
  oldRows({
    table: 'api_tokens',
    lifetime: '90 days after the end',
    why: 'owners look up what a token was for',
    days: 90,
    key: ['id'],
    isOld: (before) => sql`least(expires_at, coalesce(revoked_at, expires_at)) < ${before}`,
  }),
  oldRows({
    table: 'webhook_messages',
    lifetime: '30 days',
    why: 'owners look up what was told; a message that nobody takes ends after three hours',
    days: 30,
    key: ['webhook_id', 'id'],
    isOld: (before) => sql`created_at < ${before}`,
  }),
  oldRows({
    table: 'rate_limits',
    lifetime: 'until the limit resets',
    why: 'an expired count limits nothing',
    days: 0,
    key: ['key'],
    isOld: (before) => sql`resets_at <= ${before}`,
  }),
  oldRows({
    table: 'inputs',
    lifetime: '5 minutes after opening',
    why: 'the code of a text field ends; a field that is left removes its row at once',
    days: 0,
    key: ['code_hash'],
    isOld: (before) => sql`expires_at <= ${before}`,
  }),
];

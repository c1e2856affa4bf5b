import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { removeRows } from './rows-store.ts';

export const removeSentMails = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'outbox', key: ['id'], isOld: sql`sent_at < ${before}` }, limit);

export const removeUnsentMails = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'outbox', key: ['id'], isOld: sql`sent_at is null and expires_at <= ${before}` }, limit);

export const removeCounts = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'rate_limits', key: ['key'], isOld: sql`resets_at <= ${before}` }, limit);

export const removeStaffSessions = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'staff_sessions', key: ['id'], isOld: sql`expires_at < ${before}` }, limit);

export const removeAuditEntries = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'audit_log', key: ['id'], isOld: sql`at < ${before}` }, limit);

export const removeApiTokens = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    { table: 'api_tokens', key: ['id'], isOld: sql`least(expires_at, coalesce(revoked_at, expires_at)) < ${before}` },
    limit,
  );

export const removeWebhookMessages = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'webhook_messages', key: ['webhook_id', 'id'], isOld: sql`created_at < ${before}` }, limit);

export const removeMediaJobs = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    {
      table: 'media_jobs',
      key: ['id'],
      // Such a job is the name of its clip, and what an operator removes the clip by.
      isOld: sql`ended_at < ${before} and not (state = 'done' and coalesce(target->>'use', '') = 'advertisement')`,
    },
    limit,
  );

export const removeInputs = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'inputs', key: ['code_hash'], isOld: sql`expires_at <= ${before}` }, limit);
export const removeNotifications = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    { table: 'notifications', key: ['account_id', 'profile_id', 'id'], isOld: sql`created_at < ${before}` },
    limit,
  );

export const removeFanOuts = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    {
      table: 'notification_fan_outs',
      key: ['kind', 'thing'],
      isOld: sql`found_at < ${before} and done_at is not null`,
    },
    limit,
  );

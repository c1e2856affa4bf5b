import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { removeRows } from './rows-store.ts';

export const removeReviewReports = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    { table: 'review_reports', key: ['item_id', 'review_id', 'profile_id'], isOld: sql`created_at < ${before}` },
    limit,
  );

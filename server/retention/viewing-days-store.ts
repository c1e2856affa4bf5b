import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { koreanDate } from '../lib/korean-time.ts';
import { removeRows } from './rows-store.ts';

const ofDays =
  (table: 'title_days' | 'episode_days' | 'proposal_days' | 'missed_searches', key: readonly string[]) =>
  (db: Connection, before: Date, limit: number): Promise<number> =>
    removeRows(db, { table, key, isOld: sql`day < ${koreanDate(before)}` }, limit);

export const removeTitleDays = ofDays('title_days', ['day', 'item_id']);
export const removeEpisodeDays = ofDays('episode_days', ['item_id', 'day', 'episode_id']);
export const removeMissedSearches = ofDays('missed_searches', ['day', 'words']);
export const removeProposalDays = ofDays('proposal_days', ['day', 'opened_from']);

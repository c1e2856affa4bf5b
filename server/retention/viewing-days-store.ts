import { sql } from 'kysely';
import { koreanDate } from '../lib/korean-time.ts';
import { oldRows, type Retention } from './rows-store.ts';

/** What viewers did, by day. */
export const viewingDays: readonly Retention[] = [
  oldRows({
    table: 'title_days',
    lifetime: '3 years',
    why: 'licensors ask about earlier months; a row for each title and day, without accounts',
    days: 3 * 366,
    key: ['day', 'item_id'],
    isOld: (before) => sql`day < ${koreanDate(before)}`,
  }),
  oldRows({
    table: 'episode_days',
    lifetime: '400 days',
    why: 'compares a season with the one a year before',
    days: 400,
    key: ['item_id', 'day', 'episode_id'],
    isOld: (before) => sql`day < ${koreanDate(before)}`,
  }),
  oldRows({
    table: 'proposal_days',
    lifetime: '400 days',
    why: 'compares the rows of home with a year before, without accounts',
    days: 400,
    key: ['day', 'opened_from'],
    isOld: (before) => sql`day < ${koreanDate(before)}`,
  }),
  oldRows({
    table: 'missed_searches',
    lifetime: '92 days',
    why: 'what viewers miss now; words of fewer than five accounts are never shown',
    days: 92,
    key: ['day', 'words'],
    isOld: (before) => sql`day < ${koreanDate(before)}`,
  }),
];

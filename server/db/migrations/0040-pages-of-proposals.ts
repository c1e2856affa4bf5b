import type { Migration } from 'kysely';
import { run } from './run.ts';

/** How many pages of titles viewers open from each row, also of titles that they do not play. */
export const pagesOfProposals: Migration = {
  up: (db) => run(db, [`alter table proposal_days add column if not exists cnt_page integer not null default 0`]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Indexes that find the accounts to notify: those that follow or requested a title, and those whose membership ends. */
export const followersOfTitles: Migration = {
  up: (db) =>
    run(db, [
      `create index if not exists wishes_of_title on wishes (item_id, account_id)`,
      `create index if not exists playback_offsets_of_title on playback_offsets (item_id, account_id)`,
      `create index if not exists item_requests_of_title on item_requests (item_id, account_id)`,
      `drop index if exists item_requests_of_item`,
      `create index if not exists accounts_by_membership_end on accounts (membership_expires_at, id)`,
    ]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

const KINDS = `'new_episode', 'rental_ending', 'membership_ending', 'request', 'delay', 'leaving'`;

/** Notifications of titles that leave, and indexes by which their ends are found. */
export const leavingTitles: Migration = {
  up: (db) =>
    run(db, [
      `alter table notifications drop constraint if exists notifications_kind_check`,
      // Not valid: old rows have old kinds, and nobody waits for a look at all of them.
      `alter table notifications add constraint notifications_kind_check check (kind in (${KINDS})) not valid`,
      `alter table notification_fan_outs drop constraint if exists notification_fan_outs_kind_check`,
      `alter table notification_fan_outs add constraint notification_fan_outs_kind_check
        check (kind in ('new_episode', 'request', 'delay', 'leaving'))`,
      `create index if not exists episodes_by_end on episodes (ends_at) where ends_at is not null`,
      `create index if not exists items_by_end on items (ends_at) where ends_at is not null`,
    ]),
};

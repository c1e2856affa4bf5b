import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Codes leave the outbox before notices, so due mails are found by kind. */
export const mailsByKind: Migration = {
  up: (db) =>
    run(db, [
      // The types of the code guard the kinds; a list here would need a migration for each new mail.
      `alter table outbox drop constraint if exists outbox_kind_check`,
      `drop index if exists outbox_due`,
      `create index outbox_due on outbox (kind, next_attempt_at) where sent_at is null`,
    ]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The outbox sends codes before notices, so it finds due mails by kind. */
export const mailsByKind: Migration = {
  up: (db) =>
    run(db, [
      // TypeScript checks the kinds; a constraint would need a migration for each new mail.
      `alter table outbox drop constraint if exists outbox_kind_check`,
      `drop index if exists outbox_due`,
      `create index outbox_due on outbox (kind, next_attempt_at) where sent_at is null`,
    ]),
};

import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Mails to be sent: a mail server that is slow or down must not fail the call that wants to send one. */
export const outbox: Migration = {
  up: (db) =>
    run(db, [
      // What a mail says may hold a code or a link; a mail that was sent by SMTP is removed at once.
      `create table outbox (
        id uuid primary key,
        kind text not null check (kind in ('email-code', 'password-reset', 'new-sign-in')),
        recipient text not null,
        content jsonb,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        attempts integer not null default 0,
        next_attempt_at timestamptz not null,
        sent_at timestamptz
      ) with (fillfactor = 80)`,
      `create index outbox_due on outbox (next_attempt_at) where sent_at is null`,
      `create index outbox_of_recipient on outbox (recipient, sent_at) where sent_at is not null`,
    ]),
};

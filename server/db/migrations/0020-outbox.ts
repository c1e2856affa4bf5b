import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Outgoing mails: a slow or failed mail server must not fail the call that sends a mail. */
export const outbox: Migration = {
  up: (db) =>
    run(db, [
      // Mails may contain codes or links, so a mail is deleted as soon as SMTP has accepted it.
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

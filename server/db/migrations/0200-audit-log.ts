import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * What operators change, with the state before and after. Without a foreign key: an entry outlives the member of staff who
 * made it.
 */
export const auditLog: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists audit_log (
        id uuid primary key,
        at timestamptz not null,
        actor_id uuid,
        actor text not null,
        action text not null,
        subject_kind text,
        subject_id text,
        before jsonb not null,
        after jsonb not null,
        request_id text
      )`,
      `create index if not exists audit_log_by_time on audit_log (at, id)`,
      `create index if not exists audit_log_of_actor on audit_log (actor, at)`,
      `create index if not exists audit_log_of_subject on audit_log (subject_kind, subject_id, at)`,
    ]),
};

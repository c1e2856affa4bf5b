import type { AuditAction } from '#contract/console/audit.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Random } from '#server/lib/random.ts';
import { insertEntry } from './store.ts';

/** The member of staff who acts in the console, a command on the server's machine, or the service itself (`MEDIA_WATCH`: its watched folder). */
export type Actor =
  | { kind: 'staff'; id: string; email: string; requestId: string }
  | { kind: 'command'; name: 'operate' | 'titles' | 'media' }
  | { kind: 'service'; name: 'payments' | 'MEDIA_WATCH' };

export interface Change {
  action: AuditAction;
  /** The changed thing; null for the service as a whole. */
  subject: { kind: string; id: string | number } | null;
  /** The changed fields, before and after; null before it was made or after it was removed. Never a secret. */
  before: object | null;
  after: object | null;
}

/** Adds an entry to the audit log. Call it in the transaction of the change, so that neither exists without the other. */
export type RecordChange = (tx: Connection, change: Change) => Promise<void>;

function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case 'staff':
      return actor.email;
    case 'command':
      return `bora ${actor.name}`;
    case 'service':
      return actor.name;
  }
}

export const createRecord =
  ({ clock, random }: { clock: Clock; random: Pick<Random, 'uuid'> }, actor: Actor): RecordChange =>
  (tx, { action, subject, before, after }) =>
    insertEntry(tx, {
      id: random.uuid(),
      at: clock.now(),
      actor_id: actor.kind === 'staff' ? actor.id : null,
      actor: nameOf(actor),
      action,
      subject_kind: subject?.kind ?? null,
      subject_id: subject === null ? null : String(subject.id),
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      request_id: actor.kind === 'staff' ? actor.requestId : null,
    });

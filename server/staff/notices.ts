import type { Connection } from '../db/open.ts';
import type { StaffRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { StaffNotice } from '../mail/content.ts';
import type { Outbox } from '../mail/outbox.ts';
import { listOwners } from './store.ts';

const LIVES_SECONDS = 24 * 3600;

export interface Told {
  what: StaffNotice;
  member: Pick<StaffRow, 'email' | 'is_demo'>;
  /** Who did it; null for the member. */
  by: string | null;
  detail?: string;
  to: 'member' | 'owners' | 'both';
}

/** Mails what happened to a member of staff, in the transaction of the change. */
export type TellStaff = (tx: Connection, told: Told) => Promise<void>;

/**
 * Reveals a takeover of a member's account by a new link or a stolen session: notifies the member and all owners, including
 * the owner whose session made the change.
 */
export const createTellStaff =
  ({ clock, putMail }: { clock: Clock; putMail: Outbox['put'] }): TellStaff =>
  async (tx, { what, member, by, detail, to }) => {
    if (member.is_demo) return;
    const owners = to === 'member' ? [] : await listOwners(tx);
    const recipients = new Set([...(to === 'owners' ? [] : [member.email]), ...owners]);
    for (const recipient of recipients)
      await putMail(tx, {
        kind: 'staff-notice',
        to: recipient,
        livesSeconds: LIVES_SECONDS,
        content: {
          kind: 'staff-notice',
          what,
          email: member.email,
          by,
          detail: detail ?? null,
          at: clock.now().toISOString(),
        },
      });
  };

import type { SupportedAccount } from '#contract/console/accounts.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import { lockAccount } from '../accounts/index.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import { findProfile, listProfileRows, updateProfileRow } from './store.ts';

/** Support's operations on the profiles of an account. */
export interface ProfileSupport {
  list(accountId: string): Promise<SupportedAccount['profiles']>;
  /** @throws MissingError; RefusedError without a PIN */
  removePin(accountId: string, profileId: string, given: { reason: string }): Promise<void>;
}

const present = (row: ProfileRow): SupportedAccount['profiles'][number] => ({
  id: row.id,
  name: row.name,
  is_owner: row.is_owner,
  max_rating: row.max_rating,
  has_pin: row.pin_hash !== null,
  daily_minutes: row.daily_minutes,
  bedtime: row.bedtime_from === null || row.bedtime_to === null ? null : { from: row.bedtime_from, to: row.bedtime_to },
  created_at: row.created_at.toISOString(),
});

export function createProfileSupport(options: {
  db: Connection;
  transact: Transact;
  record: RecordChange;
  /** Resets the counter of wrong PINs; otherwise its wait would outlive the removed PIN. */
  forgetPinTries(profile: ProfileRow): Promise<void>;
}): ProfileSupport {
  const { db, transact, record, forgetPinTries } = options;
  return {
    list: async (accountId) => (await listProfileRows(db, accountId)).map(present),

    async removePin(accountId, profileId, { reason }) {
      const profile = await transact(async (tx) => {
        const account = await lockAccount(tx, accountId);
        const found = account && (await findProfile(tx, accountId, profileId));
        if (!found) throw new MissingError(`There is no profile ${profileId}.`, '없는 프로필이에요.');
        if (found.pin_hash === null) throw new RefusedError('The profile has no PIN.', '이미 PIN이 없는 프로필이에요.');
        await updateProfileRow(tx, found, { pin_hash: null });
        // Without the profile's name: the audit log outlives accounts.
        await record(tx, {
          action: 'profile.pin-remove',
          subject: { kind: 'account', id: accountId },
          before: { has_pin: true },
          after: { has_pin: false, reason },
        });
        return found;
      });
      await forgetPinTries(profile);
    },
  };
}

import { createAccountSupport } from '../accounts/account-support.ts';
import { createJoining } from '../accounts/joining/joining.ts';
import { createDeviceOperations } from '../accounts/device-operations.ts';
import { findAccountById } from '../accounts/store.ts';
import { denyApproved } from '#server/accounts/devices/store.ts';
import { createShowAccount } from '../console/accounts.ts';
import type { MemberLimits } from '../console/member-limits.ts';
import { createPeople } from '../console/people/people.ts';
import { mountPeople, type PeopleOptions } from '../console/people/routes.ts';
import { mountSupport, type AccountsOptions } from '../console/routes.ts';
import type { MountConsole } from '../http/mount-console.ts';
import { MissingError } from '../lib/refused-error.ts';
import { insertFirstProfile } from '../profiles/first-profile.ts';
import { createProfileSupport } from '../profiles/profile-support.ts';
import { createReceipts } from '../shop/receipts.ts';
import { createSupportOperations } from '../shop/support.ts';
import { endUncovered } from '#server/watching/playback/end-uncovered.ts';
import { createPlaybackSupport } from '#server/watching/playback/playback-support.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Accounts } from './accounts.ts';
import type { Core } from './core.ts';
import type { Shop } from './shop.ts';

/** The console's calls about viewers and their accounts. */
export function mountPeopleCalls(
  core: Core,
  { accounts, deactivate, outbox, forgetPinTries }: Accounts,
  parts: Pick<Shop, 'payments'> & { memberLimits: MemberLimits; mountCall: MountConsole },
): Pick<PeopleOptions, 'show' | 'people'> & Pick<AccountsOptions, 'supportAs'> {
  const { db, transact, clock, random, limits } = core;
  const { payments, memberLimits, mountCall } = parts;
  const showAccount = createShowAccount({ db, clock });
  const devicesAs = (record: RecordChange) =>
    createDeviceOperations({ db, transact, clock, deactivate, denyApproved, record });
  const profilesAs = (record: RecordChange) => createProfileSupport({ db, transact, record, forgetPinTries });
  const playbacksAs = (record: RecordChange) => createPlaybackSupport({ db, transact, clock, record });
  const supportAs = (record: RecordChange) =>
    createSupportOperations({
      db,
      transact,
      clock,
      random,
      endUncovered,
      record,
      checkPayment: payments && ((key) => payments.check(key)),
    });
  const show = (record: RecordChange, id: string) =>
    showAccount(id, { devices: devicesAs(record), profiles: profilesAs(record), playbacks: playbacksAs(record) });

  mountSupport(mountCall, {
    show,
    supportAs,
    devicesAs,
    receiptsAs: (record) => createReceipts({ db, transact, limits, outbox, record }),
    memberLimits,
    noteLook: (record, id) =>
      record(db, { action: 'account.show', subject: { kind: 'account', id }, before: null, after: null }),
  });
  const people = createPeople({ db, clock, limits: memberLimits, supportAs });
  mountPeople(mountCall, {
    people,
    memberLimits,
    accountsAs: (record) =>
      createAccountSupport({ db, transact, clock, limits, outbox, emailCodes: accounts.emailCodes, record }),
    joiningAs: (record) =>
      createJoining({
        db,
        transact,
        clock,
        random,
        outbox,
        record,
        onSignUp: (tx, account, name) => insertFirstProfile(tx, account, random.uuid(), name),
      }),
    profilesAs,
    playbacksAs,
    show,
    addNote: (record, id, text) =>
      transact(async (tx) => {
        if (!(await findAccountById(tx, id)))
          throw new MissingError('The account was removed.', '없는 이용자예요. 그사이 탈퇴했을 수 있어요.');
        await record(tx, {
          action: 'account.note',
          subject: { kind: 'account', id },
          before: null,
          after: { note: text },
        });
      }),
  });
  return { show, supportAs, people };
}

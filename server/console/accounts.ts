import {
  changeMembership,
  findAccount,
  getSupportedAccount,
  listSupportedOrders,
  refundSupportedOrder,
  signOutAllDevices,
  signOutDevice,
  type MembershipChange,
  type SupportedAccount,
} from '#contract/console/accounts.ts';
import { findAccountById, membershipOf } from '../accounts/index.ts';
import type { DeviceOperations } from '../accounts/device-operations.ts';
import { listDecisions } from '../audit/index.ts';
import type { RecordChange } from '../audit/record.ts';
import type { Connection } from '../db/open.ts';
import type { MountConsole } from '../http/mount-console.ts';
import type { Clock } from '../lib/clock.ts';
import { MissingError } from '../lib/refused-error.ts';
import { membershipVersionOf, type SupportOperations } from '../shop/index.ts';

/** Earlier decisions that are shown with an account. */
const MOST_DECISIONS = 20;

export interface AccountsOptions {
  db: Connection;
  clock: Clock;
  supportAs(record: RecordChange): SupportOperations;
  devicesAs(record: RecordChange): DeviceOperations;
}

const changeOf = (support: SupportOperations, account: { id: string }, change: MembershipChange) => {
  switch (change.action) {
    case 'give':
      return support.giveMembership(account, change);
    case 'extend':
      return support.extendMembership(account, change);
    case 'end':
      return support.endMembership(account, change);
  }
};

/** Viewers' accounts, for operators in a browser. What somebody watches is never read here. */
export function mountAccountsOfViewers(mount: MountConsole, options: AccountsOptions): void {
  const { db, clock, supportAs, devicesAs } = options;

  const show = async (id: string, devices: DeviceOperations): Promise<SupportedAccount> => {
    const account = await findAccountById(db, id);
    if (!account) throw new MissingError('The account was removed.', '없는 이용자예요. 그사이 탈퇴했을 수 있어요.');
    const membership = membershipOf(account, clock.now());
    const decisions = await listDecisions(db, { kind: 'account', ids: [account.id], limit: MOST_DECISIONS });
    return {
      id: account.id,
      email: account.email,
      is_email_confirmed: account.is_email_confirmed,
      created_at: account.created_at.toISOString(),
      membership: {
        plan: membership.plan,
        ends_at: membership.expiresAt?.toISOString() ?? null,
        version: membershipVersionOf(membership),
      },
      devices: (await devices.list(account.id)).map((device) => ({
        id: device.id,
        device: { platform: device.platform, model: device.model, name: device.name },
        created_at: device.created_at.toISOString(),
        last_seen_at: device.last_seen_at.toISOString(),
      })),
      decisions: decisions.get(account.id) ?? [],
    };
  };

  mount(findAccount, ({ body, record }) => supportAs(record).findAccount(body.keyword));
  mount(getSupportedAccount, ({ params, record }) => show(params.id, devicesAs(record)));
  mount(changeMembership, async ({ params, body, record }) => {
    await changeOf(supportAs(record), params, body);
    return show(params.id, devicesAs(record));
  });
  mount(listSupportedOrders, ({ params, query, record }) => supportAs(record).pageOrders(params, query));
  mount(refundSupportedOrder, ({ params, body, record }) =>
    supportAs(record).refundOrderOf({ id: params.id }, params.orderId, body),
  );
  mount(signOutDevice, ({ params, record }) => devicesAs(record).signOut(params.id, params.deviceId));
  mount(signOutAllDevices, ({ params, record }) => devicesAs(record).signOutAll(params.id));
}

import type { SupportedAccount } from '#contract/console/accounts.ts';
import type { AuditEntry } from '#contract/console/audit.ts';
import { findAccountById, membershipOf } from '../accounts/index.ts';
import type { DeviceOperations } from '../accounts/device-operations.ts';
import { listDecisions } from '#server/staff/audit/index.ts';
import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { MissingError } from '../lib/refused-error.ts';
import { listRefundReferences, membershipVersionOf } from '../shop/index.ts';

/** Earlier decisions that are shown with an account. */
const MOST_DECISIONS = 20;

/** The decisions of support about an account and the refunds of its orders, newest first. */
async function listSupportActs(db: Connection, accountId: string): Promise<AuditEntry[]> {
  const decisions = await listDecisions(db, { kind: 'account', ids: [accountId], limit: MOST_DECISIONS });
  const orders = await listRefundReferences(db, accountId, MOST_DECISIONS);
  const ofOrders = await listDecisions(db, { kind: 'order', ids: orders, limit: MOST_DECISIONS });
  const refunds = [...ofOrders.values()].flat().filter(({ action }) => action === 'order.refund');
  return [...(decisions.get(accountId) ?? []), ...refunds]
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, MOST_DECISIONS);
}

type Profiles = { list(accountId: string): Promise<SupportedAccount['profiles']> };
type Playbacks = { list(accountId: string): Promise<SupportedAccount['playbacks']> };

/** Shows an account to support, without anything that somebody watches. @throws MissingError */
export const createShowAccount =
  ({ db, clock }: { db: Connection; clock: Clock }) =>
  async (
    id: string,
    of: { devices: DeviceOperations; profiles: Profiles; playbacks: Playbacks },
  ): Promise<SupportedAccount> => {
    const account = await findAccountById(db, id);
    if (!account) throw new MissingError('The account was removed.', '없는 이용자예요. 그사이 탈퇴했을 수 있어요.');
    const membership = membershipOf(account, clock.now());
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
      devices: (await of.devices.list(account.id)).map((device) => ({
        id: device.id,
        device: { platform: device.platform, model: device.model, name: device.name },
        created_at: device.created_at.toISOString(),
        last_seen_at: device.last_seen_at.toISOString(),
      })),
      profiles: await of.profiles.list(account.id),
      playbacks: await of.playbacks.list(account.id),
      decisions: await listSupportActs(db, account.id),
    };
  };

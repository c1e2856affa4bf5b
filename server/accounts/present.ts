import type { Account } from '#contract/accounts.ts';
import type { DeviceSession } from '#contract/device-sessions.ts';
import type { AccountRow } from '../db/tables.ts';
import { membershipOf } from './membership.ts';
import type { DeviceSessionRow } from './store.ts';

export function presentAccount(row: Omit<AccountRow, 'password_hash'>, now: Date): Account {
  const membership = membershipOf(row, now);
  return {
    id: row.id,
    email: row.email,
    is_email_confirmed: row.is_email_confirmed,
    created_at: row.created_at.toISOString(),
    membership: {
      plan: membership.plan,
      max_streams: membership.maxStreams,
      expires_at: membership.expiresAt?.toISOString() ?? null,
    },
  };
}

/** The answer to a sign-in. */
export const presentEntry = (
  entry: { token: string; account: Omit<AccountRow, 'password_hash'>; deviceKey?: string | undefined },
  now: Date,
) => ({
  token: entry.token,
  account: presentAccount(entry.account, now),
  ...(entry.deviceKey !== undefined && { device_key: entry.deviceKey }),
});

export const presentDeviceSession = (row: DeviceSessionRow, currentId: string): DeviceSession => ({
  id: row.id,
  device: { platform: row.platform, model: row.model, name: row.name },
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  is_current: row.id === currentId,
});

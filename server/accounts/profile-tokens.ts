import type { Connection } from '../db/open.ts';
import { insertToken, removeOldProfileTokens, touchDeviceSession } from './store.ts';
import { hashToken } from './tokens.ts';

/** Maximum profile tokens per device: several tabs, the members of a family, and some lost answers. */
const TOKENS_PER_DEVICE = 20;

/** Stores a token with which a device acts as a profile, and marks the device as used now. */
export async function addProfileToken(
  tx: Connection,
  token: string,
  owner: { accountId: string; deviceSessionId: string; profileId: string; now: Date },
): Promise<void> {
  const session = { account_id: owner.accountId, device_session_id: owner.deviceSessionId };
  await touchDeviceSession(tx, { account_id: owner.accountId, id: owner.deviceSessionId, last_seen_at: owner.now });
  await insertToken(tx, {
    ...session,
    hash: hashToken(token),
    profile_id: owner.profileId,
    created_at: owner.now,
  });
  await removeOldProfileTokens(tx, { ...session, keep: TOKENS_PER_DEVICE });
}

import {
  endPasswordResets,
  findAccountByEmail,
  hashPassword,
  lockAccount,
  revokeDeviceSessions,
  updatePasswordHash,
} from '../accounts/index.ts';
import type { Connection, Transact } from '../db/open.ts';
import { denyApproved } from '#server/accounts/devices/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { deactivatePlayLogs } from '#server/watching/playback/index.ts';
import { findSetting, removeSetting, setSetting } from '../settings/index.ts';
import { DEMO_EMAILS, type Demo } from './demo.ts';

/** Present while the demo accounts are revoked; its value is the instant of the revocation. */
const REVOKED_SETTING = 'demo-accounts-revoked';

interface RevocationOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
}

const findAll = async (tx: Connection) =>
  (await Promise.all(DEMO_EMAILS.map((email) => findAccountByEmail(tx, email)))).filter((found) => found !== undefined);

/**
 * Revokes demo accounts that a development run left in the database, because their passwords are public. Ends their
 * sessions, resets, device links and playbacks, and replaces each password with one that nobody knows.
 */
export async function revokeDemoAccounts({ db, transact, clock, random }: RevocationOptions): Promise<void> {
  if ((await findAll(db)).length === 0 || (await findSetting(db, REVOKED_SETTING)) !== undefined) return;
  const passwordHash = await hashPassword(random.secret());
  await transact(async (tx) => {
    const now = clock.now();
    for (const { id } of await findAll(tx)) {
      await lockAccount(tx, id);
      await updatePasswordHash(tx, id, passwordHash);
      await endPasswordResets(tx, id, now);
      await denyApproved(tx, id);
      await revokeDeviceSessions(tx, { accountId: id, exceptId: null, revokedAt: now });
      await deactivatePlayLogs(tx, { accountId: id, now, isEnded: () => true });
    }
    await setSetting(tx, REVOKED_SETTING, now.toISOString());
  });
}

/** Restores the well-known passwords of revoked demo accounts when the database is used for development again. */
export async function restoreDemoAccounts(
  { password }: Demo,
  { db, transact }: Pick<RevocationOptions, 'db' | 'transact'>,
): Promise<void> {
  if ((await findSetting(db, REVOKED_SETTING)) === undefined) return;
  const passwordHash = await hashPassword(password);
  await transact(async (tx) => {
    for (const { id } of await findAll(tx)) await updatePasswordHash(tx, id, passwordHash);
    await removeSetting(tx, REVOKED_SETTING);
  });
}

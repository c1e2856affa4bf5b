import { endPasswordResets } from '../accounts/codes-store.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { findAccountByEmail, lockAccount, revokeDeviceSessions, updatePasswordHash } from '../accounts/store.ts';
import type { Connection, Transact } from '../db/open.ts';
import { denyApproved } from '../devices/store.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { deactivatePlayLogs } from '../playback/deactivate.ts';
import { findSetting, removeSetting, setSetting } from '../settings/store.ts';
import { DEMO_PASSWORD, demoAccounts } from './demo-accounts.ts';

/** Present while the demo accounts are closed; its value is the instant of the revocation. */
const REVOKED_SETTING = 'demo-accounts-revoked';

interface RevocationOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
}

const findAll = async (tx: Connection) =>
  (await Promise.all(demoAccounts.map(({ email }) => findAccountByEmail(tx, email)))).filter(
    (found) => found !== undefined,
  );

/**
 * Closes demo accounts that an earlier start in development left in the database: everybody knows their password. Ends
 * their sessions, resets, device links and playbacks, and replaces the password by one that nobody has.
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

/** Gives revoked demo accounts their well-known password back: the database is used for development again. */
export async function restoreDemoAccounts({ db, transact }: Pick<RevocationOptions, 'db' | 'transact'>): Promise<void> {
  if ((await findSetting(db, REVOKED_SETTING)) === undefined) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await transact(async (tx) => {
    for (const { id } of await findAll(tx)) await updatePasswordHash(tx, id, passwordHash);
    await removeSetting(tx, REVOKED_SETTING);
  });
}

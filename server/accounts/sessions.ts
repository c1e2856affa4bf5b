import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import type { ProfileRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import { noteDeviceUse } from './session-life-store.ts';
import { findTokenOwners, type KnownAccount } from './store.ts';
import { hashToken } from './tokens.ts';

const DAY_MS = 24 * 3600_000;

/** The tokens of a device that nobody used for this long have ended, in ms (contract.md, section 3). */
const IDLE_MS = 180 * DAY_MS;
/** How exactly the last use of a device is kept, in ms: a note each day costs next to nothing. */
const NOTED_EVERY_MS = DAY_MS;

/** Devices last used at this instant or before have ended. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS);

/** Who calls: an account on one of its devices, and the profile when the token is a profile's. */
export interface Caller {
  account: KnownAccount;
  deviceSessionId: string;
  profile: ProfileRow | null;
}

export interface ProfileCaller extends Caller {
  profile: ProfileRow;
}

export type FindCaller = (token: string) => Promise<Caller | undefined>;

/**
 * Looks a token up on every call, so that a revoked one is refused at once, by every server process: what a look-up
 * remembers is gone as soon as anything that it came from is written.
 */
export function createFindCaller(options: {
  db: Connection;
  reads: Reads;
  clock: Clock;
  failures: FailureLog;
}): FindCaller {
  const { db, reads, clock, failures } = options;
  const find = reads({
    tables: ['tokens', 'device_sessions', 'accounts', 'profiles'],
    // What is remembered is a hash, never a token.
    nameOf: (hash: string) => hash,
    read: async (hashes) => {
      const owners = await findTokenOwners(db, hashes);
      return hashes.map((hash) => owners.get(hash));
    },
  });

  return async (token) => {
    const [owner] = await find([hashToken(token)]);
    if (!owner) return undefined;
    const now = clock.now();
    if (owner.lastSeenAt <= idleSince(now)) return undefined;
    const before = new Date(now.getTime() - NOTED_EVERY_MS);
    // The statement locks one row and nothing before it, so it cannot be part of a deadlock.
    if (owner.lastSeenAt <= before)
      await noteDeviceUse(db, { account_id: owner.account.id, id: owner.deviceSessionId }, { now, before }).then(
        () => failures.works('device use'),
        // A database that only reads still answers viewers; the next call notes the use.
        (error: unknown) => failures.report('device use', error),
      );
    return owner;
  };
}

import type { Connection } from '../db/open.ts';
import type { CreateLoader } from '../db/loader.ts';
import type { ProfileRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import { noteDeviceUse } from './session-life-store.ts';
import { findTokenOwners, type KnownAccount, type TokenOwner } from './store.ts';
import { tokenKeyOf, type TokenKey } from './tokens.ts';

const DAY_MS = 24 * 3600_000;

/** Tokens of a device expire after this long without use, in ms (contract.md, section 3). */
const IDLE_MS = 180 * DAY_MS;
/** Precision of a device's last use, in ms: one write per day is cheap. */
const NOTED_EVERY_MS = DAY_MS;

/** Devices last used at or before this instant have expired. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_MS);

/** The caller: an account on one of its devices, and the profile if the token is a profile's. */
export interface Caller {
  account: KnownAccount;
  deviceSessionId: string;
  profile: ProfileRow | null;
  /** Where the call comes from; undefined where the service is in one country. */
  country?: string | undefined;
}

export interface ProfileCaller extends Caller {
  profile: ProfileRow;
}

/** The caller of a token; undefined for one that nobody has. */
export type FindCaller = (token: string) => Promise<Caller | undefined>;

/** Looks up the token on every call, so that every server process refuses a revoked token immediately. */
export function createFindCaller(options: {
  db: Connection;
  createLoader: CreateLoader;
  clock: Clock;
  failures: FailureLog;
}): FindCaller {
  const { db, createLoader, clock, failures } = options;
  const find = createLoader({
    keyOf: ({ hash }: TokenKey) => hash,
    read: async (asked) => {
      const owners = await findTokenOwners(db, asked);
      return asked.map(({ hash }) => owners.get(hash));
    },
    accountOf: ({ accountId }) => accountId,
  });

  /** Records the use of a device; needed once a day. */
  const noteUse = async (owner: TokenOwner, now: Date): Promise<Caller> => {
    const before = new Date(now.getTime() - NOTED_EVERY_MS);
    // The statement locks only this row, so it cannot deadlock.
    await noteDeviceUse(db, { account_id: owner.account.id, id: owner.deviceSessionId }, { now, before }).then(
      () => failures.works('device use'),
      // A read-only database can still serve viewers; the next call records the use.
      (error: unknown) => failures.report('device use', error),
    );
    return owner;
  };

  /** The owner of a token, unless their device has expired. */
  const admit = async (owner: TokenOwner | undefined): Promise<Caller | undefined> => {
    if (!owner) return undefined;
    const now = clock.now();
    const unusedMs = now.getTime() - owner.lastSeenAt.getTime();
    if (unusedMs >= IDLE_MS) return undefined;
    return unusedMs >= NOTED_EVERY_MS ? noteUse(owner, now) : owner;
  };

  return async (token) => {
    const key = tokenKeyOf(token);
    return key && admit((await find([key]))[0]);
  };
}

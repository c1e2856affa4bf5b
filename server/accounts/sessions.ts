import type { Connection } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import { batched } from '../lib/batched.ts';
import { findTokenOwners, type KnownAccount } from './store.ts';
import { hashToken } from './tokens.ts';

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
 * Looks a token up on every call, so that a revoked one is refused at once, by every server process. Calls that arrive
 * together share one look-up: it is the one statement that all of them need.
 */
export function createFindCaller(db: Connection): FindCaller {
  const find = batched(async (hashes: string[]) => {
    const owners = await findTokenOwners(db, hashes);
    return hashes.map((hash) => owners.get(hash));
  });
  return (token) => find(hashToken(token));
}

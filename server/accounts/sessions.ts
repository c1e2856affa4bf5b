import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import type { ProfileRow } from '../db/tables.ts';
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
 * Looks a token up on every call, so that a revoked one is refused at once, by every server process: what a look-up
 * remembers is gone as soon as anything that it came from is written.
 */
export function createFindCaller(db: Connection, reads: Reads): FindCaller {
  const find = reads({
    tables: ['tokens', 'device_sessions', 'accounts', 'profiles'],
    // What is remembered is a hash, never a token.
    nameOf: (hash: string) => hash,
    read: async (hashes) => {
      const owners = await findTokenOwners(db, hashes);
      return hashes.map((hash) => owners.get(hash));
    },
  });
  return async (token) => (await find([hashToken(token)]))[0];
}

import type { Connection } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import { findTokenOwner, type KnownAccount } from './store.ts';
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

/** Looks a token up on every call, so that a revoked one is refused at once, by every server process. */
export const createFindCaller =
  (db: Connection): FindCaller =>
  (token) =>
    findTokenOwner(db, hashToken(token));

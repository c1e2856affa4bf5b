import { sql, type Insertable, type Selectable } from 'kysely';
import { ofAccounts } from '../db/of-accounts.ts';
import type { Connection } from '../db/open.ts';
import type { AccountRow, AccountsTable, DeviceSessionsTable, ProfileRow, TokensTable } from '../db/tables.ts';
import type { Membership } from './membership.ts';
import type { TokenKey } from './tokens.ts';

/** An account without its password hash, which only sign-in reads. */
export type KnownAccount = Omit<AccountRow, 'password_hash'>;

/** The id of the account that has an e-mail address. */
const findIdByEmail = async (db: Connection, email: string): Promise<string | undefined> =>
  (await db.selectFrom('account_emails').select('account_id').where('email', '=', email).executeTakeFirst())
    ?.account_id;

export const isEmailTaken = async (db: Connection, email: string): Promise<boolean> =>
  (await findIdByEmail(db, email)) !== undefined;

/** Those of the addresses that have an account. */
export const findTakenEmails = async (db: Connection, emails: readonly string[]): Promise<string[]> =>
  emails.length === 0
    ? []
    : (await db.selectFrom('account_emails').select('email').where('email', 'in', emails).execute()).map(
        ({ email }) => email,
      );

/** In two statements: the account may be on another machine than its e-mail address. */
export async function findAccountByEmail(db: Connection, email: string): Promise<AccountRow | undefined> {
  const id = await findIdByEmail(db, email);
  return id === undefined ? undefined : findAccountById(db, id);
}

export const findAccountById = (db: Connection, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).where('left_at', 'is', null).executeTakeFirst();

/** Inserts the account and its e-mail address; false when the address already has one. */
export async function insertAccountOnce(tx: Connection, account: Insertable<AccountsTable>): Promise<boolean> {
  const made = await tx
    .insertInto('account_emails')
    .values({ email: account.email, account_id: account.id })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('email')
    .executeTakeFirst();
  if (made === undefined) return false;
  await tx.insertInto('accounts').values(account).execute();
  return true;
}

/**
 * Locks an account until the transaction ends; undefined when its owner has left. Every transaction that locks several
 * rows of an account locks in this order: account, profile, device, play logs. A fixed order prevents deadlocks.
 */
export const lockAccount = (
  tx: Connection,
  accountId: string,
): Promise<Omit<AccountRow, 'created_at' | 'is_email_confirmed' | 'identity_proved_at'> | undefined> =>
  tx
    .selectFrom('accounts')
    .select(['id', 'email', 'password_hash', 'plan', 'membership_expires_at'])
    .where('id', '=', accountId)
    .where('left_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export async function setMembership(
  tx: Connection,
  accountId: string,
  { plan, expiresAt }: Pick<Membership, 'plan' | 'expiresAt'>,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ plan, membership_expires_at: expiresAt })
    .where('id', '=', accountId)
    .execute();
}

export async function updatePasswordHash(tx: Connection, accountId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
}

export async function markEmailConfirmed(db: Connection, accountId: string): Promise<void> {
  await db.updateTable('accounts').set({ is_email_confirmed: true }).where('id', '=', accountId).execute();
}

/** Gives an account another, confirmed address; false when that one is taken. */
export async function changeEmail(
  tx: Connection,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<boolean> {
  const made = await tx
    .insertInto('account_emails')
    .values({ email: to, account_id: id })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('email')
    .executeTakeFirst();
  if (made === undefined) return false;
  await tx.deleteFrom('account_emails').where('email', '=', from).execute();
  await tx.updateTable('accounts').set({ email: to, is_email_confirmed: true }).where('id', '=', id).execute();
  return true;
}

export type DeviceSessionRow = Selectable<DeviceSessionsTable>;

/** Signed-in devices used since `seenAfter`, the most recently used first. */
export const listDeviceSessionRows = (
  db: Connection,
  { accountId, seenAfter }: { accountId: string; seenAfter: Date },
): Promise<DeviceSessionRow[]> =>
  db
    .selectFrom('device_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('last_seen_at', '>', seenAfter)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();

/** A signed-in device. To keep it signed in until the transaction ends, lock the account first. */
export const findDeviceSession = (
  db: Connection,
  session: { account_id: string; id: string },
): Promise<DeviceSessionRow | undefined> =>
  db
    .selectFrom('device_sessions')
    .selectAll()
    .where('account_id', '=', session.account_id)
    .where('id', '=', session.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

export async function touchDeviceSession(
  tx: Connection,
  session: { account_id: string; id: string; last_seen_at: Date },
): Promise<void> {
  await tx
    .updateTable('device_sessions')
    .set({ last_seen_at: session.last_seen_at })
    .where('account_id', '=', session.account_id)
    .where('id', '=', session.id)
    .execute();
}

export async function insertDeviceSession(db: Connection, session: Insertable<DeviceSessionsTable>): Promise<void> {
  await db.insertInto('device_sessions').values(session).execute();
}

export async function insertToken(db: Connection, token: Insertable<TokensTable>): Promise<void> {
  await db.insertInto('tokens').values(token).execute();
}

/** Deletes the account token of a device; false when the device signed out or its viewer has already used the token. */
export async function takeUnusedToken(
  tx: Connection,
  session: { account_id: string; device_session_id: string },
): Promise<boolean> {
  const isSignedIn = await tx
    .selectFrom('device_sessions')
    .select('id')
    .where('account_id', '=', session.account_id)
    .where('id', '=', session.device_session_id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!isSignedIn) return false;
  const tokens = () =>
    tx
      .selectFrom('tokens')
      .select('hash')
      .where('account_id', '=', session.account_id)
      .where('device_session_id', '=', session.device_session_id);
  if (await tokens().where('profile_id', 'is not', null).executeTakeFirst()) return false;
  await tx.deleteFrom('tokens').where('account_id', '=', session.account_id).where('hash', 'in', tokens()).execute();
  return true;
}

/** Keeps only the newest profile tokens of a device: a television fetches one at each start and never returns one. */
export async function removeOldProfileTokens(
  db: Connection,
  session: { account_id: string; device_session_id: string; keep: number },
): Promise<void> {
  const old = db
    .selectFrom('tokens')
    .select('hash')
    .where('account_id', '=', session.account_id)
    .where('device_session_id', '=', session.device_session_id)
    .where('profile_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .offset(session.keep);
  await db.deleteFrom('tokens').where('account_id', '=', session.account_id).where('hash', 'in', old).execute();
}

/** Revokes the tokens of a profile, except those of one device if given. */
export async function removeProfileTokens(
  tx: Connection,
  tokens: { account_id: string; profile_id: string; exceptDeviceId: string | null },
): Promise<void> {
  await tx
    .deleteFrom('tokens')
    .where('account_id', '=', tokens.account_id)
    .where('profile_id', '=', tokens.profile_id)
    .$if(tokens.exceptDeviceId !== null, (all) => all.where('device_session_id', '!=', tokens.exceptDeviceId ?? ''))
    .execute();
}

export interface TokenOwner {
  account: KnownAccount;
  deviceSessionId: string;
  profile: ProfileRow | null;
  /** Last use of the device, to within a day. */
  lastSeenAt: Date;
}

/**
 * Owners of tokens by hash. Omits unknown tokens and those of signed-out devices. Every call sends this statement, so it is a
 * template: the query builder would take ten times as long to make it (docs/decisions/248).
 */
export async function findTokenOwners(db: Connection, keys: readonly TokenKey[]): Promise<Map<string, TokenOwner>> {
  const accountIds = keys.map(({ accountId }) => accountId);
  const { rows } = await sql<TokenOwnerRow>`
    select accounts.id, accounts.email, accounts.is_email_confirmed, accounts.plan, accounts.membership_expires_at,
      accounts.created_at, accounts.identity_proved_at, tokens.hash, tokens.device_session_id,
      device_sessions.last_seen_at, profiles.id as profile_id, profiles.name, profiles.default_image_id,
      profiles.max_rating, profiles.pin_hash, profiles.is_owner, profiles.created_at as profile_created_at,
      profiles.daily_minutes, profiles.bedtime_from, profiles.bedtime_to, profiles.bedtime_lifted_until,
      profiles.counts_for_proposals
    from tokens
    join device_sessions on device_sessions.account_id = tokens.account_id
      and device_sessions.id = tokens.device_session_id
    join accounts on accounts.id = tokens.account_id
    left join profiles on profiles.account_id = tokens.account_id and profiles.id = tokens.profile_id
      and ${ofAccounts(accountIds, 'profiles.account_id')}
    where tokens.hash = any(${keys.map(({ hash }) => hash)}::text[]) and device_sessions.revoked_at is null
      and ${ofAccounts(accountIds, 'tokens.account_id', 'device_sessions.account_id', 'accounts.id')}`.execute(db);
  return new Map(rows.map((row) => [row.hash, toTokenOwner(row)]));
}

type Nullable<T> = { [K in keyof T]: T[K] | null };

/** The profile's columns are all null for an account token. */
type TokenOwnerRow = KnownAccount & {
  hash: string;
  device_session_id: string;
  last_seen_at: Date;
  profile_id: string | null;
} & Nullable<Omit<ProfileRow, 'account_id' | 'id' | 'created_at'>> & {
    profile_created_at: Date | null;
  };

function toTokenOwner(row: TokenOwnerRow): TokenOwner {
  const { id, email, is_email_confirmed, plan, membership_expires_at, created_at, identity_proved_at } = row;
  const profile = {
    account_id: id,
    id: row.profile_id,
    name: row.name,
    default_image_id: row.default_image_id,
    max_rating: row.max_rating,
    pin_hash: row.pin_hash,
    is_owner: row.is_owner,
    created_at: row.profile_created_at,
    daily_minutes: row.daily_minutes,
    bedtime_from: row.bedtime_from,
    bedtime_to: row.bedtime_to,
    bedtime_lifted_until: row.bedtime_lifted_until,
    counts_for_proposals: row.counts_for_proposals,
  } satisfies Nullable<ProfileRow>;
  return {
    account: { id, email, is_email_confirmed, plan, membership_expires_at, created_at, identity_proved_at },
    deviceSessionId: row.device_session_id,
    profile: row.profile_id === null ? null : (profile as ProfileRow),
    lastSeenAt: row.last_seen_at,
  };
}

/** Signs out a device; false when it was already signed out. */
export async function revokeDeviceSession(
  db: Connection,
  session: { account_id: string; id: string; revoked_at: Date },
): Promise<boolean> {
  const revoked = await db
    .updateTable('device_sessions')
    .set({ revoked_at: session.revoked_at })
    .where('account_id', '=', session.account_id)
    .where('id', '=', session.id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Signs out all devices of an account, except one if given. */
export async function revokeDeviceSessions(
  tx: Connection,
  sessions: { accountId: string; exceptId: string | null; revokedAt: Date },
): Promise<void> {
  await tx
    .updateTable('device_sessions')
    .set({ revoked_at: sessions.revokedAt })
    .where('account_id', '=', sessions.accountId)
    .where('revoked_at', 'is', null)
    .$if(sessions.exceptId !== null, (all) => all.where('id', '!=', sessions.exceptId ?? ''))
    .execute();
}

import type { Generated, Selectable } from 'kysely';
import type { Account } from '#contract/accounts.ts';
import type { PlatformName } from '#contract/platforms.ts';
import type { SecondFactorMethod } from '#contract/second-factor.ts';
import type { MailContent } from '../../mail/content.ts';
import type { Json } from './json.ts';

export interface AccountsTable {
  id: string;
  email: string;
  password_hash: string;
  is_email_confirmed: boolean;
  plan: Account['membership']['plan'];
  membership_expires_at: Date | null;
  created_at: Date;
  /** When its owner left; only what is not erased yet remains. */
  left_at: Date | null;
  /** When an adult of the account proved their age; null: nobody has. */
  identity_proved_at: Date | null;
}

/** The account of each e-mail address; written with the account's own row. */
interface AccountEmailsTable {
  email: string;
  account_id: string;
}

export interface DeviceSessionsTable {
  account_id: string;
  id: string;
  platform: PlatformName;
  model: string | null;
  name: string | null;
  created_at: Date;
  last_seen_at: Date;
  revoked_at: Date | null;
}

export interface TokensTable {
  account_id: string;
  /** SHA-256 of the token, as hexadecimal text. */
  hash: string;
  device_session_id: string;
  /** Null for an account token. */
  profile_id: string | null;
  created_at: Date;
}

/** An outgoing mail. Its row is deleted once SMTP has accepted it; only the built-in mailbox keeps its mails. */
export interface OutboxTable {
  id: string;
  kind:
    | 'email-code'
    | 'password-reset'
    | 'second-factor-code'
    | 'second-factor-changed'
    | 'new-sign-in'
    | 'password-changed'
    | 'email-changed'
    | 'invitation'
    | 'account-export'
    | 'receipt'
    | 'staff-notice'
    | 'troubles'
    | 'payment';
  recipient: string;
  /** Content of the mail; null until it is made. */
  content: Json<MailContent | null>;
  created_at: Date;
  /** The mail is obsolete after this. */
  expires_at: Date;
  attempts: Generated<number>;
  next_attempt_at: Date;
  sent_at: Date | null;
}

export interface EmailCodesTable {
  email: string;
  /** The code was requested with the account's own token, and is valid only with such a token. */
  is_for_owner: boolean;
  code_hash: string;
  /** Wrong tries so far. */
  tries: number;
  created_at: Date;
  expires_at: Date;
}

export interface PasswordResetsTable {
  account_id: string;
  id: string;
  /** Hash of the token in the mail's link. */
  token_hash: string;
  code_hash: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface DeviceAuthorizationsTable {
  device_code_hash: string;
  /** Eight characters, without the hyphen that viewers see. */
  user_code: string;
  platform: PlatformName;
  model: string | null;
  name: string | null;
  /** `pending`: no answer yet; `approved` or `denied` on a phone; `used`: approved and the television has its token. */
  state: 'pending' | 'approved' | 'denied' | 'used';
  /** The account that answered. */
  account_id: string | null;
  /** Seconds between two polls; grows when the television polls too often. */
  poll_interval: number;
  polled_at: Date | null;
  created_at: Date;
  expires_at: Date;
  /** The device that was signed in. */
  device_session_id: string | null;
  /** When the token was first handed out. */
  handed_over_at: Date | null;
  /** Network of the requesting television (lib/networks.ts); null after the answer. */
  requested_from: string | null;
}

/** What a sign-in on a new device needs besides the password. An account without a row has never begun. */
export interface SecondFactorsTable {
  account_id: string;
  method: SecondFactorMethod;
  /** Of the authenticator, in base 32. */
  secret: string | null;
  /** Step of the last accepted code of the authenticator. */
  last_step: number | null;
  /** The method that was begun and not confirmed, with its secret. */
  begun_method: SecondFactorMethod | null;
  begun_secret: string | null;
  begun_until: Date | null;
  /** The last mailed code, until it is used; `begin` confirms the method, `sign-in` signs in. */
  code_for: 'begin' | 'sign-in' | null;
  code_hash: string | null;
  code_expires_at: Date | null;
  /** Wrong tries of it so far. */
  code_tries: Generated<number>;
}

/** A device that signs in without a code. */
interface RememberedDevicesTable {
  account_id: string;
  key_hash: string;
  /** Its last session; who signs that out elsewhere forgets the device. */
  device_session_id: string;
  last_used_at: Date;
}

/** A proof of age on a phone. A `pending` one is void after `expires_at`. */
interface IdentityChecksTable {
  account_id: string;
  id: string;
  status: 'pending' | 'proved' | 'minor' | 'cancelled';
  created_at: Date;
  expires_at: Date;
}

/** Tables of the accounts and their devices. */
export interface TablesOfAccounts {
  accounts: AccountsTable;
  account_emails: AccountEmailsTable;
  device_sessions: DeviceSessionsTable;
  tokens: TokensTable;
  outbox: OutboxTable;
  email_codes: EmailCodesTable;
  password_resets: PasswordResetsTable;
  device_authorizations: DeviceAuthorizationsTable;
  identity_checks: IdentityChecksTable;
  second_factors: SecondFactorsTable;
  remembered_devices: RememberedDevicesTable;
}

/** An account whose owner has not left. */
export type AccountRow = Omit<Selectable<AccountsTable>, 'left_at'>;
export type IdentityCheckRow = Selectable<IdentityChecksTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type DeviceAuthorizationRow = Selectable<DeviceAuthorizationsTable>;

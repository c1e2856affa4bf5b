import type { Selectable } from 'kysely';
import type { StaffRole, TokenScope } from '#contract/console/endpoint.ts';
import type { Json } from './json.ts';

/** Operators of the console; no accounts. */
interface StaffTable {
  id: string;
  email: string;
  role: StaffRole;
  /** Made by a start in development, with a known password and without a code. */
  is_demo: boolean;
  /** Null until the link is used. */
  password_hash: string | null;
  /** Base 32. */
  totp_secret: string | null;
  /** The time step of the last accepted code; a code is valid once. */
  totp_last_step: number | null;
  /** SHA-256 of the unused recovery codes. */
  recovery_hashes: string[];
  /** SHA-256 of the token in the link that sets the password. */
  link_hash: string | null;
  /** The authenticator's secret that the link offers. Each browser that opens the link gets a new one; using the link keeps it. */
  link_totp_secret: string | null;
  /** SHA-256 of the cookie of the last browser that opened the link; only that browser may use it. */
  link_browser_hash: string | null;
  /** When the link was last opened by a new browser. */
  link_opened_at: Date | null;
  link_expires_at: Date | null;
  /** Who it is at the sign-in provider, which then decides the role; null for a member with a password. */
  provider_subject: string | null;
  created_at: Date;
}

interface StaffSessionsTable {
  id: string;
  staff_id: string;
  token_hash: string;
  /** Browser and system, as the user agent names them. */
  browser: string;
  created_at: Date;
  /** To within a minute. */
  last_used_at: Date;
  expires_at: Date;
  /** When its member last gave a code; null where nobody has (the demo owner, and sessions of earlier versions). */
  confirmed_at: Date | null;
}

export interface AuditLogTable {
  id: string;
  at: Date;
  /** Null for a command. */
  actor_id: string | null;
  /** The e-mail address at that time, or the command. */
  actor: string;
  action: string;
  subject_kind: string | null;
  subject_id: string | null;
  before: Json<object | null>;
  after: Json<object | null>;
  request_id: string | null;
}

/** Tokens by which programs call the console's API. */
interface ApiTokensTable {
  id: string;
  /** The owner who made it; it may do no more than this member. */
  staff_id: string;
  name: string;
  scopes: TokenScope[];
  token_hash: string;
  created_at: Date;
  expires_at: Date;
  /** To within a minute. */
  last_used_at: Date | null;
  revoked_at: Date | null;
}

interface WebhooksTable {
  id: string;
  url: string;
  /** Signs the messages. */
  secret: string;
  events: string[];
  is_paused: boolean;
  created_at: Date;
}

interface WebhookMessagesTable {
  webhook_id: string;
  /** The same for the same event, so that it is told once. */
  id: string;
  event: string;
  body: string;
  created_at: Date;
  tries: number;
  /** Null once it has ended. */
  next_try_at: Date | null;
  ended_at: Date | null;
  /** Whether the receiver has taken it; false while it waits and when it was given up. */
  is_taken: boolean;
  /** Why the last try failed. */
  problem: string | null;
}

/** Tables of the staff. */
export interface TablesOfStaff {
  staff: StaffTable;
  staff_sessions: StaffSessionsTable;
  audit_log: AuditLogTable;
  api_tokens: ApiTokensTable;
  webhooks: WebhooksTable;
  webhook_messages: WebhookMessagesTable;
}

export type StaffRow = Selectable<StaffTable>;
export type ApiTokenRow = Selectable<ApiTokensTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type WebhookMessageRow = Selectable<WebhookMessagesTable>;
export type StaffSessionRow = Selectable<StaffSessionsTable>;
export type AuditLogRow = Selectable<AuditLogTable>;

import { createHmac } from 'node:crypto';
import type { StaffRole } from '#contract/console/endpoint.ts';
import type { ConsoleSession, StaffSession } from '#contract/console/staff.ts';
import { hashToken } from '../accounts/index.ts';
import type { RecordChange } from './audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { StaffRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { browserOf } from './browser.ts';
import {
  findSession,
  insertSession,
  listSessions,
  removeSession,
  touchSession,
  type Living,
  type SessionOfStaff,
} from './sessions-store.ts';

export const SESSION_SECONDS = 12 * 3600;
export const IDLE_SECONDS = 30 * 60;
/** So long after a code, its session may change staff and erase accounts. */
const CONFIRMED_SECONDS = 10 * 60;
/** Minimum time between two writes of a session's last use. */
const TOUCH_EVERY_MS = 60_000;

/** A signed-in member of staff. */
export interface StaffCaller {
  id: string;
  email: string;
  role: StaffRole;
  sessionId: string;
  expiresAt: Date;
  csrfToken: string;
  /** Whether a code was given within ten minutes. The demo owner has none. */
  isConfirmed: boolean;
  /** Whether the sign-in provider knows this member, who then confirms there and not by a code. */
  isFromProvider: boolean;
}

/** The member who is signed in with a token; undefined when the session has ended. */
export type FindStaffCaller = (token: string, use: { isBackground: boolean }) => Promise<StaffCaller | undefined>;

export interface StaffSessions {
  find: FindStaffCaller;
  /** Opens a session in the transaction of the sign-in. */
  open(
    tx: Connection,
    staff: Pick<StaffRow, 'id' | 'email' | 'role' | 'is_demo' | 'provider_subject'>,
    userAgent: string | undefined,
  ): Promise<{ token: string; caller: StaffCaller }>;
  /** @param staffId only sessions of this member; undefined for all. */
  list(caller: StaffCaller, staffId: string | undefined): Promise<StaffSession[]>;
  /** @throws NOT_FOUND */
  end(record: RecordChange, which: { id: string; staffId: string | undefined }): Promise<void>;
  signOut(record: RecordChange, caller: StaffCaller): Promise<void>;
}

export const presentSession = ({
  id,
  email,
  role,
  csrfToken,
  expiresAt,
  isFromProvider,
}: StaffCaller): ConsoleSession => ({
  staff: { id, email, role },
  csrf_token: csrfToken,
  expires_at: expiresAt.toISOString(),
  idle_seconds: IDLE_SECONDS,
  is_from_provider: isFromProvider,
});

/** Derived from the session's token, so that it needs no column and ends with the session. */
const csrfTokenOf = (token: string) => createHmac('sha256', token).update('csrf').digest('base64url');

const isConfirmedAt = ({ is_demo: isDemo, confirmed_at: at }: SessionOfStaff, now: Date) =>
  isDemo || (at !== null && now.getTime() - at.getTime() < CONFIRMED_SECONDS * 1000);

const callerOf = (token: string, session: SessionOfStaff, now: Date): StaffCaller => ({
  id: session.staff_id,
  email: session.email,
  role: session.role,
  sessionId: session.id,
  expiresAt: session.expires_at,
  csrfToken: csrfTokenOf(token),
  isConfirmed: isConfirmedAt(session, now),
  isFromProvider: session.provider_subject !== null,
});

export const livingAt = (now: Date): Living => ({ now, livingSince: new Date(now.getTime() - IDLE_SECONDS * 1000) });

export function createStaffSessions(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
}): StaffSessions {
  const { db, transact, clock, random } = options;

  return {
    async find(token, { isBackground }) {
      const now = clock.now();
      const session = await findSession(db, hashToken(token), livingAt(now));
      if (session === undefined) return undefined;
      if (!isBackground && now.getTime() - session.last_used_at.getTime() >= TOUCH_EVERY_MS)
        await touchSession(db, session.id, now);
      return callerOf(token, session, now);
    },

    async open(tx, { id, email, role, is_demo, provider_subject }, userAgent) {
      const now = clock.now();
      const token = random.secret();
      const session = {
        id: random.uuid(),
        staff_id: id,
        token_hash: hashToken(token),
        browser: browserOf(userAgent),
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + SESSION_SECONDS * 1000),
        // Who signs in has just given a code; a provider may have known the browser from before.
        confirmed_at: provider_subject === null ? now : null,
      };
      await insertSession(tx, session);
      return { token, caller: callerOf(token, { ...session, email, role, is_demo, provider_subject }, now) };
    },

    async list(caller, staffId) {
      const rows = await listSessions(db, livingAt(clock.now()), staffId);
      return rows.map((row) => ({
        id: row.id,
        staff: { id: row.staff_id, email: row.email, role: row.role },
        browser: row.browser,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        is_current: row.id === caller.sessionId,
      }));
    },

    end: (record, which) =>
      transact(async (tx) => {
        const removed = await removeSession(tx, which);
        if (removed === undefined) fail('NOT_FOUND');
        await record(tx, {
          action: 'session.end',
          subject: { kind: 'staff', id: removed.staff_id },
          after: null,
          before: { browser: removed.browser, created_at: removed.created_at.toISOString() },
        });
      }),

    signOut: (record, caller) =>
      transact(async (tx) => {
        await removeSession(tx, { id: caller.sessionId, staffId: caller.id });
        await record(tx, {
          action: 'session.sign-out',
          subject: { kind: 'staff', id: caller.id },
          before: null,
          after: null,
        });
      }),
  };
}

import type { StaffRole } from '#contract/console/endpoint.ts';
import type { ProviderProblem, ProviderPurpose } from '#contract/console/staff.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { StaffRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Random } from '#server/lib/random.ts';
import type { SecurityLog } from '#server/lib/security-log.ts';
import {
  ProviderRefusedError,
  SignInTooOldError,
  type AskedOfProvider,
  type OpenIdProvider,
} from '#server/providers/openid.ts';
import type { RecordChange } from '../audit/record.ts';
import type { TellStaff } from '../notices.ts';
import { confirmSession } from '../sessions-store.ts';
import type { StaffCaller, StaffSessions } from '../sessions.ts';
import { ROLE_NAMES } from '../staff.ts';
import { deleteStaff, findStaff, insertStaff, lockMember, lockStaff, updateStaff } from '../store.ts';
import { detailOf } from '../sign-in.ts';
import { isOf, readPerson, type ProviderPerson } from './claims.ts';

/** Begun and ended sign-ins together: each asks the provider for something. */
const triesPerAddress = { count: 60, windowSeconds: 600 };

/** What a sign-in was begun with. The browser keeps it in a cookie. */
export interface BegunSignIn extends Omit<AskedOfProvider, 'isFresh'> {
  purpose: ProviderPurpose;
  /** The session that is confirmed; null for a sign-in. */
  sessionId: string | null;
}

export type EndedSignIn =
  | { is: 'signed-in'; token: string; purpose: ProviderPurpose }
  | { is: 'confirmed' }
  | { is: 'problem'; problem: ProviderProblem };

interface Origin {
  address: string;
  requestId: string;
  userAgent: string | undefined;
}

export interface ProviderSignIn {
  /** @param session the caller's, which a fresh sign-in confirms. */
  begin(
    purpose: ProviderPurpose,
    session: StaffCaller | undefined,
    origin: Origin,
  ): Promise<{ url: string; begun: BegunSignIn } | ProviderProblem>;
  /** @param answer path and query with which the browser came back. */
  end(answer: string, begun: BegunSignIn | undefined, origin: Origin): Promise<EndedSignIn>;
  /** Where a browser signs out of the provider too. */
  endUrl(origin: Origin): Promise<string | undefined>;
}

/** Derived from the session's id, not from a flag of its own: a thief at an open browser can change cookies. */
const isFresh = ({ sessionId }: BegunSignIn) => sessionId !== null;

/** Where staff sign in, and what its groups are here. */
export interface StaffProvider {
  provider: OpenIdProvider;
  /** On the button, and in mails. */
  name: string;
  roleClaim: string;
  roles: ReadonlyMap<string, StaffRole>;
}

export interface ProviderSignInOptions extends StaffProvider {
  callbackUrl(): string;
  consoleUrl(): string;
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  sessions: StaffSessions;
  security: SecurityLog;
  tell: TellStaff;
  recordAs(staff: Pick<StaffRow, 'id' | 'email'>, requestId: string): RecordChange;
  /** Tells the operator why the provider was not reached, and that it is reached again. */
  report(error: unknown): void;
  works(): void;
}

export function createProviderSignIn(options: ProviderSignInOptions): ProviderSignIn {
  const { provider, name, roleClaim, roles, callbackUrl, consoleUrl, transact, clock, random, limits } = options;
  const { sessions, security, tell, recordAs, report, works } = options;

  /** Removes a member to whom the provider gives no role any longer, with all sessions and tokens. */
  async function removeMember(tx: Connection, member: StaffRow, requestId: string): Promise<void> {
    await deleteStaff(tx, member.id);
    await recordAs(member, requestId)(tx, {
      action: 'staff.remove',
      subject: { kind: 'staff', id: member.id },
      before: { email: member.email, role: member.role },
      after: null,
    });
    await tell(tx, { what: 'removed', member, by: name, to: 'owners' });
  }

  async function addMember(
    tx: Connection,
    { subject, email, role }: { subject: string; email: string; role: StaffRole },
    requestId: string,
  ): Promise<StaffRow> {
    const member = {
      id: random.uuid(),
      email,
      role,
      is_demo: false,
      password_hash: null,
      totp_secret: null,
      totp_last_step: null,
      recovery_hashes: [],
      link_hash: null,
      link_totp_secret: null,
      link_browser_hash: null,
      link_opened_at: null,
      link_expires_at: null,
      provider_subject: subject,
      created_at: clock.now(),
    };
    await insertStaff(tx, member);
    await recordAs(member, requestId)(tx, {
      action: 'staff.add',
      subject: { kind: 'staff', id: member.id },
      before: null,
      after: { email, role },
    });
    await tell(tx, { what: 'added', member, by: name, detail: `역할: ${ROLE_NAMES[role]}`, to: 'owners' });
    return member;
  }

  /** Takes over what the provider says now. Another member keeps an address that was theirs before. */
  async function changeMember(
    tx: Connection,
    member: StaffRow,
    { email: given, role }: { email: string; role: StaffRole },
    requestId: string,
  ): Promise<StaffRow> {
    const email = member.email === given || (await findStaff(tx, { email: given })) ? member.email : given;
    if (email === member.email && role === member.role) return member;
    await updateStaff(tx, member.id, { email, role });
    await recordAs(member, requestId)(tx, {
      action: 'staff.role',
      subject: { kind: 'staff', id: member.id },
      before: { email: member.email, role: member.role },
      after: { email, role },
    });
    if (role !== member.role)
      await tell(tx, { what: 'role', member, by: name, detail: `새 역할: ${ROLE_NAMES[role]}`, to: 'both' });
    return { ...member, email, role };
  }

  /** The member of a person, made by the first sign-in; a problem if the person is refused. */
  async function admit(tx: Connection, person: ProviderPerson, requestId: string): Promise<StaffRow | ProviderProblem> {
    await lockStaff(tx);
    const { subject, email, isEmailProved, role } = person;
    const found = await findStaff(tx, { providerSubject: subject });
    const known = found && (await lockMember(tx, found.id));
    if (role === null) {
      if (known) await removeMember(tx, known, requestId);
      return 'no-role';
    }
    if (known) return changeMember(tx, known, { email: email ?? known.email, role }, requestId);
    if (email === null) return 'no-email';
    const namesake = await findStaff(tx, { email });
    if (namesake !== undefined) {
      // The provider must not open the account of a member with a password, nor that of another person of its own,
      // nor give anybody's to a person who may have written the address.
      const { provider_subject: before } = namesake;
      if (before === null || isOf(provider.issuer, before) || !isEmailProved) return 'taken';
      await updateStaff(tx, namesake.id, { provider_subject: subject });
      return changeMember(tx, { ...namesake, provider_subject: subject }, { email, role }, requestId);
    }
    return addMember(tx, { subject, email, role }, requestId);
  }

  const signIn = (person: ProviderPerson, purpose: ProviderPurpose, { requestId, userAgent, address }: Origin) =>
    transact(async (tx): Promise<EndedSignIn & { staffId?: string }> => {
      const member = await admit(tx, person, requestId);
      if (typeof member === 'string') return { is: 'problem', problem: member };
      const { token } = await sessions.open(tx, member, userAgent);
      await recordAs(member, requestId)(tx, {
        action: 'session.sign-in',
        subject: { kind: 'staff', id: member.id },
        before: null,
        after: null,
      });
      await tell(tx, { what: 'sign-in', member, by: null, detail: detailOf(userAgent, address), to: 'member' });
      return { is: 'signed-in', token, purpose, staffId: member.id };
    });

  const confirm = (person: ProviderPerson, sessionId: string, { requestId }: Origin) =>
    transact(async (tx): Promise<EndedSignIn> => {
      // Somebody else at the same screen: their sign-in confirms nothing.
      const otherPerson = { is: 'problem', problem: 'other-person' } as const;
      if ((await findStaff(tx, { providerSubject: person.subject })) === undefined) return otherPerson;
      const member = await admit(tx, person, requestId);
      if (typeof member === 'string') return { is: 'problem', problem: member };
      const isConfirmed = await confirmSession(tx, { id: sessionId, staffId: member.id }, clock.now());
      return isConfirmed ? { is: 'confirmed' } : otherPerson;
    });

  const take = async ({ address }: Origin): Promise<boolean> =>
    (await limits.tryTake([{ key: `staff-oidc:${address}`, ...triesPerAddress }])) === undefined;

  return {
    async begin(purpose, session, origin) {
      if (!(await take(origin))) return 'too-many';
      const sessionId = purpose === 'confirm' ? session?.sessionId : null;
      if (sessionId === undefined) return 'expired';
      const begun: BegunSignIn = {
        state: random.secret(),
        nonce: random.secret(),
        verifier: random.secret(),
        purpose,
        sessionId,
      };
      try {
        return { url: await provider.authorizationUrl({ ...begun, isFresh: isFresh(begun) }, callbackUrl()), begun };
      } catch (error) {
        report(error);
        return 'unavailable';
      }
    },

    async end(answer, begun, origin) {
      const refuse = (problem: ProviderProblem): EndedSignIn => {
        security.event('staff_sign_in_refused', {
          reason: problem,
          address: origin.address,
          requestId: origin.requestId,
        });
        return { is: 'problem', problem };
      };
      if (!(await take(origin))) return refuse('too-many');
      const address = new URL(answer, callbackUrl());
      // Begun in another browser, or too long ago.
      if (begun === undefined || address.searchParams.get('state') !== begun.state) return refuse('expired');
      let person: ProviderPerson;
      try {
        const claims = await provider.readClaims(address, { ...begun, isFresh: isFresh(begun) });
        works();
        person = readPerson(claims, { issuer: provider.issuer, roleClaim, roles });
      } catch (error) {
        if (error instanceof ProviderRefusedError) return refuse('refused');
        if (error instanceof SignInTooOldError) return refuse('expired');
        report(error);
        return refuse('unavailable');
      }
      const { purpose, sessionId } = begun;
      if (sessionId !== null) {
        const ended = await confirm(person, sessionId, origin);
        return ended.is === 'problem' ? refuse(ended.problem) : ended;
      }
      const ended = await signIn(person, purpose, origin);
      if (ended.is === 'problem') return refuse(ended.problem);
      const { staffId, ...signedIn } = ended;
      security.event('staff_sign_in', { staffId, address: origin.address, requestId: origin.requestId });
      return signedIn;
    },

    async endUrl(origin) {
      if (!(await take(origin))) return undefined;
      return provider.endUrl(consoleUrl()).catch((error: unknown) => {
        report(error);
        return undefined;
      });
    },
  };
}

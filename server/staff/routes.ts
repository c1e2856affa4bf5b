import {
  acceptStaffLink,
  addStaff,
  changeStaffRole,
  confirmConsoleSession,
  consoleSignIn,
  consoleSignOut,
  endMyConsoleSession,
  endStaffSession,
  getConsoleSession,
  getSignInWays,
  listMyConsoleSessions,
  listStaff,
  listStaffSessions,
  readStaffLink,
  removeStaff,
  renewStaffLink,
} from '#contract/console/staff.ts';
import { addToken, listTokens, revokeToken } from '#contract/console/tokens.ts';
import type { RecordChange } from './audit/record.ts';
import type { MountConsole } from '../http/mount-console.ts';
import { presentSession, SESSION_SECONDS, type StaffSessions } from './sessions.ts';
import type { StaffSignIn } from './sign-in.ts';
import { LINK_SECONDS, type StaffOperations } from './staff.ts';
import type { Tokens } from './tokens.ts';

const listed = <T>(results: T[]) => ({ count: results.length, results });

export function mountStaff(
  mount: MountConsole,
  options: {
    signIn: StaffSignIn;
    sessions: StaffSessions;
    staffAs(record: RecordChange, actor: string): StaffOperations;
    /** Name of the sign-in provider; undefined without one. */
    providerName: string | undefined;
  },
): void {
  const { signIn, sessions, staffAs, providerName } = options;

  mount(consoleSignIn, async ({ body, origin, setSession }) => {
    const { token, caller } = await signIn.signIn(body, origin);
    setSession({ token, seconds: SESSION_SECONDS });
    return presentSession(caller);
  });
  mount(getSignInWays, () => ({ provider: providerName === undefined ? null : { name: providerName } }));
  mount(getConsoleSession, ({ staff }) => presentSession(staff));
  mount(confirmConsoleSession, ({ body, staff, origin }) => signIn.confirm(staff, body.code, origin));
  mount(consoleSignOut, async ({ staff, record, setSession }) => {
    await sessions.signOut(record, staff);
    setSession(null);
  });
  mount(readStaffLink, async ({ body, origin, browser, setBrowser }) => {
    const { link, browser: opened } = await signIn.readLink({ token: body.token, browser }, origin);
    setBrowser({ token: opened, seconds: LINK_SECONDS });
    return link;
  });
  mount(acceptStaffLink, async ({ body, origin, browser, setSession }) => {
    const { token, caller, recoveryCodes } = await signIn.acceptLink({ ...body, browser }, origin);
    setSession({ token, seconds: SESSION_SECONDS });
    return { session: presentSession(caller), recovery_codes: recoveryCodes };
  });

  mount(listStaff, async ({ record, staff }) => listed(await staffAs(record, staff.email).list()));
  mount(addStaff, ({ body, record, staff }) => staffAs(record, staff.email).add(body));
  mount(changeStaffRole, ({ params, body, record, staff }) =>
    staffAs(record, staff.email).changeRole(params, body.role),
  );
  mount(renewStaffLink, ({ params, record, staff }) => staffAs(record, staff.email).renewLink(params));
  mount(removeStaff, async ({ params, record, staff }) => {
    await staffAs(record, staff.email).remove(params);
  });

  mount(listMyConsoleSessions, async ({ staff }) => listed(await sessions.list(staff, staff.id)));
  mount(endMyConsoleSession, ({ params, staff, record }) => sessions.end(record, { id: params.id, staffId: staff.id }));
  mount(listStaffSessions, async ({ staff }) => listed(await sessions.list(staff, undefined)));
  mount(endStaffSession, ({ params, record }) => sessions.end(record, { id: params.id, staffId: undefined }));
}

/** Tokens of programs. */
export function mountTokens(mount: MountConsole, tokens: Tokens): void {
  mount(listTokens, async () => listed(await tokens.list()));
  mount(addToken, ({ body, record, staff }) => tokens.add(record, staff, body));
  mount(revokeToken, ({ params, record }) => tokens.revoke(record, params.id));
}

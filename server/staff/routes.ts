import {
  acceptStaffLink,
  addStaff,
  changeStaffRole,
  consoleSignIn,
  consoleSignOut,
  endMyConsoleSession,
  endStaffSession,
  getConsoleSession,
  listMyConsoleSessions,
  listStaff,
  listStaffSessions,
  readStaffLink,
  removeStaff,
  renewStaffLink,
} from '#contract/console/staff.ts';
import type { RecordChange } from './audit/record.ts';
import type { MountConsole } from '../http/mount-console.ts';
import { presentSession, SESSION_SECONDS, type StaffSessions } from './sessions.ts';
import type { StaffSignIn } from './sign-in.ts';
import { LINK_SECONDS, type StaffOperations } from './staff.ts';

const listed = <T>(results: T[]) => ({ count: results.length, results });

export function mountStaff(
  mount: MountConsole,
  options: { signIn: StaffSignIn; sessions: StaffSessions; staffAs(record: RecordChange): StaffOperations },
): void {
  const { signIn, sessions, staffAs } = options;

  mount(consoleSignIn, async ({ body, origin, keepSession }) => {
    const { token, caller } = await signIn.signIn(body, origin);
    keepSession({ token, seconds: SESSION_SECONDS });
    return presentSession(caller);
  });
  mount(getConsoleSession, ({ staff }) => presentSession(staff));
  mount(consoleSignOut, async ({ staff, record, keepSession }) => {
    await sessions.signOut(record, staff);
    keepSession(null);
  });
  mount(readStaffLink, async ({ body, origin, browser, keepBrowser }) => {
    const { link, browser: opened } = await signIn.readLink({ token: body.token, browser }, origin);
    keepBrowser({ token: opened, seconds: LINK_SECONDS });
    return link;
  });
  mount(acceptStaffLink, async ({ body, origin, browser, keepSession }) => {
    const { token, caller, recoveryCodes } = await signIn.acceptLink({ ...body, browser }, origin);
    keepSession({ token, seconds: SESSION_SECONDS });
    return { session: presentSession(caller), recovery_codes: recoveryCodes };
  });

  mount(listStaff, async ({ record }) => listed(await staffAs(record).list()));
  mount(addStaff, ({ body, record }) => staffAs(record).add(body));
  mount(changeStaffRole, ({ params, body, record }) => staffAs(record).changeRole(params, body.role));
  mount(renewStaffLink, ({ params, record }) => staffAs(record).renewLink(params));
  mount(removeStaff, async ({ params, record }) => {
    await staffAs(record).remove(params);
  });

  mount(listMyConsoleSessions, async ({ staff }) => listed(await sessions.list(staff, staff.id)));
  mount(endMyConsoleSession, ({ params, staff, record }) => sessions.end(record, { id: params.id, staffId: staff.id }));
  mount(listStaffSessions, async ({ staff }) => listed(await sessions.list(staff, undefined)));
  mount(endStaffSession, ({ params, record }) => sessions.end(record, { id: params.id, staffId: undefined }));
}

import { getMyAccount, login, logout } from '#contract/accounts.ts';
import { listDeviceSessions, removeDeviceSession } from '#contract/device-sessions.ts';
import { changePassword, requestPasswordReset, resetPassword, setPassword } from '#contract/passwords.ts';
import {
  checkEmail,
  confirmEmail,
  EMAIL_CODE_LIVES_SECONDS,
  EMAIL_CODE_RESEND_SECONDS,
  requestEmailCode,
  signUp,
} from '#contract/sign-up.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import type { AccountRules } from './account-rules.ts';
import { RESET_LIVES_SECONDS } from './make-reset.ts';
import { presentAccount, presentDeviceSession, presentEntry } from './present.ts';

export function mountAccounts(mount: Mount, rules: AccountRules, clock: Clock): void {
  const { signIn, emailCodes, newPasswords, deviceSessions } = rules;
  const presentSession = (entry: Parameters<typeof presentEntry>[0]) => presentEntry(entry, clock.now());

  mount(login, async ({ body, address, requestId }) => {
    const { auth_code: code, code_by: codeBy, device_key: deviceKey, ...given } = body;
    return presentSession(await signIn.signIn({ ...given, code, codeBy, deviceKey, address, requestId }));
  });
  mount(logout, async ({ caller, address, requestId }) => {
    await signIn.signOut(caller, { address, requestId });
    return undefined;
  });
  mount(getMyAccount, ({ caller }) => presentAccount(caller.account, clock.now()));
  mount(listDeviceSessions, async ({ caller }) => {
    const results = (await deviceSessions.list(caller)).map((row) => presentDeviceSession(row, caller.deviceSessionId));
    return { count: results.length, results };
  });
  mount(removeDeviceSession, async ({ caller, params, address, requestId }) => {
    await deviceSessions.remove(caller, params.id, { address, requestId });
    return undefined;
  });

  mount(checkEmail, async ({ query, address }) => {
    if (query.is_unique === '1') await emailCodes.checkUnique(query.email, address);
    return { is_available: true };
  });
  mount(requestEmailCode, async ({ body, token, address }) => {
    await emailCodes.request({ email: body.email, address, token });
    return { expires_in: EMAIL_CODE_LIVES_SECONDS, resend_in: EMAIL_CODE_RESEND_SECONDS };
  });
  mount(confirmEmail, async ({ body, token, address }) => {
    await emailCodes.confirm({ email: body.email, code: body.auth_code, token, address });
    return { is_confirmed: true };
  });
  mount(signUp, async ({ body, address, requestId }) =>
    presentSession(await rules.signUp({ ...body, address, requestId })),
  );

  mount(changePassword, async ({ caller, body, address, requestId }) => {
    const { old_password: oldPassword, new_password: newPassword } = body;
    await newPasswords.change(caller, { oldPassword, newPassword, address, requestId });
    return undefined;
  });
  mount(requestPasswordReset, async ({ body, address, requestId }) => {
    await newPasswords.requestReset(body.email, { address, requestId });
    return { expires_in: RESET_LIVES_SECONDS };
  });
  mount(resetPassword, async ({ query, body, address, requestId }) => {
    const given = { newPassword: body.new_password, address, requestId };
    await newPasswords.resetByCode({ code: query.auth_code, ...given });
    return undefined;
  });
  mount(setPassword, async ({ token, body, address, requestId }) => {
    await newPasswords.resetByToken({ token, newPassword: body.new_password, address, requestId });
    return undefined;
  });
}

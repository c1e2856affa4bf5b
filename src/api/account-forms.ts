import type { Device } from '#contract/accounts.ts';
import { changePassword as change, requestPasswordReset, resetPassword as reset } from '#contract/passwords.ts';
import { checkEmail, confirmEmail, requestEmailCode, signUp as makeAccount } from '#contract/sign-up.ts';
import type { Client } from './client/client.ts';

/** Sends a code to an address without an account. @throws ApiError EMAIL_TAKEN */
export async function requestSignUpCode(api: Client, email: string) {
  await api.call(checkEmail, { query: { email, is_unique: '1' } });
  return api.call(requestEmailCode, { body: { email } });
}

export const confirmSignUpCode = (api: Client, email: string, code: string) =>
  api.call(confirmEmail, { body: { email, auth_code: code } });

export const signUp = (
  api: Client,
  account: { email: string; password1: string; password2: string; auth_code: string; device: Device },
) => api.call(makeAccount, { body: account });

/** Sends a link and a code if the address has an account; the answer does not reveal it. */
export const requestNewPassword = (api: Client, email: string) => api.call(requestPasswordReset, { body: { email } });

/** Sets a new password with the mailed code. */
export const resetPassword = (api: Client, code: string, password: string) =>
  api.call(reset, { query: { auth_code: code }, body: { new_password: password } });

export const changePassword = (api: Client, oldPassword: string, newPassword: string) =>
  api.call(change, { body: { old_password: oldPassword, new_password: newPassword } });

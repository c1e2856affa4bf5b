import { login, logout, type Device } from '#contract/accounts.ts';
import type { Client } from './client.ts';

export const signIn = (api: Client, email: string, password: string, device: Device) =>
  api.call(login, { body: { email, password, device } });

/** @param accountToken the account's own token: with it go the tokens of its profiles on this device. */
export const signOut = (api: Client, accountToken: string) => api.call(logout, {}, { token: accountToken });

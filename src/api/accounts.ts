import { queryOptions } from '@tanstack/react-query';
import { getMyAccount, login, logout, type Device } from '#contract/accounts.ts';
import type { Client } from './client/client.ts';

export const signIn = (api: Client, email: string, password: string, device: Device) =>
  api.call(login, { body: { email, password, device } });

/** @param accountToken the account's token; the server also revokes its profiles' tokens on this device. */
export const signOut = (api: Client, accountToken: string) => api.call(logout, {}, { token: accountToken });

export const myAccountQuery = (api: Client) =>
  queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => api.call(getMyAccount, {}, { signal }) });

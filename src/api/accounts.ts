import { getMyAccount, login, logout, type Device } from '#contract/accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client.ts';

export const signIn = (api: Client, email: string, password: string, device: Device) =>
  api.call(login, { body: { email, password, device } });

export const signOut = (api: Client) => api.call(logout, {});

export const myAccountQuery = (api: Client) =>
  queryOptions({ queryKey: ['my-account'], queryFn: ({ signal }) => api.call(getMyAccount, {}, { signal }) });

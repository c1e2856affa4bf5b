import { queryOptions } from '@tanstack/react-query';
import {
  getMyAccount,
  listDeviceSessions,
  login,
  logout,
  removeDeviceSession,
  type Device,
} from '#contract/accounts.ts';
import { ApiError } from './client/api-error.ts';
import type { Client } from './client/client.ts';

export const signIn = (api: Client, email: string, password: string, device: Device) =>
  api.call(login, { body: { email, password, device } });

/** @param accountToken the account's token; the server also revokes its profiles' tokens on this device. */
export const signOut = (api: Client, accountToken: string) => api.call(logout, {}, { token: accountToken });

export const myAccountQuery = (api: Client) =>
  queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => api.call(getMyAccount, {}, { signal }) });

export const devicesQuery = (api: Client) =>
  queryOptions({ queryKey: ['devices'], queryFn: ({ signal }) => api.call(listDeviceSessions, {}, { signal }) });

/** Signs another device out; succeeds also when it is signed out already. */
export const signOutDevice = (api: Client, id: string) =>
  api.call(removeDeviceSession, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
  });

/** Signs out all other devices. @throws ApiError when one of them fails */
export async function signOutOthers(api: Client): Promise<void> {
  const { results } = await api.call(listDeviceSessions, {});
  await Promise.all(results.filter((device) => !device.is_current).map(({ id }) => signOutDevice(api, id)));
}

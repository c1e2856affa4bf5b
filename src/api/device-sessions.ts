import { queryOptions } from '@tanstack/react-query';
import { listDeviceSessions, removeDeviceSession } from '#contract/device-sessions.ts';
import { ApiError } from './client/api-error.ts';
import type { Client } from './client/client.ts';

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

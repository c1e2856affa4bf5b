import { queryOptions } from '@tanstack/react-query';
import { getMyAccount, login, logout, type Device } from '#contract/accounts.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import type { Client } from './client/client.ts';

type SecondStep = Pick<RequestOf<typeof login>['body'], 'auth_code' | 'code_by' | 'device_key'>;

/** @throws ApiError SECOND_FACTOR_REQUIRED when the account asks for a code on this device */
export const signIn = (api: Client, email: string, password: string, device: Device, second: SecondStep = {}) =>
  api.call(login, { body: { email, password, device, ...second } });

/** @param accountToken the account's token; the server also revokes its profiles' tokens on this device. */
export const signOut = (api: Client, accountToken: string) => api.call(logout, {}, { token: accountToken });

export const myAccountQuery = (api: Client) =>
  queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => api.call(getMyAccount, {}, { signal }) });

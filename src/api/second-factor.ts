import { queryOptions } from '@tanstack/react-query';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, getSecondFactor } from '#contract/second-factor.ts';
import type { Client } from './client/client.ts';

export const secondFactorQuery = (api: Client) =>
  queryOptions({ queryKey: ['second-factor'], queryFn: ({ signal }) => api.call(getSecondFactor, {}, { signal }) });

/** Mails the code that turns it on. @throws ApiError LOGIN_FAILED for a wrong password */
export const beginMailedCodes = (api: Client, password: string) =>
  api.call(beginSecondFactor, { body: { password, method: 'mail' } });

export const confirmMailedCodes = (api: Client, code: string) =>
  api.call(confirmSecondFactor, { body: { auth_code: code } });

/** @throws ApiError LOGIN_FAILED for a wrong password */
export const turnSecondFactorOff = (api: Client, password: string) => api.call(endSecondFactor, { body: { password } });

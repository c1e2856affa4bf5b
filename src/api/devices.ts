import type { Device } from '#contract/accounts.ts';
import { authorizeDevice, getDeviceToken } from '#contract/devices.ts';
import type { Client } from './client/client.ts';

/** Requests a code that a phone can approve. */
export const requestDeviceCode = (api: Client, device: Device) => api.call(authorizeDevice, { body: { device } });

/** Asks for the phone's answer. @throws ApiError until there is one */
export const pollDeviceToken = (api: Client, deviceCode: string) =>
  api.call(getDeviceToken, { body: { device_code: deviceCode } });

import type { Device } from '#contract/accounts.ts';
import { authorizeDevice, getDeviceToken } from '#contract/devices.ts';
import type { Client } from './client.ts';

/** Asks for a code that a phone can let this television in with. */
export const requestDeviceCode = (api: Client, device: Device) => api.call(authorizeDevice, { body: { device } });

/** Asks whether the phone has answered. @throws ApiError until it has */
export const pollDeviceToken = (api: Client, deviceCode: string) =>
  api.call(getDeviceToken, { body: { device_code: deviceCode } });

import { login, logout, type Device } from '#contract/accounts.ts';
import type { Client } from './client.ts';

export const signIn = (api: Client, email: string, password: string, device: Device) =>
  api.call(login, { body: { email, password, device } });

export const signOut = (api: Client) => api.call(logout, {});

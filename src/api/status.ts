import { getStatus } from '#contract/status.ts';
import type { Client } from './client.ts';

export const requestStatus = (api: Client, signal: AbortSignal) => api.call(getStatus, {}, { signal });

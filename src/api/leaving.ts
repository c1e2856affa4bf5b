import { exportAccount, leaveAccount } from '#contract/leaving.ts';
import type { Client } from './client/client.ts';

/** Asks for a mail with a link to a file of all that is stored about the account. */
export const requestAccountFile = (api: Client) => api.call(exportAccount, {});

/** Ends the account. @throws ApiError LOGIN_FAILED for a wrong password */
export const leave = (api: Client, password: string) => api.call(leaveAccount, { body: { password } });

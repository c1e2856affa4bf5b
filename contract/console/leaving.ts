import * as z from 'zod/mini';
import { emailSchema, uuidSchema, writtenTextSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const SUPPORT = ['owner', 'support'] as const;
const ofAccount = { params: z.object({ id: uuidSchema }) };

export const eraseAccount = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/accounts/:id/`,
  summary: 'Erase an account, as if its owner had left; the operator repeats its e-mail address',
  allowed: SUPPORT,
  needsCode: true,
  ...ofAccount,
  body: z.object({ email: emailSchema, reason: writtenTextSchema({ maximum: 200 }) }),
});

export const exportSupportedAccount = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/accounts/:id/export/`,
  summary: 'Mail the owner of an account a link to a file of all that is stored about it',
  allowed: SUPPORT,
  ...ofAccount,
});

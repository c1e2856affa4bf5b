import * as z from 'zod/mini';
import { instantSchema, listOf, uuidSchema, writtenTextSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint, tokenScopes } from './endpoint.ts';

/** Tokens that work at a time. */
export const MOST_TOKENS = 100;
/** A token ends at the latest after a year: who has forgotten it then notices. */
export const MOST_TOKEN_DAYS = 366;

const OWNER = ['owner'] as const;
const scopesSchema = z.array(z.enum(tokenScopes)).check(z.minLength(1), z.maxLength(tokenScopes.length));

export const apiTokenSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    scopes: scopesSchema,
    made_by: z.string().check(z.describe('the e-mail address of the owner; the token ends with this member')),
    state: z.enum(['active', 'expired', 'revoked']),
    created_at: instantSchema,
    expires_at: instantSchema,
    last_used_at: z.nullable(instantSchema).check(z.describe('to within a minute')),
  })
  .register(z.globalRegistry, { id: 'ApiToken' });

export const listTokens = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/tokens/`,
  summary: 'Tokens of programs, the newest first; those that ended stay for 90 days',
  allowed: OWNER,
  reply: listOf(apiTokenSchema),
});

export const addToken = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/tokens/`,
  summary: 'Make a token for a program; it is shown once',
  allowed: OWNER,
  needsCode: true,
  body: z.object({
    name: writtenTextSchema({ maximum: 40 }),
    scopes: scopesSchema,
    days: z.int().check(z.minimum(1), z.maximum(MOST_TOKEN_DAYS)),
  }),
  reply: z.object({ token: apiTokenSchema, secret: z.string().check(z.describe('`bora_…`, shown once')) }),
  status: 201,
});

export const revokeToken = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/tokens/:id/`,
  summary: 'End a token at once',
  allowed: OWNER,
  params: z.object({ id: uuidSchema }),
});

export type ApiToken = z.output<typeof apiTokenSchema>;

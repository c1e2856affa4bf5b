import * as z from 'zod/mini';
import {
  emailSchema,
  freeTextSchema,
  instantSchema,
  listOf,
  newEmailSchema,
  newPasswordSchema,
  uuidSchema,
} from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint, staffRoles } from './endpoint.ts';

const OWNER = ['owner'] as const;

/** Pages by which a browser goes to the sign-in provider, comes back, and signs out of it. */
export const PROVIDER_PATHS = {
  begin: '/console/oidc/begin',
  callback: '/console/oidc/callback',
  end: '/console/oidc/end',
} as const;

/** Why a browser goes to the provider: to sign in, to sign in again beside an open page, or before a dangerous call. */
export const providerPurposes = ['sign-in', 'again', 'confirm'] as const;

/** Why a sign-in at the provider signed nobody in. */
export const providerProblems = [
  'expired',
  'refused',
  'unavailable',
  'no-role',
  'no-email',
  'taken',
  'other-person',
  'too-many',
  'off',
] as const;

export type ProviderPurpose = (typeof providerPurposes)[number];
export type ProviderProblem = (typeof providerProblems)[number];

export const staffRoleSchema = z.enum(staffRoles);

export const consoleSessionSchema = z
  .object({
    staff: z.object({ id: uuidSchema, email: z.string(), role: staffRoleSchema }),
    csrf_token: z.string().check(z.describe('goes into the header `x-csrf-token` of every write')),
    expires_at: instantSchema,
    idle_seconds: z.int().check(z.describe('without a call for so long, the session ends')),
    is_from_provider: z
      .boolean()
      .check(z.describe('signed in at a provider: CONFIRMATION_REQUIRED asks to sign in there again, not for a code')),
  })
  .register(z.globalRegistry, { id: 'ConsoleSession' });

/** Six digits of the authenticator app, or a recovery code with any spelling of its groups. */
const codeSchema = freeTextSchema(40).check(z.minLength(1));
const linkTokenSchema = z.string().check(z.regex(/^[\w-]{43}$/));

export const consoleSignIn = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/session/`,
  summary: 'Sign in to the console; answers CODE_REQUIRED until the code is sent too',
  allowed: 'anyone',
  body: z.object({
    email: emailSchema,
    password: freeTextSchema(510).check(z.minLength(1)),
    code: z.optional(codeSchema),
  }),
  reply: consoleSessionSchema,
});

export const getSignInWays = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/sign-in/`,
  summary: 'How staff may sign in: by password always, and at a provider where one is configured',
  allowed: 'anyone',
  reply: z.object({
    provider: z
      .nullable(z.object({ name: z.string() }))
      .check(z.describe(`a browser that opens ${PROVIDER_PATHS.begin} is sent there`)),
  }),
});

export const getConsoleSession = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/session/`,
  summary: 'Who is signed in',
  allowed: 'staff',
  reply: consoleSessionSchema,
});

export const confirmConsoleSession = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/session/confirm/`,
  summary: 'Give a new code of the authenticator app, before a call that answers CONFIRMATION_REQUIRED',
  allowed: 'staff',
  body: z.object({ code: codeSchema }),
});

export const consoleSignOut = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/session/`,
  summary: 'Sign out of the console',
  allowed: 'staff',
});

export const readStaffLink = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/links/read/`,
  summary:
    'Who a one-time link is for, and the secret for the authenticator app. Each browser gets a secret of its own, with a cookie; the one before ends',
  allowed: 'anyone',
  body: z.object({ token: linkTokenSchema }),
  reply: z.object({
    email: z.string(),
    role: staffRoleSchema,
    totp_secret: z.string().check(z.describe('base 32')),
    totp_url: z.string().check(z.describe('`otpauth://…`, shown as a QR code')),
    expires_at: instantSchema,
    opened_at: z.nullable(instantSchema).check(z.describe('when another browser opened the link before')),
  }),
});

export const acceptStaffLink = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/links/accept/`,
  summary:
    'Set the password and the authenticator app with a one-time link, in the browser that read it last, and sign in',
  allowed: 'anyone',
  body: z.object({ token: linkTokenSchema, password: newPasswordSchema, code: codeSchema }),
  reply: z.object({
    session: consoleSessionSchema,
    recovery_codes: z.array(z.string()).check(z.describe('shown once; each signs in once in place of a code')),
  }),
  status: 201,
});

export const staffSchema = z
  .object({
    id: uuidSchema,
    email: z.string(),
    role: staffRoleSchema,
    state: z.enum(['active', 'invited']).check(z.describe('`invited`: has not used the link yet')),
    is_demo: z.boolean(),
    is_from_provider: z.boolean().check(z.describe('signs in at a provider, which decides the role')),
    link_expires_at: z.nullable(instantSchema),
    link_opened_at: z
      .nullable(instantSchema)
      .check(z.describe('when a browser last opened the link: one that the member does not know of has seen it')),
    cnt_recovery_code: z.int(),
    cnt_session: z.int(),
    last_used_at: z.nullable(instantSchema),
    created_at: instantSchema,
  })
  .register(z.globalRegistry, { id: 'Staff' });

const staffLinkSchema = z.object({
  staff: staffSchema,
  link: z.string().check(z.describe('shown once; hand it over in person or by a safe channel')),
  expires_at: instantSchema,
});

const ofStaff = { params: z.object({ id: uuidSchema }) };

export const listStaff = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/staff/`,
  summary: 'All members of staff, by e-mail',
  allowed: OWNER,
  reply: listOf(staffSchema),
});

export const addStaff = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/staff/`,
  summary: 'Add a member of staff; answers a one-time link that sets the password',
  allowed: OWNER,
  needsCode: true,
  body: z.object({ email: newEmailSchema, role: staffRoleSchema }),
  reply: staffLinkSchema,
  status: 201,
});

export const changeStaffRole = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/staff/:id/role/`,
  summary: 'Change the role of a member of staff; the last owner stays',
  allowed: OWNER,
  needsCode: true,
  ...ofStaff,
  body: z.object({ role: staffRoleSchema }),
  reply: staffSchema,
});

export const renewStaffLink = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/staff/:id/link/`,
  summary: 'Make a new one-time link, for a lost password or a lost phone',
  allowed: OWNER,
  needsCode: true,
  ...ofStaff,
  reply: staffLinkSchema,
  status: 201,
});

export const removeStaff = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/staff/:id/`,
  summary: 'Remove a member of staff with all sessions; the last owner stays',
  allowed: OWNER,
  needsCode: true,
  ...ofStaff,
});

export const staffSessionSchema = z
  .object({
    id: uuidSchema,
    staff: z.object({ id: uuidSchema, email: z.string(), role: staffRoleSchema }),
    browser: z.string(),
    created_at: instantSchema,
    last_used_at: instantSchema,
    expires_at: instantSchema,
    is_current: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'StaffSession' });

export const listMyConsoleSessions = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/sessions/`,
  summary: 'The sessions of the caller, the most recently used first',
  allowed: 'staff',
  reply: listOf(staffSessionSchema),
});

export const endMyConsoleSession = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/sessions/:id/`,
  summary: 'End a session of the caller',
  allowed: 'staff',
  ...ofStaff,
});

export const listStaffSessions = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/staff-sessions/`,
  summary: 'The sessions of all members of staff, the most recently used first',
  allowed: OWNER,
  reply: listOf(staffSessionSchema),
});

export const endStaffSession = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/staff-sessions/:id/`,
  summary: 'End a session of any member of staff',
  allowed: OWNER,
  needsCode: true,
  ...ofStaff,
});

export type ConsoleSession = z.output<typeof consoleSessionSchema>;
export type Staff = z.output<typeof staffSchema>;
export type StaffSession = z.output<typeof staffSessionSchema>;

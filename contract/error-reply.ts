import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Names only, for the app: it shows the sentence in the answer, so it need not load the sentences. */
const NAMES: Readonly<Record<ErrorCode, true>> = {
  VALIDATION_FAILED: true,
  TOTAL_PLAY_TIME_INVALID: true,
  PASSWORD_MISMATCH: true,
  PASSWORD_WEAK: true,
  AUTH_CODE_INVALID: true,
  AUTH_CODE_EXPIRED: true,
  AUTHORIZATION_PENDING: true,
  SLOW_DOWN: true,
  EXPIRED_TOKEN: true,
  ACCESS_DENIED: true,
  TOKEN_INVALID: true,
  LOGIN_FAILED: true,
  SECOND_FACTOR_REQUIRED: true,
  PROFILE_REQUIRED: true,
  MEMBERSHIP_REQUIRED: true,
  PURCHASE_REQUIRED: true,
  RATING_RESTRICTED: true,
  WATCH_TIME_OVER: true,
  IDENTITY_REQUIRED: true,
  PIN_INVALID: true,
  NOT_FOUND: true,
  METHOD_NOT_ALLOWED: true,
  EMAIL_TAKEN: true,
  PROFILE_LIMIT: true,
  PROFILE_LAST: true,
  PLAYBACK_DEACTIVATED: true,
  PLAYBACK_EXPIRED: true,
  TOO_MANY_REQUESTS: true,
  INTERNAL: true,
  OVERLOADED: true,
  MAINTENANCE: true,
};

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.keys(NAMES).includes(code);

/**
 * Codes that a form can explain. A part of the request that is wrong as a whole, such as the body, counts as a field.
 */
export const fieldCodes = [
  'MISSING',
  'WRONG_TYPE',
  'WRONG_FORMAT',
  'TOO_SHORT',
  'TOO_LONG',
  'OUT_OF_RANGE',
  'NOT_ALLOWED',
  /** The text has no visible character. */
  'INVISIBLE',
  /** A control or format character, or another character that the field excludes. */
  'FORBIDDEN_CHARACTER',
  /** The value refers to something that does not exist. */
  'NOT_FOUND',
  /** The value belongs to another account. */
  'NOT_OF_ACCOUNT',
  /** A code that was mailed. */
  'MAILED',
  /** A code of an authenticator app. */
  'AUTHENTICATOR',
] as const;

export type FieldCode = (typeof fieldCodes)[number];

/** Body of every error answer. */
export const errorReplySchema = z
  .object({
    code: z.string().register(z.globalRegistry, { documentedAs: { type: 'string', enum: Object.keys(NAMES) } }),
    message: z.string().check(z.describe('a Korean sentence for the viewer')),
    // Any text, so that an app can read codes of a newer server.
    fields: z
      .optional(z.record(z.string(), z.array(z.string())))
      .check(z.describe(`which fields are wrong, each with codes of: ${fieldCodes.join(', ')}`)),
  })
  .register(z.globalRegistry, { id: 'ErrorReply' });

export type ErrorReply = z.output<typeof errorReplySchema>;

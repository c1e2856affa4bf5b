import * as z from 'zod/mini';
import type { FieldCode } from './error-reply.ts';
import { isEmail } from './rules/email.ts';
import { isPlainEmail } from './rules/plain-email.ts';
import { problemOfText, tidyText } from './rules/written-text.ts';

/** Attaches the field code that a failed check reports. */
export const saying = (code: FieldCode) => ({ params: { code } });

/** An instant as ISO-8601 UTC, e.g. `2026-11-20T12:00:00Z`. Databases refuse the year 0, and read 1 to 99 as others. */
export const instantSchema = z.iso
  .datetime()
  .check(z.refine((instant) => !instant.startsWith('00'), saying('OUT_OF_RANGE')));

/** Catalogue ids: positive whole numbers that the catalogue file assigns. */
export const catalogueIdSchema = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/**
 * The same id as text, in a path or a query. `documentedAs` is the schema that the OpenAPI document shows instead: JSON
 * Schema sees text where clients mean a number.
 */
export const catalogueIdTextSchema = z
  .pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.transform(Number))
  .check(z.refine((id) => id <= 2_147_483_647, saying('OUT_OF_RANGE')))
  .register(z.globalRegistry, { documentedAs: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } });

export const uuidSchema = z.uuid();

/** A duration or an offset, in whole seconds. */
export const secondsSchema = z.int().check(z.minimum(0));

/** In an answer about a playback. */
export const watchSecondsLeftSchema = z
  .optional(secondsSchema)
  .check(z.describe('how long the profile may go on watching; absent without a daily time or a bedtime'));

/** `"#rrggbb"`. */
export const colorSchema = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));

const isWellFormed = (text: string) =>
  !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(^|[^\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);

/** Viewers' input: no NUL and no lone surrogate, because the database cannot store them. */
export const freeTextSchema = (maximum: number) =>
  z.string().check(
    z.maxLength(maximum),
    z.refine((text) => !text.includes('\0') && isWellFormed(text), saying('FORBIDDEN_CHARACTER')),
  );

/** Maximum UTF-16 units per allowed character, before the text is tidied. */
const UNITS_A_CHARACTER = 10;

/**
 * Human-written text (contract.md, section 1): tidied, without control and format characters, and with a visible
 * character unless empty.
 *
 * @param minimum characters, as code points
 * @param maximum characters, as code points
 */
export const writtenTextSchema = ({ minimum = 1, maximum }: { minimum?: 0 | 1; maximum: number }) =>
  z.pipe(freeTextSchema(maximum * UNITS_A_CHARACTER), z.transform(tidyText)).check(
    z.refine((text) => Array.from(text).length >= minimum, saying('TOO_SHORT')),
    z.refine((text) => Array.from(text).length <= maximum, saying('TOO_LONG')),
    (checked) => {
      const code = problemOfText(checked.value);
      if (code !== null) checked.issues.push({ code: 'custom', input: checked.value, ...saying(code) });
    },
  );

/**
 * Device name, shown to other people in mails and on phones: one line without an address, also not in wide letters. Names
 * of models have dots and many digits, so what only resembles an address is left out where the name is shown.
 */
export const deviceNameSchema = writtenTextSchema({ maximum: 80 }).check(
  z.refine((name) => !/:\/\/|www\./i.test(name.normalize('NFKC')), saying('FORBIDDEN_CHARACTER')),
);

const EMAIL_DOCUMENTED = {
  documentedAs: { type: 'string', format: 'email', maxLength: 254, pattern: '^[^A-Z\\s<>]+@[^A-Z\\s<>]+$' },
} as const;

export const emailSchema = freeTextSchema(254).check(z.refine(isEmail)).register(z.globalRegistry, EMAIL_DOCUMENTED);

/**
 * E-mail address of a new account or member. Addresses of those that exist may break the rule: they must go on signing in.
 */
export const newEmailSchema = emailSchema.check(z.refine(isPlainEmail)).register(z.globalRegistry, EMAIL_DOCUMENTED);

/**
 * A new password as sent. This schema checks only its size; the password rule (rules/password.ts) has its own error
 * code.
 */
export const newPasswordSchema = freeTextSchema(2000);

/** A code as the viewer typed it. */
export const authCodeSchema = freeTextSchema(64);

/** `?name=true` and `?name=false`. */
export const booleanTextSchema = z
  .pipe(
    z.enum(['true', 'false']),
    z.transform((text) => text === 'true'),
  )
  .register(z.globalRegistry, { documentedAs: { type: 'boolean' } });

const countText = (minimum: number, maximum: number) =>
  z
    .pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))
    .check(z.refine((count) => count >= minimum && count <= maximum, saying('OUT_OF_RANGE')));

/** `limit` and `offset` of a list query (contract.md, section 1). */
export const pageQuery = ({ defaultLimit, maximumLimit = 100 }: { defaultLimit: number; maximumLimit?: number }) => ({
  limit: z._default(countText(1, maximumLimit), defaultLimit).register(z.globalRegistry, {
    documentedAs: { type: 'integer', minimum: 1, maximum: maximumLimit, default: defaultLimit },
  }),
  offset: z._default(countText(0, 999_999_999), 0).register(z.globalRegistry, {
    documentedAs: { type: 'integer', minimum: 0, maximum: 999_999_999, default: 0 },
  }),
});

/** A page of results; `count` is the total number of matches. */
export const listOf = <S extends z.ZodMiniType>(result: S) =>
  z.object({ count: z.int().check(z.minimum(0)), results: z.array(result) });

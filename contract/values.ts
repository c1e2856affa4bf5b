import * as z from 'zod/mini';
import type { FieldCode } from './error-reply.ts';
import { isEmail } from './rules/email.ts';
import { problemOfText, tidyText } from './rules/written-text.ts';

/** The field code that a failed check answers with. */
export const saying = (code: FieldCode) => ({ params: { code } });

/** An instant as ISO-8601 UTC, e.g. `2026-11-20T12:00:00Z`. */
export const instantSchema = z.iso.datetime();

/** Catalogue ids: positive whole numbers that the catalogue file assigns. */
export const catalogueIdSchema = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/**
 * The same id where it arrives as text, in a path or a query. `documentedAs` is the schema that the OpenAPI document
 * shows instead: JSON Schema sees text where clients mean a number.
 */
export const catalogueIdTextSchema = z
  .pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.transform(Number))
  .check(z.refine((id) => id <= 2_147_483_647, saying('OUT_OF_RANGE')))
  .register(z.globalRegistry, { documentedAs: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } });

export const uuidSchema = z.uuid();

/** A length of time or a place in a video, in whole seconds. */
export const secondsSchema = z.int().check(z.minimum(0));

/** `"#rrggbb"`. */
export const colorSchema = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));

const isWellFormed = (text: string) =>
  !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(^|[^\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);

/** Text that the viewer typed: no NUL and no half of a surrogate pair, which no database can keep. */
export const freeTextSchema = (maximum: number) =>
  z.string().check(
    z.maxLength(maximum),
    z.refine((text) => !text.includes('\0') && isWellFormed(text), saying('FORBIDDEN_CHARACTER')),
  );

/** The longest text before it is tidied, in UTF-16 units for each character that is allowed. */
const UNITS_A_CHARACTER = 10;

/**
 * Text that people write (contract.md, section 1): tidied, without control and format characters, and with something to
 * see unless it is empty.
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

/** The name of a device, which other people read in mails and on phones: one line without an address. */
export const deviceNameSchema = writtenTextSchema({ maximum: 80 }).check(
  z.refine((name) => !name.includes('://'), saying('FORBIDDEN_CHARACTER')),
);

export const emailSchema = freeTextSchema(254)
  .check(z.refine(isEmail))
  .register(z.globalRegistry, {
    documentedAs: { type: 'string', format: 'email', maxLength: 254, pattern: '^[^A-Z\\s<>]+@[^A-Z\\s<>]+$' },
  });

/**
 * A new password as it arrives. Whether it is one is the password rule's to say (rules/password.ts), with its own code;
 * here is only what can be handled at all.
 */
export const newPasswordSchema = freeTextSchema(2000);

/** A code as somebody typed it. */
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

/** A page of results; `count` is the number of all matches. */
export const listOf = <S extends z.ZodMiniType>(result: S) =>
  z.object({ count: z.int().check(z.minimum(0)), results: z.array(result) });

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { cleanText } from '#contract/rules/written-text.ts';
import { instantSchema } from '#contract/values.ts';
import { fail } from '#server/lib/fail.ts';
import { fieldsOf } from '#server/lib/field-codes.ts';
import {
  CatalogueError,
  episodeRecordSchema,
  productRecordSchema,
  titleRecordSchema,
  type EpisodeRecord,
  type ProductRecord,
  type TitleRecord,
} from '#server/catalogue/format/index.ts';

/*
 * The fields that operators edit in a form. They derive from the catalogue's format: a new field of it needs no line here
 * and no form of its own.
 */

/** Leaves out episodes, products and pictures, which have calls of their own. */
export const titleFieldsSchema = titleRecordSchema.omit({
  kind: true,
  id: true,
  art: true,
  episodes: true,
  products: true,
});

export const episodeFieldsSchema = episodeRecordSchema
  .omit({ id: true, order: true, thumbnail: true })
  // Days before an import make no sense in a form.
  .extend({ published_at: instantSchema.check(z.meta(z.globalRegistry.get(episodeRecordSchema.shape.published_at)!)) });

export const productFieldsSchema = productRecordSchema.omit({ id: true, sale: true });

/** Where the service is in one country, forms do not ask. */
export const COUNTRY_FIELDS = ['countries', 'country_ratings'];

export type TitleFields = z.output<typeof titleFieldsSchema>;
export type EpisodeFields = z.output<typeof episodeFieldsSchema>;
export type ProductFields = z.output<typeof productFieldsSchema>;

type Fields = Record<string, unknown>;

/** The fields in the order of the schema, so that their version depends on nothing else. */
const pick = (schema: z.ZodObject, record: object): Fields =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, (record as Fields)[name]]));

export const fieldsOfTitle = (record: TitleRecord): Fields => pick(titleFieldsSchema, record);

export const fieldsOfEpisode = (record: EpisodeRecord): Fields => ({
  ...pick(episodeFieldsSchema, record),
  ad_breaks: record.ad_breaks ?? [],
});

export const fieldsOfProduct = (record: ProductRecord): Fields => pick(productFieldsSchema, record);

/**
 * JSON Schema of fields, as their form needs it.
 *
 * @param without fields that the form does not show; what they hold stays.
 */
export function formOf(schema: z.ZodObject, without: readonly string[] = []): Fields {
  const { $schema: _, ...form } = z.toJSONSchema(schema, { io: 'input' });
  const properties = Object.entries(form.properties ?? {}).filter(([name]) => !without.includes(name));
  return { ...form, properties: Object.fromEntries(properties) };
}

/** Operators see it, so it stays short. */
const VERSION_LENGTH = 22;

/** The version of a part: a hash, so that a change back counts as none. */
export const versionOfPart = (part: unknown): string =>
  createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, VERSION_LENGTH);

/** NFC, without spaces around and without invisible characters, in all texts. */
function tidied(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(tidied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, tidied(one)]));
}

/** @throws VALIDATION_FAILED that names the fields. */
export function parseFields<S extends z.ZodObject>(schema: S, fields: object, path = ''): z.output<S> {
  const sent = tidied(fields);
  const { data, error } = schema.safeParse(sent);
  if (!error) return data;
  const wrong = Object.entries(fieldsOf(error.issues, sent, 'fields'));
  return fail('VALIDATION_FAILED', { fields: Object.fromEntries(wrong.map(([name, codes]) => [path + name, codes])) });
}

/** The fields that differ, for the audit log; null without a difference. */
export function differenceOf(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (changed.length === 0) return null;
  const only = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
  return { before: only(before), after: only(after) };
}

/**
 * A refused record as a failure that the form explains.
 *
 * @param form the part of the record that the form edits, e.g. `episodes[2]`; its fields get their own names.
 * @throws VALIDATION_FAILED; other errors as they are.
 */
export function failInForm(error: unknown, form: string): never {
  if (!(error instanceof CatalogueError)) throw error;
  const nameOf = (field: string) =>
    (field.startsWith(`${form}.`) ? field.slice(form.length + 1) : field).replace(/\[(\d+)\]/g, '.$1');
  const sentences = error.problems.map(({ field, shown }) => shown ?? `저장할 수 없는 값이에요: ${nameOf(field)}`);
  return fail('VALIDATION_FAILED', {
    message: [...new Set(sentences)].join(' '),
    fields: Object.fromEntries(error.problems.map(({ field }) => [nameOf(field), ['NOT_ALLOWED' as const]])),
  });
}

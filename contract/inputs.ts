import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { freeTextSchema, instantSchema, saying, writtenTextSchema } from './values.ts';

/** Lifetime of an input's code, in seconds. */
export const INPUT_LIVES_SECONDS = 300;
/** Longest text of any field, in characters; a field's own limit is at most this. */
export const INPUT_TEXT_LENGTH = 255;

/** Kind of text: decides the phone's keyboard, its autofill and masking. */
export const inputKindSchema = z.enum([
  'text',
  'email',
  'password',
  'new-password',
  'digits',
  'code',
  'name',
  'search',
  'review',
]);

const fieldSchema = z.object({
  /** Shown above the phone's field. */
  name: writtenTextSchema({ maximum: 40 }),
  kind: inputKindSchema,
  /** Label of the phone's button. */
  done_label: writtenTextSchema({ maximum: 20 }),
  /** Maximum number of characters. */
  max_length: z.int().check(z.minimum(1), z.maximum(INPUT_TEXT_LENGTH)),
});

/** An emoji of a family has eleven UTF-16 units; the server shortens the text after it has removed control characters. */
const typedTextSchema = freeTextSchema(INPUT_TEXT_LENGTH * 10);

/** A text field of the television, as the television and the phones see it. */
export const inputSchema = z
  .object({
    code: z.string().check(z.describe('ABCD-2345, shown on the television')),
    revision: z.int().check(z.describe('increases with every change; `after` of the next call')),
    field: z.object({
      number: z.int().check(z.describe('increases when the television goes to its next field')),
      name: z.string(),
      kind: inputKindSchema,
      done_label: z.string(),
      max_length: z.int(),
    }),
    text: z
      .nullable(z.string())
      .check(z.describe('null for a password, except for the television that opened it with a key')),
    length: z.int().check(z.describe('characters of the text')),
    writer: z.nullable(z.string()).check(z.describe('who wrote the text; null before the first change')),
    cnt_done: z.int().check(z.describe('how often a phone has finished; the television submits each once')),
    problem: z.nullable(z.string()).check(z.describe('error of the field, for the viewer')),
    is_joined: z.boolean().check(z.describe('whether a phone has opened the page or written')),
    expires_at: instantSchema,
  })
  .register(z.globalRegistry, { id: 'Input' });

const INPUT_PATH = '/api/inputs/v1/:code/';
const paramsSchema = z.object({ code: freeTextSchema(40) });

/** Whole numbers up to this fit into the database's integers. */
const MOST = 2_147_483_647;
const countSchema = z.int().check(z.minimum(0), z.maximum(MOST));

const afterSchema = z
  .pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number))
  .check(z.refine((revision) => revision <= MOST, saying('OUT_OF_RANGE')))
  .register(z.globalRegistry, { documentedAs: { type: 'integer', minimum: 0, maximum: MOST } });

export const openInput = endpoint({
  method: 'POST',
  path: '/api/inputs/v1/',
  summary:
    'Open a text field of a television to phones. A token that is sent, of any kind, becomes the key of its owner',
  tag: 'inputs',
  auth: 'none',
  suppliedToken: 'optional',
  // A television that asks for nothing special sends no body.
  body: z.nullish(z.object({ field: z.optional(fieldSchema), text: z.optional(typedTextSchema) })),
  reply: z.object({
    code: z.string().check(z.describe('ABCD-2345')),
    url: z.string().check(z.describe('page for phones, shown as a QR code')),
    expires_in: z.int().check(z.describe('seconds')),
  }),
});

export const getInput = endpoint({
  method: 'GET',
  path: INPUT_PATH,
  summary: 'The text. With `after`, waits up to 8 seconds for a later revision',
  tag: 'inputs',
  auth: 'none',
  suppliedToken: 'optional',
  params: paramsSchema,
  query: z.object({ after: z.optional(afterSchema) }),
  reply: inputSchema,
  carriesSecret: true,
});

export const writeInput = endpoint({
  method: 'PUT',
  path: INPUT_PATH,
  summary: 'Change the text; the last change wins. A repeated change, or one of an earlier field, changes nothing',
  tag: 'inputs',
  auth: 'none',
  suppliedToken: 'optional',
  params: paramsSchema,
  body: z.object({
    writer: z.string().check(z.regex(/^[\w-]{8,40}$/), z.describe('random, chosen by each page or app')),
    change: countSchema.check(z.describe('increases with each change of a writer')),
    field: countSchema.check(z.describe('`field.number` of the field that was typed into')),
    text: typedTextSchema,
    is_done: z
      .optional(z.boolean())
      .check(z.describe('whether the text is complete, so that the television submits it')),
  }),
  reply: inputSchema,
  isIdempotent: true,
});

export const changeInput = endpoint({
  method: 'PATCH',
  path: INPUT_PATH,
  summary: 'By the owner: go to the next field, or show the error of the current one',
  tag: 'inputs',
  auth: 'none',
  suppliedToken: 'optional',
  params: paramsSchema,
  body: z.object({
    field: z.optional(fieldSchema),
    text: z.optional(typedTextSchema).check(z.describe('initial text of the next field')),
    problem: z.optional(z.nullable(freeTextSchema(200))),
  }),
  reply: inputSchema,
});

export const closeInput = endpoint({
  method: 'DELETE',
  path: INPUT_PATH,
  summary: 'By the owner: end the input and remove its text',
  tag: 'inputs',
  auth: 'none',
  suppliedToken: 'optional',
  params: paramsSchema,
});

export type Input = z.output<typeof inputSchema>;
export type InputKind = z.output<typeof inputKindSchema>;
export type InputField = z.output<typeof fieldSchema>;

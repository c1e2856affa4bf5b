import type { FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type * as core from 'zod/v4/core';
import { isShared, sharedOf } from '../lib/layers.ts';
import { createWeakCache } from '../lib/weak-cache.ts';
import { compile } from './compile-schema.ts';

/**
 * Serializes an answer, or a part of one, as JSON text in which each character is one byte of UTF-8, so that cached
 * parts are encoded only once. `undefined` omits the field. @throws z.core.$ZodError
 */
type Write = (value: unknown) => string | undefined;

/** Most texts are short, and a buffer for each would be the largest part of the memory that an answer takes. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);
const MOST_BYTES_OF_A_UNIT = 3;

/** Each byte of the text as one character. */
function recode(text: string, encoding: 'utf8' | 'latin1'): string {
  if (text.length * MOST_BYTES_OF_A_UNIT > scratch.length) return Buffer.from(text, encoding).toString('latin1');
  return scratch.toString('latin1', 0, scratch.write(text, encoding));
}

const BEYOND_ASCII = /[^\x00-\x7f]/;
const bytesOf = (text: string) => (BEYOND_ASCII.test(text) ? recode(text, 'utf8') : text);

/** The same text in one piece. A joined text keeps all its parts in memory, each with a header of its own. */
const inOnePiece = (text: string) => recode(text, 'latin1');

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether a field may contain something that other answers share. */
const mayShare = (field: unknown): boolean =>
  isObject(field) && (Array.isArray(field) ? isObject(field[0]) : isShared(field) || sharedOf(field) !== undefined);

/** Validates and serializes a value as a whole. */
function wholeWriter(schema: core.$ZodType): Write {
  const compiled = compile(schema);
  return (value) => {
    const text: string | undefined = JSON.stringify(z.core.parse(compiled, value));
    return text === undefined ? undefined : bytesOf(text);
  };
}

const isPlain = ({ checks }: { checks?: unknown[] | undefined }) => !checks?.length;

const asObject = (schema: core.$ZodType) =>
  schema instanceof z.core.$ZodObject && isPlain(schema._zod.def) && !schema._zod.def.catchall ? schema : undefined;

const asList = (schema: core.$ZodType) =>
  schema instanceof z.core.$ZodArray && isPlain(schema._zod.def) ? schema : undefined;

const asUnion = (schema: core.$ZodType) =>
  schema instanceof z.core.$ZodDiscriminatedUnion && isPlain(schema._zod.def) ? schema : undefined;

const mayHoldObjects = (schema: core.$ZodType): boolean =>
  schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable
    ? mayHoldObjects(schema._zod.def.innerType)
    : (asObject(schema) ?? asList(schema) ?? asUnion(schema)) !== undefined;

/** Joins serialized fields of an object. Names need no escaping: the contract uses plain words. */
function writeFields(fields: [string, Write][], value: Record<string, unknown>): string {
  let text = '';
  for (const [name, write] of fields) {
    const written = write(value[name]);
    if (written !== undefined) text += `${text === '' ? '' : ','}"${name}":${written}`;
  }
  return text;
}

/**
 * Serializes a frozen object once, and the frozen part of a layered object (lib/layers.ts) once. An object whose fields
 * may be shared is validated and serialized field by field, which takes twice as long as the whole at once.
 */
function objectWriter(schema: core.$ZodObject): Write {
  const { shape } = schema._zod.def;
  const whole = wholeWriter(schema);
  const fields = Object.entries(shape).map(([name, field]): [string, Write] => [name, writerOf(field)]);
  const sharing = Object.keys(shape).filter((name) => mayHoldObjects(shape[name]!));
  const hasShared = (value: Record<string, unknown>) => sharing.some((name) => mayShare(value[name]));
  const writeParts = (value: Record<string, unknown>) => `{${writeFields(fields, value)}}`;
  const written = createWeakCache<object, string>();
  /** The text of a shared part, and the fields that layered objects add to it. */
  const shared = createWeakCache<object, { readonly text: string; readonly own: [string, Write][] }>();

  return (value) => {
    if (!isObject(value) || Array.isArray(value)) return whole(value);
    if (isShared(value)) {
      const known = written.get(value);
      if (known !== undefined) return known;
      const text = hasShared(value) ? inOnePiece(writeParts(value)) : whole(value);
      if (text !== undefined) written.set(value, text);
      return text;
    }
    const below = sharedOf(value) as Record<string, unknown> | undefined;
    if (!below) return hasShared(value) ? writeParts(value) : whole(value);
    let known = shared.get(below);
    if (!known) {
      const isBelow = ([name]: [string, Write]) => name in below;
      known = {
        text: inOnePiece(writeFields(fields.filter(isBelow), below)),
        own: fields.filter((field) => !isBelow(field)),
      };
      shared.set(below, known);
    }
    const own = writeFields(known.own, value);
    return `{${known.text}${known.text === '' || own === '' ? '' : ','}${own}}`;
  };
}

function listWriter(schema: core.$ZodArray): Write {
  const whole = wholeWriter(schema);
  const write = writerOf(schema._zod.def.element);
  return (value) => {
    if (!Array.isArray(value)) return whole(value);
    // Not with `join`, which would copy the text of each list into that of the list around it.
    let text = '[';
    value.forEach((one, index) => {
      text += index === 0 ? write(one) : `,${write(one)}`;
    });
    return `${text}]`;
  };
}

/** Serializes each value by the option that its discriminator selects. */
function unionWriter(schema: core.$ZodDiscriminatedUnion): Write {
  const { discriminator, options } = schema._zod.def;
  const whole = wholeWriter(schema);
  const writers = new Map<unknown, Write>();
  for (const option of options as readonly core.$ZodType[]) {
    const write = writerOf(option);
    for (const name of option._zod.propValues?.[discriminator] ?? []) writers.set(name, write);
  }
  return (value) => ((isObject(value) && writers.get(value[discriminator])) || whole)(value);
}

/** Unwraps optional and nullable schemas, so that the inner schema keeps its writer. */
function emptyableWriter(schema: core.$ZodType): Write | undefined {
  if (!isPlain(schema._zod.def)) return undefined;
  if (schema instanceof z.core.$ZodOptional) {
    const write = writerOf(schema._zod.def.innerType);
    return (value) => (value === undefined ? undefined : write(value));
  }
  if (schema instanceof z.core.$ZodNullable) {
    const write = writerOf(schema._zod.def.innerType);
    return (value) => (value === null ? 'null' : write(value));
  }
  return undefined;
}

function writerOf(schema: core.$ZodType): Write {
  const emptyable = emptyableWriter(schema);
  if (emptyable) return emptyable;
  const object = asObject(schema);
  if (object) return objectWriter(object);
  const union = asUnion(schema);
  if (union) return unionWriter(union);
  const list = asList(schema);
  // Lists of texts and numbers are validated faster as a whole.
  const hasParts = list && (asObject(list._zod.def.element) ?? asUnion(list._zod.def.element));
  return hasParts ? listWriter(list) : wholeWriter(schema);
}

/** Bytes of answers that many callers share. A set, because the garbage collector would copy what a map refers to. */
const sharedBytes = new WeakSet<Buffer>();

/** Whether these bytes are sent again for the same answer, so that what is made of them is worth a cache entry. */
export const areShared = (bytes: Buffer): boolean => sharedBytes.has(bytes);

/**
 * Validates every answer against the contract and strips other fields. Validates by parsing, as the client does:
 * replies have no transforms, and encoding would run each check twice. Frozen parts are validated and serialized once
 * (docs/decisions/119).
 *
 * A frozen answer is always sent as the same Buffer, so a compression hook can cache its result by it.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  const write = writerOf(schema);
  const sent = createWeakCache<object, Buffer>();
  return (answer) => {
    const isOfMany = isObject(answer) && !Array.isArray(answer) && isShared(answer);
    const known = isOfMany ? sent.get(answer) : undefined;
    // Fastify accepts Buffers, although its type says string.
    if (known) return known as unknown as string;
    try {
      // The copy keeps the object's writer from caching a second, textual form of the answer.
      const text = write(isOfMany ? { ...answer } : answer);
      // An answer without a body is not serialized.
      if (text === undefined) return text as unknown as string;
      const bytes = Buffer.from(text, 'latin1');
      if (isOfMany) {
        sent.set(answer, bytes);
        sharedBytes.add(bytes);
      }
      return bytes as unknown as string;
    } catch (error) {
      throw new ResponseSerializationError(method, url, { cause: error as z.ZodError });
    }
  };
};

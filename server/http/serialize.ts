import type { FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type * as core from 'zod/v4/core';
import { sharedOf } from '../lib/layers.ts';

/**
 * An answer, or a part of one, as the bytes of JSON, a character for each: Korean is turned into bytes where it is written,
 * and what is remembered is not turned again. `undefined` where it is left out. @throws z.core.$ZodError
 */
type Write = (value: unknown) => string | undefined;

const BEYOND_ASCII = /[^\x00-\x7f]/;
const bytesOf = (text: string) => (BEYOND_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Checks and writes it as a whole. */
const wholeWriter =
  (schema: core.$ZodType): Write =>
  (value) => {
    const text: string | undefined = JSON.stringify(z.core.parse(schema, value));
    return text === undefined ? undefined : bytesOf(text);
  };

const isPlain = ({ checks }: { checks?: unknown[] | undefined }) => !checks?.length;

const asObject = (schema: core.$ZodType) =>
  schema instanceof z.core.$ZodObject && isPlain(schema._zod.def) && !schema._zod.def.catchall ? schema : undefined;

const asList = (schema: core.$ZodType) =>
  schema instanceof z.core.$ZodArray && isPlain(schema._zod.def) ? schema : undefined;

/** Fields of an object as they stand between the braces; the contract's names are plain words. */
function writeFields(fields: [string, Write][], value: Record<string, unknown>): string {
  let text = '';
  for (const [name, write] of fields) {
    const written = write(value[name]);
    if (written !== undefined) text += `${text === '' ? '' : ','}"${name}":${written}`;
  }
  return text;
}

/**
 * Writes frozen objects once, and an object on top of a frozen one field by field above what was written of that. Any
 * other is checked and written as a whole, unless lists are in it.
 */
function objectWriter(schema: core.$ZodObject): Write {
  const { shape } = schema._zod.def;
  const whole = wholeWriter(schema);
  const fields = Object.entries(shape).map(([name, field]): [string, Write] => [name, writerOf(field)]);
  const hasList = Object.values(shape).some(asList);
  const written = new WeakMap<object, string>();
  /** What was written of a frozen object, and the fields that stand on top of it. */
  const shared = new WeakMap<object, { readonly text: string; readonly own: [string, Write][] }>();

  return (value) => {
    if (!isObject(value) || Array.isArray(value)) return whole(value);
    if (Object.isFrozen(value)) {
      // Its lists hold what was written for other answers too.
      const known = written.get(value) ?? (hasList ? `{${writeFields(fields, value)}}` : whole(value)!);
      written.set(value, known);
      return known;
    }
    const below = sharedOf(value) as Record<string, unknown> | undefined;
    if (!below) return hasList ? `{${writeFields(fields, value)}}` : whole(value);
    let known = shared.get(below);
    if (!known) {
      const isBelow = ([name]: [string, Write]) => name in below;
      known = {
        text: writeFields(fields.filter(isBelow), below),
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
  return (value) => (Array.isArray(value) ? `[${value.map(write).join(',')}]` : whole(value));
}

/** What may be left out or be null is not asked for its shape when it is. */
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
  const list = asList(schema);
  // Lists of texts and numbers are checked faster as they are.
  return list && asObject(list._zod.def.element) ? listWriter(list) : wholeWriter(schema);
}

/**
 * Checks every answer against the contract, and leaves out what the contract does not name. Checked as the client does
 * it, from the outside in: replies transform nothing, and encoding the other way round would run each check twice. What
 * many answers share is frozen, and is checked and written once.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  const write = writerOf(schema);
  /** Of answers that many callers get as they are. */
  const sent = new WeakMap<object, Buffer>();
  return (answer) => {
    const isShared = isObject(answer) && Object.isFrozen(answer);
    const known = isShared ? sent.get(answer) : undefined;
    // Fastify takes bytes too, though its type says text.
    if (known) return known as unknown as string;
    try {
      const text = write(answer);
      // An answer without a body has nothing to write.
      if (text === undefined) return text as unknown as string;
      const bytes = Buffer.from(text, 'latin1');
      if (isShared) sent.set(answer, bytes);
      return bytes as unknown as string;
    } catch (error) {
      throw new ResponseSerializationError(method, url, { cause: error as z.ZodError });
    }
  };
};

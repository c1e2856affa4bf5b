import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { WrittenAnswer } from '../lib/written-answer.ts';

/** No names: a schema is written in place instead of being referred to. */
const unnamed = z.registry<object>();

/** The JSON Schema of what a schema of the contract writes. */
const jsonSchemaOf = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    metadata: unnamed,
    override({ zodSchema, jsonSchema }) {
      // Left out instead of refused, also where a kind is chosen by comparing with each.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // A list of types is written at once; alternatives are tried one after the other.
      const [inner] = jsonSchema.anyOf ?? [];
      if (zodSchema._zod.def.type !== 'nullable' || typeof inner?.type !== 'string') return;
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, inner, { type: [inner.type, 'null'] });
    },
  }) as Schema;

type Write = (answer: unknown) => string;

/** Most replies of an error have one schema, and several servers of a process have the same ones. */
const writers = new WeakMap<z.core.$ZodType, Write>();

/**
 * Writes an answer as its schema says: fields that the contract does not have are left out, and a missing one is an error.
 * Types are not checked here; the tests' client parses every answer with the contract.
 */
function writerOf(schema: z.core.$ZodType): Write {
  const write = writers.get(schema) ?? fastJsonStringify(jsonSchemaOf(schema));
  writers.set(schema, write);
  return write;
}

export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => writerOf(schema);

/** Writes answers of an endpoint as they are sent. */
export function answerWriter<const E extends Endpoint & { reply: z.core.$ZodType }>(
  endpoint: E,
): (answer: ReplyOf<E>) => WrittenAnswer {
  const write = writerOf(endpoint.reply);
  return (answer) => new WrittenAnswer(Buffer.from(write(answer)));
}

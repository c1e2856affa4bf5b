import { z } from 'zod';
import type * as core from 'zod/v4/core';

const made = new WeakMap<core.$ZodType, core.$ZodType>();

function compileNew(schema: core.$ZodType): core.$ZodType {
  if (schema instanceof z.core.$ZodObject) {
    const { def } = schema._zod;
    const shape = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, compile(field)]));
    return new z.core.$ZodObjectJIT({ ...def, shape });
  }
  if (schema instanceof z.core.$ZodArray) {
    const { def } = schema._zod;
    return z.core.clone(schema, { ...def, element: compile(def.element) });
  }
  if (schema instanceof z.core.$ZodNullable || schema instanceof z.core.$ZodOptional) {
    const inner = compile(schema._zod.def.innerType);
    return z.core.clone(schema as core.$ZodOptional, { ...(schema as core.$ZodOptional)._zod.def, innerType: inner });
  }
  return schema;
}

/**
 * The same schema with objects that zod compiles into a function of their own at the first call, which validates twice as fast.
 * The contract's `zod/mini` interprets objects field by field, as televisions need it: some of them forbid compiling.
 */
export function compile(schema: core.$ZodType): core.$ZodType {
  const known = made.get(schema);
  if (known) return known;
  const compiled = compileNew(schema);
  made.set(schema, compiled);
  return compiled;
}

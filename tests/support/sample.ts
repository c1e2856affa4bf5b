import type * as z from 'zod/mini';

interface Def {
  readonly type: string;
  readonly innerType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly in?: z.ZodMiniType;
}

/** One of these suits each field of the contract. */
const VALUES = [
  ...['text', '2026-11-20T03:00:00Z', '0b0d0000-0000-4000-8000-000000000001', '2026-11-20', '1', 'a@bora.example'],
  ...[1, 0, false],
];

/** A value that a schema takes: null where it may be, and no entries of lists. */
export function sampleOf(schema: z.ZodMiniType): unknown {
  const { type, innerType, options, shape, in: from } = schema.def as unknown as Def;
  if (type === 'nullable') return null;
  if (type === 'optional') return undefined;
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, sampleOf(one)]));
  if (type === 'array') return [];
  if (innerType ?? from) return sampleOf((innerType ?? from)!);
  if (options) return sampleOf(options[0]!);
  if (type === 'enum') return Object.values((schema.def as unknown as { entries: object }).entries)[0];
  if (type === 'literal') return (schema.def as unknown as { values: readonly unknown[] }).values[0];
  const found = VALUES.find((value) => schema.safeParse(value).success);
  if (found === undefined) throw new Error(`no value for a schema of ${type}`);
  return found;
}

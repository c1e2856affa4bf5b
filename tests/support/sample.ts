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

/**
 * A value of which each part differs from every other one, so that a part at a wrong place is noticed. Nothing is null; lists
 * have one entry, or ten plain ones.
 */
export function distinctOf(schema: z.ZodMiniType, count = { last: 0 }): unknown {
  const { type, innerType, options, shape, in: from } = schema.def as unknown as Def;
  const { element, entries, values } = schema.def as unknown as {
    element?: z.ZodMiniType;
    entries?: Readonly<Record<string, unknown>>;
    values?: readonly unknown[];
  };
  if (shape && Object.keys(shape).length > 0)
    return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, distinctOf(one, count)]));
  if (element) {
    const isSimple = !(element.def as unknown as Def).shape;
    return Array.from({ length: isSimple ? 10 : 1 }, () => distinctOf(element, count));
  }
  if (innerType ?? from) return distinctOf((innerType ?? from)!, count);
  if (options) return distinctOf(options[0]!, count);
  count.last += 1;
  const number = count.last;
  if (entries) return Object.values(entries)[number % Object.keys(entries).length];
  if (values) return values[0];
  const day = new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
  const candidates = [
    `text ${number}`,
    `${day}T0${number % 10}:00:00Z`,
    `0b0d0000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    ...[day, String(1000 + number), `a${number}@bora.example`, `http://127.0.0.1/${number}`],
    ...[`#0000${(16 + number).toString(16)}`, `${number}`.padStart(16, 'a'), day.slice(0, 7)],
    ...[100 * number + 7, number, number / 1000, true],
  ];
  const found = candidates.find((value) => schema.safeParse(value).success);
  if (found !== undefined) return found;
  if (/^(?:record|object|any|unknown)$/.test(type)) return { [`name ${number}`]: number };
  throw new Error(`no value for a schema of ${type}`);
}

/** The schema of a part, by the names that lead to it; an entry of a list where it is one. */
export function partOf(schema: z.ZodMiniType, ...names: string[]): z.ZodMiniType {
  const { innerType, shape, element } = schema.def as unknown as Def & { element?: z.ZodMiniType };
  if (innerType) return partOf(innerType, ...names);
  if (element) return partOf(element, ...names);
  const [name, ...rest] = names;
  return name === undefined ? schema : partOf(shape![name]!, ...rest);
}

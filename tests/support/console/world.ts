import type * as z from 'zod/mini';
import { consoleEndpoints } from '#contract/console/endpoints.ts';

export type ConsoleCall = keyof typeof consoleEndpoints;

interface Def {
  readonly type: string;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly in?: z.ZodMiniType;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
}

/** A number of a text that stays the same when the contract gets other fields. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
};

/** Where the console's times lie around. */
export const NOW = new Date('2026-11-20T03:00:00Z');

/** The values that the server has answered, by which of its fields they come from. */
const origins = new Map<string, string>();

/** `<listStaff.1.id>` for a value of an answer, else the value itself. */
export const originOf = (value: string): string => {
  const origin = origins.get(value);
  return origin === undefined ? value : `<${origin}>`;
};

/** All values of answers in a text, by where they come from. */
export const withOrigins = (text: string): string =>
  text
    .replaceAll(/(\d),(\d{3})/g, '$1$2')
    .replace(
      /0b0d0000-0000-4000-8000-\d{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|[a-f0-9]{16,}|[\w-]{43}|(?<!\d)(?:\d{6}|[3-9]\d{3})(?!\d)/g,
      (value) => originOf(value),
    );

/** In these three rows, every flag and every choice is once another one, and the last one has nothing that may be absent. */
const ROWS = [0, 1, 2];

/**
 * An answer whose values all differ and say where they come from: a text is the path of its field, and numbers, times and ids
 * are known by `originOf`.
 */
export function answerOf(schema: z.ZodMiniType, path: string, row: number): unknown {
  const { type, innerType, element, options, shape, in: from, entries, values } = schema.def as unknown as Def;
  if (type === 'nullable') return row === 2 ? null : answerOf(innerType!, path, row);
  if (shape && Object.keys(shape).length > 0)
    return Object.fromEntries(
      Object.entries(shape).map(([name, one]) => [
        name,
        answerOf(one, name === 'results' ? path : `${path}.${name}`, row),
      ]),
    );
  if (element) return ROWS.map((index) => answerOf(element, `${path}.${index}`, index));
  if (innerType ?? from) return answerOf((innerType ?? from)!, path, row);
  if (options) return answerOf(options[row % options.length]!, path, row);
  if (entries) return Object.values(entries)[row % Object.keys(entries).length];
  if (values) return values[0];
  if (type === 'boolean') return row !== 1;
  const hash = hashOf(path);
  const minutes = hash % 20_000;
  const time = new Date(NOW.getTime() - 5_000 * 60_000 + minutes * 60_000).toISOString().replace('.000Z', 'Z');
  const name = path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1)!;
  const language = ['ko', 'en', 'ja', 'fr', 'de'][hash % 5]!;
  const candidates = [
    ...(/^(?:picture|poster|wide|backdrop|url)$/.test(name) ? [`https://bora.example/${path}`] : []),
    ...(/^(?:lang|language)s?$/.test(name) ? [language] : []),
    ...(/(?:^|_)at$/.test(name) ? [time] : []),
    ...(name === 'email' ? [`${path.toLowerCase()}@bora.example`] : []),
    name === 'base64' ? btoa(path) : path,
    time,
    `0b0d0000-0000-4000-8000-${String(hash).padStart(12, '0')}`,
    time.slice(0, 10),
    ...[`${100_000 + (hash % 900_000)}`, `${path}@bora.example`, `https://bora.example/${path}`],
    ...[`#${(hash % 0xffffff).toString(16).padStart(6, '0')}`, hash.toString(16).padStart(16, 'a')],
    hash.toString(16).padStart(64, 'a'),
    ...[language, `2${hash % 4}:${10 + (hash % 50)}`, ['KR', 'JP', 'US', 'FR'][hash % 4]],
    ...[hash.toString(36).padStart(43, 'a'), time.slice(0, 7)],
    ...[
      100_000 + (hash % 900_000),
      3000 + (hash % 7000),
      1990 + (hash % 30),
      1 + (hash % 90),
      1 + (hash % 6),
      (hash % 1000) / 1000,
    ],
  ];
  const found = candidates.find((value) => schema.safeParse(value).success);
  if (found === undefined) {
    if (/^(?:record|object|any|unknown)$/.test(type)) return {};
    throw new Error(`no value for ${path}, a schema of ${type}`);
  }
  // Small numbers would name each other.
  if (found !== path && String(found).length > 3 && !origins.has(String(found))) origins.set(String(found), path);
  return found;
}

const made = new Map<string, unknown>();

/** What the server answers to a call, as a list's first, second or third row would be; undefined without a body. */
export function answerTo(name: ConsoleCall, row = 0): unknown {
  const { reply } = consoleEndpoints[name] as { reply?: z.ZodMiniType };
  const key = `${name} ${row}`;
  if (reply && !made.has(key)) made.set(key, answerOf(reply, name, row));
  return made.get(key);
}

const patterns = (Object.keys(consoleEndpoints) as ConsoleCall[])
  .map((name) => {
    const { method, path } = consoleEndpoints[name] as { method: string; path: string };
    return { name, method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`), params: path.split(':').length };
  })
  // A fixed path before one with a name in its place.
  .sort((one, other) => one.params - other.params);

export const callOf = (method: string, path: string): ConsoleCall | undefined =>
  patterns.find((each) => each.method === method && each.pattern.test(path))?.name;

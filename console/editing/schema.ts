import { timeText } from '../lib/format.ts';

/** A field of a form: JSON Schema with what the catalogue's format says about its look. */
export interface FieldSchema {
  type?: string;
  title?: string;
  hint?: string;
  widget?: string;
  names?: readonly (readonly [string | number, string])[];
  enum?: readonly string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  items?: FieldSchema;
  minItems?: number;
  maxItems?: number;
  anyOf?: readonly FieldSchema[];
  properties?: Readonly<Record<string, FieldSchema>>;
  /** In a list that is stored by keys: the schema of each item. */
  additionalProperties?: FieldSchema;
  /** Two operators' changes of different fields of this object are merged. */
  isRecord?: true;
}

export type Fields = Record<string, unknown>;

export const fieldsOf = (schema: object): [string, FieldSchema][] =>
  Object.entries((schema as FieldSchema).properties ?? {});

/** The schema of a value that may be null, without the null. */
export function withoutNull(schema: FieldSchema): { inner: FieldSchema; isNullable: boolean } {
  const [one, other] = schema.anyOf ?? [];
  if (!one || other?.type !== 'null') return { inner: schema, isNullable: false };
  const { anyOf: _, ...outer } = schema;
  return { inner: { ...one, ...outer }, isNullable: true };
}

/** The value that a field of an empty form starts with. */
export function emptyOf(schema: FieldSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  const { inner, isNullable } = withoutNull(schema);
  if (isNullable) return null;
  const [first] = inner.names ?? [];
  if (first) return first[0];
  if (inner.enum) return inner.enum[0];
  switch (inner.type) {
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return null;
    case 'object':
      return emptyFields(inner);
    default:
      return '';
  }
}

export const emptyFields = (schema: object): Fields =>
  Object.fromEntries(fieldsOf(schema).map(([name, field]) => [name, emptyOf(field)]));

/** `1:02`, `1:02:03` */
export function offsetText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const [hours, minutes, rest] = parts as [number, number, number];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Seconds of `62`, `1:02` or `1:02:03`; null for anything else. */
export function readOffset(text: string): number | null {
  if (!/^\d{1,5}(?::[0-5]?\d){0,2}$/.test(text.trim())) return null;
  return text
    .trim()
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** A value in one line, for comparisons. */
export function valueText(schema: FieldSchema, value: unknown): string {
  if (value === null || value === undefined || value === '') return '없음';
  const { inner } = withoutNull(schema);
  const named = inner.names?.find(([key]) => key === value);
  if (named) return named[1];
  if (typeof value === 'boolean') return value ? '예' : '아니요';
  if (inner.widget === 'seconds' && Array.isArray(value))
    return value.map((one) => offsetText(Number(one))).join(', ') || '없음';
  if (inner.widget === 'seconds') return offsetText(Number(value));
  if (Array.isArray(value)) return value.map((one) => valueText(inner.items ?? {}, one)).join(', ') || '없음';
  if (inner.format === 'date-time') return timeText(value as string);
  if (typeof value === 'object')
    return fieldsOf(inner)
      .map(([name, field]) => `${field.title ?? name} ${valueText(field, (value as Fields)[name])}`)
      .join(' · ');
  return String(value);
}

const PROBLEMS: Readonly<Record<string, string>> = {
  MISSING: '채워 주세요.',
  TOO_SHORT: '채워 주세요.',
  TOO_LONG: '너무 길어요.',
  OUT_OF_RANGE: '쓸 수 있는 범위를 벗어나요.',
  WRONG_TYPE: '채워 주세요.',
  WRONG_FORMAT: '형식이 맞지 않아요.',
  INVISIBLE: '보이는 글자가 없어요.',
  FORBIDDEN_CHARACTER: '쓸 수 없는 글자가 있어요.',
};

/** Codes by the path of a field. */
export type Problems = Readonly<Record<string, readonly string[]>>;

/** The value at a path such as `air.year` or `names.0.lang`. */
const valueAt = (fields: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? (value as Fields)[key] : undefined),
      fields,
    );

/** The problems of what was sent whose fields nobody has changed since. */
export const openProblems = (problems: Problems, sent: Fields, now: Fields): Problems =>
  Object.fromEntries(
    Object.entries(problems).filter(
      ([path]) => JSON.stringify(valueAt(sent, path)) === JSON.stringify(valueAt(now, path)),
    ),
  );

/** Whether an empty control of this field would be refused. */
export function isRequired(schema: FieldSchema): boolean {
  const { inner, isNullable } = withoutNull(schema);
  if (isNullable || inner.default !== undefined || inner.names !== undefined || inner.enum !== undefined) return false;
  return inner.type === 'integer' || inner.type === 'number' || (inner.type === 'string' && (inner.minLength ?? 0) > 0);
}

/** What is wrong with a field or with a part of it. */
export function problemOf(problems: Problems, path: string): string | undefined {
  const [found] = Object.entries(problems).filter(([name]) => name === path || name.startsWith(`${path}.`));
  return found && (PROBLEMS[found[1][0] ?? ''] ?? '쓸 수 없는 값이에요.');
}

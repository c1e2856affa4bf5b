import { z } from 'zod';

export const paramsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/** Parameters of a code: numbers, and texts such as names of files. */
export type Params = Readonly<z.output<typeof paramsSchema>>;

/** A failure or a notice of a job: the console says it in Korean by its code, a terminal shows the sentence. */
export interface CodedText {
  /** One of `contract/console/media-codes.ts`; a newer version may have more. */
  readonly code: string;
  readonly params: Params;
  /** In English. */
  readonly message: string;
}

/** Sentences by code. Each function says by its argument which parameters its code has. */
type Sentences = Readonly<Record<string, (params: never) => string>>;

/** The parameters of a code in a table of sentences. */
export type ParamsOf<T extends Sentences, Code extends keyof T> =
  Parameters<T[Code]> extends [infer Needed extends object] ? Needed : Record<string, never>;

/** The parameters without those that are undefined, which JSON does not have. */
export const definedParams = (params: object): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));

const LONGEST_TEXT = 1_000;

/** A text that PostgreSQL takes: without NUL and halves of characters, and bounded, as names and tools write anything. */
export const storableText = (text: string): string =>
  text
    .replaceAll('\0', '')
    .slice(0, LONGEST_TEXT)
    .replace(/\p{Surrogate}/gu, '\uFFFD');

export const storable = ({ code, params, message }: CodedText): CodedText => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? storableText(value) : value]),
  ),
  message: storableText(message),
});

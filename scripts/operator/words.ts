import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Which options each command takes, apart from `--json`. */
type Takes<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/**
 * Reads a command's name, its words and its options.
 *
 * @throws UsageError with `usage`.
 */
export function parseCommand<Name extends string, Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  { usage, options, takes }: { usage: string; options: Options; takes: Takes<Name> },
) {
  const parse = () => {
    try {
      return parseArgs({ args: [...args], allowPositionals: true, options });
    } catch (error) {
      throw new UsageError(`${(error as Error).message}\n${usage}`);
    }
  };
  const { values, positionals } = parse();
  const [name, ...words] = positionals;
  if (name === undefined || !Object.hasOwn(takes, name)) throw new UsageError(usage);
  const command = name as Name;
  const strange = Object.keys(values).find((option) => option !== 'json' && !takes[command].includes(option));
  if (strange !== undefined) throw new UsageError(`"${command}" takes no --${strange}.\n${usage}`);
  return { command, words, values };
}

/** @returns a reader of values that throws UsageError with a problem and `usage`. */
export const readerOf =
  (usage: string) =>
  <S extends z.core.$ZodType>(schema: S, value: unknown, problem: string): z.output<S> => {
    const parsed = z.safeParse(schema, value);
    if (!parsed.success) throw new UsageError(`${problem}\n${usage}`);
    return parsed.data;
  };

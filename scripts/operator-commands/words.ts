import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Somebody asked for help, which is no failure. */
export class HelpAsked extends Error {
  override readonly name = 'HelpAsked';

  /** How the command is used, for the operator to read. */
  readonly usage: string;

  constructor(usage: string) {
    super('help was asked for');
    this.usage = usage;
  }
}

/** Which options each command takes, apart from `--json`. */
type Takes<Name extends string> = Readonly<Record<Name, readonly string[]>>;

type Options = NonNullable<ParseArgsConfig['options']>;

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Reads words and options.
 *
 * @throws HelpAsked for `--help` and `-h`
 * @throws UsageError with `usage` for an unknown option
 */
export function parseWords<O extends Options>(args: readonly string[], usage: string, options: O) {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options: { ...options, ...HELP } });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
  if ('help' in parsed.values) throw new HelpAsked(usage);
  return parsed;
}

/** @throws UsageError for an option that the command does not take, apart from `--json`. */
export function checkOptions(command: string, values: object, takes: readonly string[], usage: string): void {
  const strange = Object.keys(values).find((option) => option !== 'json' && !takes.includes(option));
  if (strange !== undefined) throw new UsageError(`"${command}" takes no --${strange}.\n${usage}`);
}

/**
 * Reads a command's name, its words and its options.
 *
 * @throws UsageError with `usage`.
 */
export function parseCommand<Name extends string, O extends Options>(
  args: readonly string[],
  { usage, options, takes }: { usage: string; options: O; takes: Takes<Name> },
) {
  const { values, positionals } = parseWords(args, usage, options);
  const [name, ...words] = positionals;
  if (name === undefined || !Object.hasOwn(takes, name)) throw new UsageError(usage);
  const command = name as Name;
  checkOptions(command, values, takes[command], usage);
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

import { envSchema, roles, type Role } from './env.ts';

/** The words after the command are not a role; the message says what to write. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}

/** The variable that an option such as `--port` probably means. */
const variableOf = (option: string): string => {
  const name = option
    .replace(/^-+|=.*$/g, '')
    .replaceAll('-', '_')
    .toUpperCase();
  return name in envSchema.shape ? name : 'PORT';
};

/**
 * The role that the command names, or undefined when the command names none.
 *
 * @param words everything after the command.
 * @throws CommandLineError
 */
export function readRole(words: readonly string[]): Role | undefined {
  const option = words.find((word) => word.startsWith('-'));
  if (option !== undefined)
    throw new CommandLineError(
      `Unknown option "${option}". The server has no options: environment variables configure it, such as ${variableOf(option)} (see docs/operations.md).`,
    );
  const [word, ...more] = words;
  const role = roles.find((known) => known === word);
  if (word === undefined || (role !== undefined && more.length === 0)) return role;
  throw new CommandLineError(
    `Unknown ${role === undefined ? `role "${word}"` : `word "${more[0]}"`}. After the command at most one role follows: ${roles.join(', ')}.`,
  );
}

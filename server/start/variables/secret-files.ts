import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { EnvError, type VariableMeta } from './variable.ts';

/** Names the file that holds a secret. */
export const fileVariableOf = (name: string) => `${name}_FILE`;

function readSecretFile(variable: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new EnvError(`${variable}: the file cannot be read (${code})`, { cause: error });
  }
  // An editor or a command ends the file with a line end, which is no part of the secret.
  const secret = text.replace(/\r?\n$/, '');
  // An empty one would turn encryption or a password off without a word.
  if (secret === '') throw new EnvError(`${variable}: the file is empty`);
  return secret;
}

/**
 * Takes each secret whose `NAME_FILE` is set from that file: vaults and containers hand secrets over as files.
 *
 * @throws EnvError when a file cannot be read, or the secret is there twice.
 */
export function withSecretFiles(variables: Record<string, string | undefined>, shape: Record<string, z.ZodType>) {
  const secrets = Object.keys(shape).filter((name) => (shape[name]?.meta() as VariableMeta | undefined)?.isSecret);
  const read = { ...variables };
  for (const name of secrets) {
    const variable = fileVariableOf(name);
    const path = variables[variable];
    if (path === undefined) continue;
    if (variables[name] !== undefined) throw new EnvError(`${variable}: cannot be set together with ${name}`);
    read[name] = readSecretFile(variable, path);
  }
  return read;
}

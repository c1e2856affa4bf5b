import { z } from 'zod';
import { isLoopbackHost } from '../loopback-host.ts';

/**
 * Documentation of a variable: docs/operations.md and .env.example are generated from it (`npm run docs:environment`).
 */
export interface VariableMeta {
  readonly description: string;
  /** Behaviour when the variable is not set; default: the schema's default. */
  readonly unset?: string;
  /** A value for .env.example; default: the schema's default. */
  readonly example?: string;
  /** Whether it holds a secret, which may come from a file instead. */
  readonly isSecret?: true;
}

export const documented = <T extends z.ZodType>(schema: T, meta: VariableMeta): T => schema.meta({ ...meta });

/** The environment is invalid; the message names each variable and its problem. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

export const urlOf = (protocol: RegExp, start: string) =>
  z.url({ protocol, error: `must be an address that starts with ${start}` });

/** Parses `https://host/path?secret=...`; undefined for other text. */
export function readSecretAddress(address: string): { url: string; secret: string } | undefined {
  const [, url = '', secret = ''] = /^(https?:\/\/[^?#\s]+)\?secret=([\w-]{32,200})$/.exec(address) ?? [];
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, username, password } = new URL(url);
  if (username + password !== '') return undefined;
  // What is said about the service or a person's age goes over this address.
  return protocol === 'https:' || isLoopbackHost(hostname) ? { url, secret } : undefined;
}

export const secretAddress = z.string().refine((address) => readSecretAddress(address) !== undefined, {
  error: 'must be https://host/path?secret=..., with 32 or more letters and digits as the secret',
});

/** Whether a folder is another one, or inside it. */
export const isInside = (folder: string, other: string): boolean =>
  `${folder}/`.startsWith(other === '/' ? other : `${other}/`);

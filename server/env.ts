import { resolve } from 'node:path';
import { z } from 'zod';

const urlOf = (protocol: RegExp, start: string) =>
  z.url({ protocol, error: `must be an address that starts with ${start}` });

const envSchema = z.object({
  PORT: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: urlOf(/^postgres(ql)?$/, 'postgres://').optional(),
  PUBLIC_URL: urlOf(/^https?$/, 'http:// or https://').optional(),
  SMTP_URL: urlOf(/^smtps?$/, 'smtp:// or smtps://').optional(),
  MAIL_FROM: z.email({ error: 'must be an e-mail address' }).optional(),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});

export interface Env {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  publicUrl: string | undefined;
  smtpUrl: string | undefined;
  /** Who mails come from. */
  mailFrom: string;
  isProduction: boolean;
  logLevel: string;
}

/** The environment does not fit; the message names each variable and what is wrong with it. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/** An empty variable is one that is not set: that is how compose files and CI pass "none". */
const withoutEmpty = (variables: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));

/** An address of the service's own domain, where it has one. */
function senderOf(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  return `no-reply@${/\.[a-z]{2,}$/i.test(host) ? host : 'bora.example'}`;
}

/** @throws EnvError */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  const parsed = envSchema.safeParse(withoutEmpty(variables));
  if (!parsed.success)
    throw new EnvError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  const { data } = parsed;
  const isProduction = data.NODE_ENV === 'production';
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? senderOf(data.PUBLIC_URL),
    isProduction,
    logLevel: data.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  };
}

import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const urlOf = (protocol: RegExp, start: string) =>
  z.url({ protocol, error: `must be an address that starts with ${start}` });

const isAddress = (text: string) => {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most));
};

const areAddresses = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .every((part) => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isAddress(part));

const envSchema = z.object({
  PORT: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: urlOf(/^postgres(ql)?$/, 'postgres://').optional(),
  PUBLIC_URL: urlOf(/^https?$/, 'http:// or https://').optional(),
  SMTP_URL: urlOf(/^smtps?$/, 'smtp:// or smtps://').optional(),
  MAIL_FROM: z.email({ error: 'must be an e-mail address' }).optional(),
  NODE_ENV: z.enum(['development', 'test', 'production']).optional(),
  /** Without one, only this machine is told the figures at /metrics. */
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).max(200).optional(),
  TRUSTED_PROXIES: z.string().default('loopback').refine(areAddresses, {
    error: 'must be addresses or networks (10.0.0.0/8), loopback, linklocal or uniquelocal, with commas between them',
  }),
  MIGRATIONS: z.enum(['at-start', 'release-step']).default('at-start'),
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
  metricsToken: string | undefined;
  /** Whose word on the caller's address is taken, as the framework wants it. */
  trustedProxies: string;
  /** Whether the server migrates when it starts, or only checks that somebody has. */
  migrations: 'at-start' | 'release-step';
  logLevel: string;
}

/** The environment does not fit; the message names each variable and what is wrong with it. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/** An address that only this machine can reach. */
const isLoopbackHost = (host: string) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/**
 * Development opens the mailbox, the demo accounts and free payment to every caller, so it is the default only where
 * nobody else can call.
 *
 * @returns why the mode has to be named, or undefined.
 */
function whyModeIsNeeded({ HOST, PUBLIC_URL }: { HOST: string; PUBLIC_URL?: string | undefined }): string | undefined {
  if (!isLoopbackHost(HOST)) return `HOST is ${HOST}, which other machines can reach`;
  if (PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol === 'https:') return 'PUBLIC_URL is an https address';
  return undefined;
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
  const reason = data.NODE_ENV === undefined ? whyModeIsNeeded(data) : undefined;
  if (reason !== undefined)
    throw new EnvError(
      `NODE_ENV: must be set, because ${reason}. "production" turns the demo accounts, the mailbox and the test payment off; "development" leaves them open to every caller`,
    );
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
    metricsToken: data.METRICS_TOKEN,
    trustedProxies: data.TRUSTED_PROXIES,
    migrations: data.MIGRATIONS,
    logLevel: data.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  };
}

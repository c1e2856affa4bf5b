import { resolve } from 'node:path';
import { z } from 'zod';
import type { BackupPlan } from '#server/backup/index.ts';
import type { CountryOptions } from '#server/http/country.ts';
import { isLoopbackHost } from './loopback-host.ts';
import { backupsOf, backupVariables } from './variables/backups.ts';
import { callerVariables, countriesOf } from './variables/callers.ts';
import { mediaOf, mediaVariables, type MediaSettings } from './variables/media.ts';
import { oidcVariables, staffProviderSettingsOf, type StaffProviderSettings } from './variables/oidc.ts';
import { otelVariables, wantsTraces } from './variables/otel.ts';
import { providersOf, providerVariables, type ProviderSettings } from './variables/providers.ts';
import { withSecretFiles } from './variables/secret-files.ts';
import { documented, EnvError, readSecretAddress, secretAddress, urlOf } from './variables/variable.ts';

const port = z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535);

export const roles = ['both', 'serve', 'work'] as const;

/** Role of a process: it answers calls, runs background jobs, or both. */
export type Role = (typeof roles)[number];

/** Every variable that the server reads, in the order of the documents. */
export const envSchema = z.object({
  PORT: documented(port.default(8080), {
    description: 'Port of the one server: API, app, phone pages and media. 0 takes any free port.',
  }),
  HOST: documented(z.string().min(1).default('127.0.0.1'), {
    description: 'Address to listen on.',
  }),
  DATA_DIR: documented(z.string().min(1).default('./data'), {
    description:
      'Folder of the embedded database and of files made at run time. Every start closes it to other users of the machine.',
  }),
  CATALOGUE_DIR: documented(z.string().min(1).optional(), {
    description:
      'Folder of the pictures and streams of the catalogue. Where it is set, an empty database stays empty until an import.',
    unset: 'the demo, or `./catalogue` where `demo/` is deleted',
    example: './catalogue',
  }),
  ...mediaVariables,
  DATABASE_URL: documented(urlOf(/^postgres(ql)?$/, 'postgres://').optional(), {
    description:
      'PostgreSQL in place of the embedded database. More than one process needs it. Connections to another machine are encrypted, and its certificate is verified by the public authorities or by `?sslrootcert=FILE`; `?sslmode=require` does not verify, `?sslmode=disable` does not encrypt.',
    unset: 'embedded database',
    example: 'postgresql://bora:secret@127.0.0.1:5432/bora',
    isSecret: true,
  }),
  DATABASE_PASSWORD: documented(z.string().min(1).max(1000).optional(), {
    description: 'Password of `DATABASE_URL`, where its address has none.',
    unset: 'the address has it, or none is needed',
    example: 'secret',
    isSecret: true,
  }),
  PUBLIC_URL: documented(urlOf(/^https?$/, 'http:// or https://').optional(), {
    description: 'Start of links, QR codes, media and picture addresses.',
    unset: 'from `HOST` and `PORT`',
    example: 'https://bora.example',
  }),
  ...providerVariables,
  NODE_ENV: documented(z.enum(['development', 'test', 'production']).optional(), {
    description:
      '`production` turns off `/dev/*`, the demo accounts and the demo owner of the console (those of earlier starts too) and the test payment. Required where `HOST` is not a loopback address or `PUBLIC_URL` is https.',
    unset: '`development`',
    example: 'development',
  }),
  LOG_LEVEL: documented(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(), {
    description: 'Least severe level that is logged, from `trace` to `silent`. Logs are JSON lines on standard error.',
    unset: '`warn` (`info` in production)',
    example: 'warn',
  }),
  ...callerVariables,
  METRICS_TOKEN: documented(z.string().min(16, { error: 'must have at least 16 characters' }).max(200).optional(), {
    description: 'Token that reads `/metrics` from another machine.',
    unset: 'only programs on this machine read `/metrics`',
    example: 'at-least-sixteen-characters',
    isSecret: true,
  }),
  TROUBLE_WEBHOOK: documented(secretAddress.optional(), {
    description:
      'Who is told when something is wrong with the service and when it is over, besides the owners by mail: `https://alerts.example/bora?secret=…`. The secret signs the messages and has 32 or more letters and digits.',
    unset: 'only owners are told, by mail',
    example: 'https://alerts.example/bora?secret=0123456789abcdef0123456789abcdef',
    isSecret: true,
  }),
  ...backupVariables,
  CONSOLE: documented(z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'), {
    description: "`off` leaves out the operators' console: its page at `/console/` and its calls.",
  }),
  ...oidcVariables,
  ...otelVariables,
  ROLE: documented(z.enum(roles, { error: 'must be both, serve or work' }).default('both'), {
    description:
      'What the process does: `serve` answers calls, `work` does the background jobs and sends mail, `both` does both. The word `serve` or `work` after the command overrides it. The embedded database needs `both`.',
  }),
  WORK_PORT: documented(port.optional(), {
    description: 'Port of a process with the role `work`, for `/healthz`, `/readyz` and `/metrics` alone.',
    unset: 'a worker does not listen',
    example: '9090',
  }),
  MIGRATIONS: documented(z.enum(['at-start', 'release-step']).default('at-start'), {
    description:
      'When the database is migrated: by every start, or by `bora migrate` as a step of the release, which each start then only checks.',
  }),
});

export interface Env extends MediaSettings, ProviderSettings {
  port: number;
  host: string;
  dataDir: string;
  /** Where the catalogue's files are; undefined for those of the demo. */
  catalogueDir: string | undefined;
  databaseUrl: string | undefined;
  /** Whether a tracing service is told of calls, statements and jobs. */
  hasTraces: boolean;
  publicUrl: string | undefined;
  /** Where staff sign in, besides passwords. */
  staffProvider: StaffProviderSettings | undefined;
  isProduction: boolean;
  metricsToken: string | undefined;
  /** Who is told of troubles, besides the owners. */
  troubleWebhook: { url: string; secret: string } | undefined;
  /** Backups that the service makes by itself; undefined for none. */
  backups: BackupPlan | undefined;
  /** Encrypts backups; undefined to leave them readable. */
  backupSecret: string | undefined;
  console: 'on' | 'off';
  /** Trusted proxies, in Fastify's `trustProxy` syntax. */
  trustedProxies: string;
  /** Undefined where the service is in one country. */
  countries: CountryOptions | undefined;
  /** Whether each start migrates the database, or only checks that a release step has. */
  migrations: 'at-start' | 'release-step';
  logLevel: string;
  role: Role;
  /** Port of a worker; undefined when it does not listen. */
  workPort: number | undefined;
}

/**
 * Development opens the mailbox, the demo accounts and free payment to every caller, so it is the default only when
 * nobody else can connect.
 *
 * @returns why the mode must be set, or undefined.
 */
function whyModeIsNeeded({ HOST, PUBLIC_URL }: { HOST: string; PUBLIC_URL?: string | undefined }): string | undefined {
  if (!isLoopbackHost(HOST)) return `HOST is ${HOST}, which other machines can reach`;
  if (PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol === 'https:') return 'PUBLIC_URL is an https address';
  return undefined;
}

/** @throws EnvError when the address is missing, has a password, or cannot have one. */
function databaseUrlOf({ DATABASE_URL: address, DATABASE_PASSWORD: password }: z.output<typeof envSchema>) {
  if (password === undefined) return address;
  if (address === undefined || new URL(address).password !== '')
    throw new EnvError('DATABASE_PASSWORD: is for a DATABASE_URL without a password');
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  if (url.password === '') throw new EnvError('DATABASE_PASSWORD: needs a host in DATABASE_URL');
  return url.href;
}

/** Treats an empty variable as unset: compose files and CI use that for "none". */
const withoutEmpty = (variables: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));

/**
 * @param role as given with the command; replaces ROLE.
 * @throws EnvError
 */
export function readEnv(variables: NodeJS.ProcessEnv = process.env, role?: Role): Env {
  const given = withoutEmpty({ ...variables, ...(role !== undefined && { ROLE: role }) });
  const parsed = envSchema.safeParse(withSecretFiles(given, envSchema.shape));
  if (!parsed.success)
    throw new EnvError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  const { data } = parsed;
  const reason = data.NODE_ENV === undefined ? whyModeIsNeeded(data) : undefined;
  if (reason !== undefined)
    throw new EnvError(
      `NODE_ENV: must be set, because ${reason}. "production" turns the demo accounts, the mailbox and the test payment off; "development" leaves them open to every caller`,
    );
  if (data.ROLE !== 'both' && data.DATABASE_URL === undefined)
    throw new EnvError(
      `ROLE: "${data.ROLE}" needs DATABASE_URL, because only one process can open the embedded database. "both" serves and works in that process`,
    );
  const isProduction = data.NODE_ENV === 'production';
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    catalogueDir: data.CATALOGUE_DIR === undefined ? undefined : resolve(data.CATALOGUE_DIR),
    ...mediaOf(data),
    databaseUrl: databaseUrlOf(data),
    hasTraces: wantsTraces(data),
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    ...providersOf(data),
    staffProvider: staffProviderSettingsOf(data),
    isProduction,
    metricsToken: data.METRICS_TOKEN,
    troubleWebhook: data.TROUBLE_WEBHOOK === undefined ? undefined : readSecretAddress(data.TROUBLE_WEBHOOK),
    backups: backupsOf(data),
    backupSecret: data.BACKUP_SECRET,
    console: data.CONSOLE,
    trustedProxies: data.TRUSTED_PROXIES,
    countries: countriesOf(data),
    migrations: data.MIGRATIONS,
    logLevel: data.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    role: data.ROLE,
    workPort: data.WORK_PORT,
  };
}

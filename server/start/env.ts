import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { BackupPlan } from '#server/backup/index.ts';
import type { CountryOptions } from '#server/http/country.ts';
import type { MediaEdge } from '#server/providers/edge-signer.ts';
import type { MediaLocation } from '#server/providers/open-media-store.ts';
import { isLoopbackHost } from './loopback-host.ts';
import { oidcVariables, staffProviderSettingsOf, type StaffProviderSettings } from './oidc-env.ts';

const urlOf = (protocol: RegExp, start: string) =>
  z.url({ protocol, error: `must be an address that starts with ${start}` });

/** The shortest prefixes of a proxy's network: those of private networks. Of a wider one anybody could be a proxy. */
const WIDEST = { 4: 8, 6: 7 } as const;

const isAddress = (text: string) => {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (more.length > 0 || (family !== 4 && family !== 6)) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= WIDEST[family] && Number(bits) <= (family === 4 ? 32 : 128);
};

const areAddresses = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .every((part) => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isAddress(part));

/**
 * Documentation of a variable: docs/operations.md and .env.example are generated from it (`npm run docs:environment`).
 */
export interface VariableMeta {
  readonly description: string;
  /** Behaviour when the variable is not set; default: the schema's default. */
  readonly unset?: string;
  /** A value for .env.example; default: the schema's default. */
  readonly example?: string;
}
const documented = <T extends z.ZodType>(schema: T, meta: VariableMeta): T => schema.meta({ ...meta });

const port = z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535);

export const roles = ['both', 'serve', 'work'] as const;

/** Role of a process: it answers calls, runs background jobs, or both. */
export type Role = (typeof roles)[number];

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*$/;

/** Parses `s3://bucket/prefix?endpoint=...&region=...`; undefined for other text. */
function readS3Address(address: string) {
  if (!/^s3:\/\//.test(address) || !URL.canParse(address)) return undefined;
  const { hostname: bucket, pathname, searchParams, port: portOfBucket, username, hash } = new URL(address);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  const { endpoint, region, ...others } = Object.fromEntries(searchParams) as Record<string, string | undefined>;
  const isEndpointValid =
    endpoint === undefined || (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol));
  const isValid = BUCKET.test(bucket) && (prefix === '' || PREFIX.test(prefix)) && isEndpointValid;
  const isMore = [portOfBucket, username, hash].some((part) => part !== '') || Object.keys(others).length > 0;
  return isValid && !isMore ? { bucket, prefix, endpoint, region } : undefined;
}
const isS3Place = (address: string) => readS3Address(address) !== undefined;

/** Edges that one service tells: a bound, because each gets each end. */
const MOST_TOLD = 100;

/**
 * Parses `nginx:https://host?secret=...&tell=host:port,...`; undefined for other text. nginx's configuration must not need
 * quotes.
 */
function readEdge(address: string): MediaEdge | undefined {
  const [, url = '', secret = '', tell] =
    /^nginx:(https?:\/\/[A-Za-z0-9.:[\]-]+)\/?\?secret=([\w-]{32,200})(?:&tell=([A-Za-z0-9.:[\],-]+))?$/.exec(
      address,
    ) ?? [];
  const told = tell?.split(',') ?? [];
  const areAddresses =
    told.length <= MOST_TOLD && told.every((one) => /:\d{1,5}$/.test(one) && URL.canParse(`http://${one}`));
  return URL.canParse(url) && areAddresses ? { url: new URL(url).origin, secret, told } : undefined;
}

/** `https://host/path?secret=...` */
function readSecretAddress(address: string): { url: string; secret: string } | undefined {
  const [, url = '', secret = ''] = /^(https?:\/\/[^?#\s]+)\?secret=([\w-]{32,200})$/.exec(address) ?? [];
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, username, password } = new URL(url);
  if (username + password !== '') return undefined;
  // What is said about the service or a person's age goes over this address.
  return protocol === 'https:' || isLoopbackHost(hostname) ? { url, secret } : undefined;
}

/** One secret, or the new one and the old one. */
function readSecrets(text: string): [string, ...string[]] | undefined {
  const [first, ...others] = text.split(',').map((secret) => secret.trim());
  if (first === undefined || others.length > 1) return undefined;
  return [first, ...others].every((secret) => /^[\w-]{32,200}$/.test(secret)) ? [first, ...others] : undefined;
}

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
  MEDIA_STORE: documented(
    z
      .string()
      .min(1)
      .refine((place) => !/^\w+:\/\//.test(place) || isS3Place(place), {
        error: 'must be a folder, or s3://bucket/prefix?endpoint=https://...&region=... (both words may be left out)',
      })
      .optional(),
    {
      description:
        'Where the videos that `bora media` adds are stored: a folder, or `s3://bucket/prefix?endpoint=https://s3.example&region=eu-central-1` (without `endpoint`, Amazon’s). All workers and servers need the same store.',
      unset: '`DATA_DIR/media`',
      example: './data/media',
    },
  ),
  MEDIA_WATCH: documented(z.string().min(1).optional(), {
    description:
      'Folder in which workers look for videos. A video is taken when it has not changed for 30 seconds. It lies outside of `MEDIA_STORE`.',
    unset: 'no folder is watched',
    example: '/srv/videos',
  }),
  MEDIA_KEY_SECRET: documented(
    z
      .string()
      .regex(/^[\w-]{32,200}$/, { error: 'must have 32 to 200 letters and digits' })
      .optional(),
    {
      description:
        'Seals the keys of protected videos in the database. All processes need the same one; without it their keys cannot be read. `openssl rand -hex 32` makes one.',
      unset: 'made once, in `DATA_DIR/clip-key-secret`',
      example: 'a-secret-of-at-least-thirty-two-letters',
    },
  ),
  AWS_ACCESS_KEY_ID: documented(z.string().min(1).optional(), {
    description: 'Key of an S3 store. It may read, write, list and delete in its bucket.',
    unset: 'none; an S3 store needs it',
    example: 'key',
  }),
  AWS_SECRET_ACCESS_KEY: documented(z.string().min(1).optional(), {
    description: 'Secret of that key.',
    unset: 'none; an S3 store needs it',
    example: 'secret',
  }),
  AWS_SESSION_TOKEN: documented(z.string().min(1).optional(), {
    description: 'Token of a temporary key. The server must be started again with a new one before it ends.',
    unset: 'the key is permanent',
    example: 'token',
  }),
  AWS_REGION: documented(z.string().min(1).optional(), {
    description: 'Region of an S3 store whose address names none.',
    unset: '`us-east-1`, which stores without regions accept',
    example: 'eu-central-1',
  }),
  MEDIA_EDGE: documented(
    z
      .string()
      .refine((address) => readEdge(address) !== undefined, {
        error:
          'must be nginx:https://host?secret=..., with 32 or more letters and digits as the secret, and perhaps &tell=host:port,...',
      })
      .optional(),
    {
      description:
        'An nginx in front of the media, with the configuration that `bora edge` prints: `nginx:https://media.example?secret=…`. The secret signs addresses and has 32 or more letters and digits. `&tell=10.0.0.7:8081,…` names where each edge is told which playbacks have ended, so that it rarely asks.',
      unset: 'this server gives the media out',
      example: 'nginx:https://media.example?secret=0123456789abcdef0123456789abcdef',
    },
  ),
  DATABASE_URL: documented(urlOf(/^postgres(ql)?$/, 'postgres://').optional(), {
    description:
      'PostgreSQL in place of the embedded database. More than one process needs it. Connections to another machine are encrypted, and its certificate is verified by the public authorities or by `?sslrootcert=FILE`; `?sslmode=require` does not verify, `?sslmode=disable` does not encrypt.',
    unset: 'embedded database',
    example: 'postgresql://bora:secret@127.0.0.1:5432/bora',
  }),
  PUBLIC_URL: documented(urlOf(/^https?$/, 'http:// or https://').optional(), {
    description: 'Start of links, QR codes, media and picture addresses.',
    unset: 'from `HOST` and `PORT`',
    example: 'https://bora.example',
  }),
  IDENTITY_PROVIDER: documented(
    z
      .string()
      .refine((address) => readSecretAddress(address) !== undefined, {
        error: 'must be https://host/path?secret=..., with 32 or more letters and digits as the secret',
      })
      .optional(),
    {
      description:
        'Who checks the age of adults: `https://identity.example/verify?secret=…`. The secret signs the answers and has 32 or more letters and digits.',
      unset: 'a test provider; in production nobody can prove their age',
      example: 'https://identity.example/verify?secret=0123456789abcdef0123456789abcdef',
    },
  ),
  PAYMENT_PROVIDER: documented(urlOf(/^https?$/, 'https:// or http://').optional(), {
    description:
      'Who takes the money: the address below which a provider answers the messages of `docs/operations/money.md`. It posts what happens to `PUBLIC_URL`, `/webhooks/payment`.',
    unset: 'a test payment that takes no money; in production nothing is for sale',
    example: 'https://payment.example/v1',
  }),
  PAYMENT_SECRETS: documented(
    z
      .string()
      .refine((secrets) => readSecrets(secrets) !== undefined, {
        error: 'must be one or two secrets of 32 or more letters and digits, with a comma between them',
      })
      .optional(),
    {
      description:
        'Secret that this server and the payment provider share, of 32 or more letters and digits. Two of them, with a comma, while it is replaced: the first signs, both are accepted.',
      unset: 'none; a payment provider needs it',
      example: '0123456789abcdef0123456789abcdef',
    },
  ),
  SMTP_URL: documented(urlOf(/^smtps?$/, 'smtp:// or smtps://').optional(), {
    description: 'Mail server, by TLS only. Without it, mails are kept and shown at `/dev/mail` (not in production).',
    unset: 'no mail is sent',
    example: 'smtps://user:secret@mail.example:465',
  }),
  MAIL_FROM: documented(z.email({ error: 'must be an e-mail address' }).optional(), {
    description: 'Sender address of mails.',
    unset: '`no-reply@` and the host of `PUBLIC_URL`',
    example: 'no-reply@bora.example',
  }),
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
  TRUSTED_PROXIES: documented(
    z.string().default('loopback').refine(areAddresses, {
      error: 'must be addresses or networks (10.0.0.0/8), loopback, linklocal or uniquelocal, with commas between them',
    }),
    {
      description:
        'Proxies whose `x-forwarded-for` the server believes: addresses, networks (`10.0.0.0/8`), `loopback`, `linklocal` or `uniquelocal`, separated by commas.',
    },
  ),
  COUNTRIES: documented(
    z
      .string()
      .regex(/^[A-Z]{2}(,[A-Z]{2}){0,29}$/, { error: 'must be up to 30 codes such as KR, with commas between them' })
      .optional(),
    {
      description:
        'Countries where the service is, as codes with commas between them. Titles and episodes may then be limited to some, and rated otherwise in some.',
      unset: 'one country: nobody is asked where they are',
      example: 'KR,JP',
    },
  ),
  COUNTRY_HEADER: documented(
    z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/i, { error: 'must be the name of a header' })
      .default('cf-ipcountry'),
    {
      description:
        'Header in which a proxy of `TRUSTED_PROXIES` says the country of a caller. The proxy must replace what callers send in it.',
    },
  ),
  UNKNOWN_COUNTRY: documented(
    z
      .string()
      .regex(/^[A-Z]{2}$/, { error: 'must be a code such as KR' })
      .optional(),
    {
      description: 'Country of callers whose country the proxy does not say.',
      unset: 'they see what is limited to no country',
      example: 'KR',
    },
  ),
  METRICS_TOKEN: documented(z.string().min(16, { error: 'must have at least 16 characters' }).max(200).optional(), {
    description: 'Token that reads `/metrics` from another machine.',
    unset: 'only programs on this machine read `/metrics`',
    example: 'at-least-sixteen-characters',
  }),
  TROUBLE_WEBHOOK: documented(
    z
      .string()
      .refine((address) => readSecretAddress(address) !== undefined, {
        error: 'must be https://host/path?secret=..., with 32 or more letters and digits as the secret',
      })
      .optional(),
    {
      description:
        'Who is told when something is wrong with the service and when it is over, besides the owners by mail: `https://alerts.example/bora?secret=…`. The secret signs the messages and has 32 or more letters and digits.',
      unset: 'only owners are told, by mail',
      example: 'https://alerts.example/bora?secret=0123456789abcdef0123456789abcdef',
    },
  ),
  BACKUP_DIR: documented(z.string().min(1).optional(), {
    description:
      'Folder into which the service backs the embedded database up each day, best on another disk. Videos and pictures are not in it.',
    unset: 'backups are made by hand: `bora backup FILE`',
    example: '/mnt/backups',
  }),
  BACKUP_AT: documented(
    z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 04:30' })
      .default('04:30'),
    { description: 'When, by the clock of Korea.' },
  ),
  BACKUP_KEEP: documented(z.coerce.number().int().min(1).max(1000).default(7), {
    description: 'How many of them are kept.',
  }),
  BACKUP_SECRET: documented(z.string().min(16, { error: 'must have at least 16 characters' }).max(200).optional(), {
    description: 'Encrypts backups, also those of the command. Whoever restores one needs it; keep it elsewhere.',
    unset: 'they are as readable as the database',
    example: 'at-least-sixteen-characters',
  }),
  CONSOLE: documented(z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'), {
    description: "`off` leaves out the operators' console: its page at `/console/` and its calls.",
  }),
  ...oidcVariables,
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

export interface Env {
  port: number;
  host: string;
  dataDir: string;
  /** Where the catalogue's files are; undefined for those of the demo. */
  catalogueDir: string | undefined;
  /** Where jobs work on own videos. */
  mediaFolder: string;
  /** Where own videos are stored. */
  mediaStore: MediaLocation;
  /** Seals the keys of protected videos; undefined for that of the data folder. */
  mediaKeySecret: string | undefined;
  /** Folder in which videos are looked for; undefined for none. */
  watchedFolder: string | undefined;
  /** Serves media to players; undefined for this server. */
  mediaEdge: MediaEdge | undefined;
  databaseUrl: string | undefined;
  publicUrl: string | undefined;
  identityProvider: { url: string; secret: string } | undefined;
  /** Where staff sign in, besides passwords. */
  staffProvider: StaffProviderSettings | undefined;
  paymentProvider: { url: string; secrets: [string, ...string[]] } | undefined;
  smtpUrl: string | undefined;
  /** Sender address of mails. */
  mailFrom: string;
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

/** The environment is invalid; the message names each variable and its problem. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
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

/** Whether a folder is another one, or inside it. */
const isInside = (folder: string, other: string) => `${folder}/`.startsWith(other === '/' ? other : `${other}/`);

/** Treats an empty variable as unset: compose files and CI use that for "none". */
const withoutEmpty = (variables: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));

/** A sender address at the public host, or at a placeholder domain when the host has no domain name. */
function senderOf(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  return `no-reply@${/\.[a-z]{2,}$/i.test(host) ? host : 'bora.example'}`;
}

/** @throws EnvError when an S3 store has no key. */
function mediaLocationOf(data: z.output<typeof envSchema>): MediaLocation {
  const { MEDIA_STORE: address = join(data.DATA_DIR, 'media') } = data;
  const s3 = readS3Address(address);
  if (s3 === undefined) return { kind: 'folder', folder: resolve(address) };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = data;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new EnvError('MEDIA_STORE: an S3 store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  return {
    kind: 's3',
    ...s3,
    region: s3.region ?? data.AWS_REGION ?? 'us-east-1',
    credentials: { accessKeyId, secretAccessKey, sessionToken: data.AWS_SESSION_TOKEN },
  };
}

/** @throws EnvError when a payment provider has no secret, or a secret no provider. */
function paymentProviderOf(data: z.output<typeof envSchema>): Env['paymentProvider'] {
  const { PAYMENT_PROVIDER: url, PAYMENT_SECRETS: secrets } = data;
  if (url === undefined && secrets === undefined) return undefined;
  const read = secrets === undefined ? undefined : readSecrets(secrets);
  if (url === undefined || read === undefined)
    throw new EnvError('PAYMENT_PROVIDER: a payment provider needs PAYMENT_SECRETS, and the other way round');
  if (data.NODE_ENV === 'production' && !url.startsWith('https:'))
    throw new EnvError('PAYMENT_PROVIDER: must start with https:// in production');
  return { url: url.replace(/\/+$/, ''), secrets: read };
}

const countriesOf = (data: z.output<typeof envSchema>): CountryOptions | undefined =>
  data.COUNTRIES === undefined
    ? undefined
    : {
        countries: data.COUNTRIES.split(','),
        header: data.COUNTRY_HEADER.toLowerCase(),
        unknown: data.UNKNOWN_COUNTRY,
      };

/** @throws EnvError where the database has tools of its own. */
function backupsOf({ BACKUP_DIR: folder, BACKUP_AT: at, BACKUP_KEEP: kept, ...data }: z.output<typeof envSchema>) {
  if (folder === undefined) return undefined;
  if (data.DATABASE_URL !== undefined)
    throw new EnvError('BACKUP_DIR: is for the embedded database; back PostgreSQL up by its own tools');
  if (isInside(resolve(folder), resolve(data.DATA_DIR, 'database')))
    throw new EnvError('BACKUP_DIR: must lie outside of the database');
  const [hour, minute] = at.split(':').map(Number) as [number, number];
  return { folder: resolve(folder), atMinute: hour * 60 + minute, kept };
}

/**
 * @param role as given with the command; replaces ROLE.
 * @throws EnvError
 */
export function readEnv(variables: NodeJS.ProcessEnv = process.env, role?: Role): Env {
  const parsed = envSchema.safeParse(withoutEmpty({ ...variables, ...(role !== undefined && { ROLE: role }) }));
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
  const mediaEdge = data.MEDIA_EDGE === undefined ? undefined : readEdge(data.MEDIA_EDGE);
  if (mediaEdge?.url.startsWith('http:') && data.PUBLIC_URL?.startsWith('https:'))
    throw new EnvError('MEDIA_EDGE: must start with nginx:https://, because PUBLIC_URL is an https address');
  const staffProvider = staffProviderSettingsOf(data);
  if (typeof staffProvider === 'string') throw new EnvError(staffProvider);
  const isProduction = data.NODE_ENV === 'production';
  const mediaStore = mediaLocationOf(data);
  const mediaFolder = mediaStore.kind === 'folder' ? mediaStore.folder : resolve(data.DATA_DIR, 'media');
  const watchedFolder = data.MEDIA_WATCH === undefined ? undefined : resolve(data.MEDIA_WATCH);
  if (watchedFolder !== undefined && (isInside(watchedFolder, mediaFolder) || isInside(mediaFolder, watchedFolder)))
    throw new EnvError('MEDIA_WATCH: must lie outside of the media folder, and not around it');
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    catalogueDir: data.CATALOGUE_DIR === undefined ? undefined : resolve(data.CATALOGUE_DIR),
    mediaFolder,
    mediaStore,
    mediaKeySecret: data.MEDIA_KEY_SECRET,
    watchedFolder,
    mediaEdge,
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    identityProvider: data.IDENTITY_PROVIDER === undefined ? undefined : readSecretAddress(data.IDENTITY_PROVIDER),
    paymentProvider: paymentProviderOf(data),
    staffProvider,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? senderOf(data.PUBLIC_URL),
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

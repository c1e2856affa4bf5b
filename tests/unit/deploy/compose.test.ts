import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, describe, expect, test } from 'vitest';
import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { readEnv } from '#server/start/env.ts';

const deploy = join(import.meta.dirname, '../../../deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

interface Service {
  image?: string;
  extends?: { file: string; service: string };
  command?: string[];
  entrypoint?: string[];
  read_only?: boolean;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[] };
  secrets?: string[];
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

const readCompose = (name: string) => parse(read(name), { merge: true }) as Compose;

const GIVEN: Record<string, string> = {
  BORA_VERSION: '1.0.0',
  DOMAIN: 'bora.example',
  MAIL_FROM: 'no-reply@bora.example',
  EDGE_SECRET: '1'.repeat(64),
};
const SECRETS: Record<string, string> = {
  'database-password': 'a1b2',
  'smtp-url': 'smtps://user:password@mail.example:465',
  'media-key-secret': '0'.repeat(64),
};
const MOUNT = '/run/secrets/';
const secretFolder = mkdtempSync(join(tmpdir(), 'bora-secrets-'));
for (const [name, secret] of Object.entries(SECRETS)) writeFileSync(join(secretFolder, name), `${secret}\n`);
afterAll(() => {
  rmSync(secretFolder, { recursive: true });
});

/** Fills in what Compose takes from `.env`. */
const fill = (text: string) =>
  text.replace(/\$\{(\w+)(?::?[-?][^}]*)?\}/g, (_, name: string) => {
    expect(Object.keys(GIVEN)).toContain(name);
    return GIVEN[name] ?? '';
  });

/** What the image sets by itself. */
const IMAGE = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PORT: '8080',
  DATA_DIR: '/var/lib/bora',
  CATALOGUE_DIR: '/var/lib/bora/catalogue',
};

const one = readCompose('compose.yaml');
const several = readCompose('compose.several.yaml');

/** The environment of a service of Bora in a file, over that of the service which it extends. */
const environmentOf = (service: Service): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...IMAGE, ...one.services['bora']?.environment, ...service.environment }).map(([name, value]) => [
      name,
      fill(value).replace(MOUNT, `${secretFolder}/`),
    ]),
  );

const isBora = ([name, { image, extends: base }]: [string, Service]) =>
  name === 'bora' || base?.service === 'bora' || image?.startsWith('localhost/bora') === true;

describe('the compose files', () => {
  const services = [...Object.entries(one.services), ...Object.entries(several.services)].filter(isBora);

  test('start Bora in every role', () => {
    expect(services.map(([, { environment }]) => environment?.['ROLE'] ?? 'both').sort()).toEqual(
      ['both', 'serve', 'serve', 'serve', 'serve', 'work'].sort(),
    );
  });

  test.each(services)('give %s an environment that Bora accepts', (_, service) => {
    const env = readEnv(environmentOf(service));
    expect(env).toMatchObject({
      isProduction: true,
      publicUrl: 'https://bora.example',
      databaseUrl: 'postgresql://bora:a1b2@database/bora?sslmode=disable',
      smtpUrl: SECRETS['smtp-url'],
    });
  });

  test('mount each secret that an environment names, and declare its file', () => {
    for (const { services: all, secrets } of [one, several])
      for (const { environment = {}, secrets: mounted = [] } of Object.values(all)) {
        const named = Object.values(environment).filter((value) => value.startsWith(MOUNT));
        expect(mounted).toEqual(expect.arrayContaining(named.map((path) => path.slice(MOUNT.length))));
        for (const name of mounted) expect({ ...one.secrets, ...secrets }[name]).toEqual({ file: `./secrets/${name}` });
      }
    expect(Object.keys({ ...one.secrets, ...several.secrets }).sort()).toEqual(Object.keys(SECRETS).sort());
  });

  test.each(services)('run %s by a command that bora has', (_, { command = ['start'], entrypoint, healthcheck }) => {
    const bora = read('../scripts/bora.mjs');
    const words = entrypoint ? command[0]!.split(' ').slice(1) : command;
    for (const word of [words[0], healthcheck?.test?.[2]])
      if (word !== undefined) expect(bora).toMatch(new RegExp(`^  ${word}: \\[|name === '${word}'`, 'm'));
  });

  test('keep what Bora and the database write in volumes that they declare', () => {
    for (const { services: all, volumes } of [one, several])
      for (const { volumes: mounts = [] } of Object.values(all) as { volumes?: string[] }[])
        for (const mount of mounts) {
          const source = mount.split(':')[0]!;
          if (/^[a-z]+$/.test(source)) expect(Object.keys({ ...one.volumes, ...volumes })).toContain(source);
        }
  });

  test('ask only for variables that the example has, or says how to make', () => {
    const example = read('example.env');
    const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(asked.length).toBeGreaterThan(4);
    for (const name of asked) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  });
});

test('Caddy passes on no country that callers say', () => {
  const { countries } = readEnv({ COUNTRIES: 'KR,JP' });
  expect(read('Caddyfile').toLowerCase()).toContain(`header_up -${countries?.header}\n`);
});

test('the proxies take the largest file that the console sends at once', () => {
  const most = Math.max(...Object.values<ConsoleEndpoint>(consoleEndpoints).map(({ bytes }) => bytes?.most ?? 0));
  const caddy = Number(/max_size (\d+)MiB/.exec(read('Caddyfile'))![1]) * 2 ** 20;
  const https = readFileSync(join(deploy, '../docs/operations/https.md'), 'utf8');
  const nginx = [...https.matchAll(/client_max_body_size (\d+)m;/g)].map(
    ([, megabytes]) => Number(megabytes) * 2 ** 20,
  );
  expect(nginx.length).toBeGreaterThan(1);
  for (const limit of [caddy, ...nginx]) expect(limit).toBeGreaterThanOrEqual(most);
});

test('the configuration of the Debian package starts Bora as it is', () => {
  const lines = read('bora.env')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => line.split(/=(.*)/).slice(0, 2) as [string, string]);
  expect(readEnv(Object.fromEntries(lines))).toMatchObject({ isProduction: true, host: '127.0.0.1', port: 8080 });
  const commented = read('bora.env')
    .split('\n')
    .filter((line) => /^#\w+=/.test(line))
    .map((line) => line.slice(1).split(/=(.*)/).slice(0, 2) as [string, string]);
  expect(commented.length).toBeGreaterThan(3);
  expect(readEnv(Object.fromEntries([...lines, ...commented, ['BACKUP_DIR', '']])).databaseUrl).toBeDefined();
  expect(() => readEnv(Object.fromEntries([...lines, ...commented]))).toThrow(/^BACKUP_DIR: /);
});

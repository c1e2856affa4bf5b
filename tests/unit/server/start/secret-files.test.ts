import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnv } from '#server/start/env.ts';

const folder = mkdtempSync(join(tmpdir(), 'bora-secret-files-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileOf(text: string) {
  const path = join(folder, String(Math.random()));
  writeFileSync(path, text);
  return path;
}

const SECRET = '0123456789abcdef0123456789abcdef';

describe('a secret in a file', () => {
  test.each([
    ['METRICS_TOKEN', SECRET, { metricsToken: SECRET }],
    ['BACKUP_SECRET', SECRET, { backupSecret: SECRET }],
    ['MEDIA_KEY_SECRET', SECRET, { mediaKeySecret: SECRET }],
    ['SMTP_URL', 'smtps://a:b@mail.example:465', { smtpUrl: 'smtps://a:b@mail.example:465' }],
    ['DATABASE_URL', 'postgres://a:b@127.0.0.1/bora', { databaseUrl: 'postgres://a:b@127.0.0.1/bora' }],
    [
      'MEDIA_EDGE',
      `nginx:https://media.example?secret=${SECRET}`,
      { mediaEdge: { url: 'https://media.example', secret: SECRET, told: [] } },
    ],
    [
      'IDENTITY_PROVIDER',
      `https://identity.example/v?secret=${SECRET}`,
      { identityProvider: { url: 'https://identity.example/v', secret: SECRET } },
    ],
    [
      'TROUBLE_WEBHOOK',
      `https://alerts.example/v?secret=${SECRET}`,
      { troubleWebhook: { url: 'https://alerts.example/v', secret: SECRET } },
    ],
  ])('is read as %s is, without its line end', (name, text, expected) => {
    for (const end of ['', '\n', '\r\n'])
      expect(readEnv({ [`${name}_FILE`]: fileOf(text + end) })).toMatchObject(expected);
  });

  test('is read where others belong to it', () => {
    const env = readEnv({
      MEDIA_STORE: 's3://bucket',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY_FILE: fileOf('secret'),
      AWS_SESSION_TOKEN_FILE: fileOf('token'),
      PAYMENT_PROVIDER: 'https://payment.example',
      PAYMENT_SECRETS_FILE: fileOf(`${SECRET},${SECRET}\n`),
      OIDC_ISSUER: 'https://login.example',
      OIDC_CLIENT_ID: 'bora',
      OIDC_CLIENT_SECRET_FILE: fileOf(' spaces are of it \n'),
      OIDC_ROLES: 'owner=owners',
    });
    expect(env.mediaStore).toMatchObject({ credentials: { secretAccessKey: 'secret', sessionToken: 'token' } });
    expect(env.paymentProvider?.secrets).toEqual([SECRET, SECRET]);
    expect(env.staffProvider?.clientSecret).toBe(' spaces are of it ');
  });

  test('stops the start when it cannot be read, is empty, or is set twice', () => {
    expect(() => readEnv({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
      'SMTP_URL_FILE: the file cannot be read (ENOENT)',
    );
    expect(() => readEnv({ BACKUP_SECRET_FILE: fileOf('\n') })).toThrow('BACKUP_SECRET_FILE: the file is empty');
    expect(() => readEnv({ METRICS_TOKEN: SECRET, METRICS_TOKEN_FILE: fileOf(SECRET) })).toThrow(
      'METRICS_TOKEN_FILE: cannot be set together with METRICS_TOKEN',
    );
  });

  test('is judged as the variable is, and no message has it', () => {
    const read = () => readEnv({ METRICS_TOKEN_FILE: fileOf('short-secret') });
    expect(read).toThrow('METRICS_TOKEN: must have at least 16 characters');
    expect(read).not.toThrow(/short-secret/);
  });
});

describe('the password of the database', () => {
  const DATABASE_URL = 'postgresql://bora@db.example/bora?sslmode=disable';

  test('stands in the address of the database, whatever characters it has', () => {
    const password = 'p@ss/w:rd?#% ü';
    const { databaseUrl } = readEnv({ DATABASE_URL, DATABASE_PASSWORD_FILE: fileOf(`${password}\n`) });
    const url = new URL(databaseUrl!);
    expect(decodeURIComponent(url.password)).toBe(password);
    expect([url.username, url.host, url.pathname, url.search]).toEqual([
      'bora',
      'db.example',
      '/bora',
      '?sslmode=disable',
    ]);
  });

  test.each([
    [{}, 'is for a DATABASE_URL without a password'],
    [{ DATABASE_URL: 'postgresql://bora:other@db.example/bora' }, 'is for a DATABASE_URL without a password'],
    [{ DATABASE_URL: 'postgresql:///bora?host=/run/postgresql' }, 'needs a host in DATABASE_URL'],
  ])('is refused with %o', (variables, why) => {
    expect(() => readEnv({ ...variables, DATABASE_PASSWORD: 'secret' })).toThrow(`DATABASE_PASSWORD: ${why}`);
  });
});

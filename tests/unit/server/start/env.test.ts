import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnv } from '#server/start/env.ts';
import { EnvError } from '#server/start/variables/variable.ts';
import { catalogueFolderOf } from '#server/start/folders.ts';

describe('the mode of the server', () => {
  test.each([{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.0.0.2', PUBLIC_URL: 'http://tv.test:8080' }])(
    'defaults to development when only this machine can call: %o',
    (variables) => {
      expect(readEnv(variables).isProduction).toBe(false);
    },
  );

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.0.10' },
    { HOST: 'bora.test' },
    { HOST: '127.0.0.1.bora.test' },
    { PUBLIC_URL: 'https://bora.test' },
    { PUBLIC_URL: 'HTTPS://bora.test' },
  ])('is required when other machines can call: %o', (variables) => {
    expect(() => readEnv(variables)).toThrow(EnvError);
    expect(() => readEnv({ ...variables, NODE_ENV: '' })).toThrow(/^NODE_ENV: must be set, because /);
    expect(readEnv({ ...variables, NODE_ENV: 'development' }).isProduction).toBe(false);
    expect(readEnv({ ...variables, NODE_ENV: 'production' }).isProduction).toBe(true);
  });
});

describe('the role of the process', () => {
  const DATABASE_URL = 'postgres://127.0.0.1/bora';

  test('is both by default, as ROLE says, and first as the command says', () => {
    expect(readEnv({}).role).toBe('both');
    expect(readEnv({ DATABASE_URL, ROLE: 'serve' }).role).toBe('serve');
    expect(readEnv({ DATABASE_URL, ROLE: 'serve' }, 'work').role).toBe('work');
  });

  test('must be a known one', () => {
    expect(() => readEnv({ ROLE: 'worker' })).toThrow('ROLE: must be both, serve or work');
  });

  test.each(['serve', 'work'] as const)('must not be %s on the embedded database', (role) => {
    expect(() => readEnv({}, role)).toThrow(`ROLE: "${role}" needs DATABASE_URL, because only one process can open`);
  });
});

test('the files of the catalogue lie where CATALOGUE_DIR says, else with the demo, else in ./catalogue', () => {
  const demo = { catalogueFolder: '/bora/demo/catalogue' };
  const folderOf = (variables: Record<string, string>, of?: typeof demo) =>
    catalogueFolderOf(readEnv(variables).catalogueDir, of);
  expect(folderOf({ CATALOGUE_DIR: '/media' }, demo)).toBe(resolve('/media'));
  expect(folderOf({}, demo)).toBe(demo.catalogueFolder);
  expect(folderOf({ CATALOGUE_DIR: '' })).toBe(resolve('catalogue'));
});

describe('the media store', () => {
  const KEYS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };

  test('is a folder by default, or as the variable says', () => {
    expect(readEnv({}).mediaStore).toEqual({ kind: 'folder', folder: resolve('data/media') });
    expect(readEnv({ MEDIA_STORE: '/srv/media' })).toMatchObject({
      mediaFolder: '/srv/media',
      mediaStore: { kind: 'folder', folder: '/srv/media' },
    });
  });

  test('is a bucket with its prefix, endpoint and region', () => {
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: undefined };
    expect(readEnv({ ...KEYS, MEDIA_STORE: 's3://clips', AWS_REGION: 'eu-west-1' }).mediaStore).toEqual({
      kind: 's3',
      bucket: 'clips',
      prefix: '',
      endpoint: undefined,
      region: 'eu-west-1',
      credentials,
    });
    const address = 's3://clips/bora/tv/?endpoint=https://s3.example:9000&region=garage';
    expect(readEnv({ ...KEYS, MEDIA_STORE: address, AWS_REGION: 'eu-west-1', DATA_DIR: '/var/bora' })).toMatchObject({
      mediaStore: { bucket: 'clips', prefix: 'bora/tv', endpoint: 'https://s3.example:9000', region: 'garage' },
      mediaFolder: '/var/bora/media',
    });
  });

  test.each([
    's3://',
    's3://UPPER_case',
    's3://clips/a b',
    's3://clips?endpoint=ftp://s3.example',
    's3://clips?endpoint=s3.example',
    's3://clips?acl=public',
    's3://key@clips',
    'https://s3.example/clips',
  ])('is refused: %s', (address) => {
    expect(() => readEnv({ ...KEYS, MEDIA_STORE: address })).toThrow('MEDIA_STORE: must be a folder, or s3://');
  });

  test('needs a key for a bucket', () => {
    expect(() => readEnv({ MEDIA_STORE: 's3://clips' })).toThrow(
      'MEDIA_STORE: an S3 store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  });
});

describe('the edge', () => {
  const secret = '0123456789abcdef0123456789abcdef';

  test('is none by default, or an nginx with its secret', () => {
    expect(readEnv({}).mediaEdge).toBeUndefined();
    expect(readEnv({ MEDIA_EDGE: `nginx:https://media.example:8443/?secret=${secret}` }).mediaEdge).toEqual({
      url: 'https://media.example:8443',
      secret,
      told: [],
    });
  });

  test('names where each edge is told which playbacks have ended', () => {
    const given = `nginx:https://media.example?secret=${secret}&tell=10.0.0.7:8081,[::1]:8081,edge-2:80`;
    expect(readEnv({ MEDIA_EDGE: given }).mediaEdge?.told).toEqual(['10.0.0.7:8081', '[::1]:8081', 'edge-2:80']);
  });

  test.each([
    ...['', '10.0.0.7', '10.0.0.7:8081,', '10.0.0.7:99999', 'a:1/path', 'a:1;b:2'].map(
      (tell) => `nginx:https://media.example?secret=${secret}&tell=${tell}`,
    ),
    `https://media.example?secret=${secret}`,
    'nginx:https://media.example',
    'nginx:https://media.example?secret=short',
    `nginx:https://media.example?secret=${secret};`,
    `nginx:https://media.example?secret=$${secret}`,
    `nginx:https://media.example/path?secret=${secret}`,
    `nginx:ftp://media.example?secret=${secret}`,
    `nginx:https://media.example?secret=${secret}&more=1`,
  ])('is refused without showing the secret: %s', (address) => {
    expect(() => readEnv({ MEDIA_EDGE: address })).toThrow('MEDIA_EDGE: must be nginx:https://host?secret=...');
    expect(() => readEnv({ MEDIA_EDGE: address })).not.toThrow(secret);
  });

  test('has https where the app has it', () => {
    const variables = { NODE_ENV: 'production', PUBLIC_URL: 'https://bora.test' };
    expect(() => readEnv({ ...variables, MEDIA_EDGE: `nginx:http://media.example?secret=${secret}` })).toThrow(
      'MEDIA_EDGE: must start with nginx:https://',
    );
  });
});

describe('the payment provider', () => {
  const PAYMENT_PROVIDER = 'https://pay.test/v1/';
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)] as const;

  test('has an address and one or two secrets', () => {
    expect(readEnv({}).paymentProvider).toBeUndefined();
    const read = (PAYMENT_SECRETS: string) => readEnv({ PAYMENT_PROVIDER, PAYMENT_SECRETS }).paymentProvider;
    expect(read(first)).toEqual({ url: 'https://pay.test/v1', secrets: [first] });
    expect(read(`${second}, ${first}`)?.secrets).toEqual([second, first]);
    for (const wrong of ['short', `${first},${second},${first}`, `${first},`])
      expect(() => read(wrong)).toThrow(EnvError);
  });

  test('needs both, and https in production', () => {
    expect(() => readEnv({ PAYMENT_PROVIDER })).toThrow('needs PAYMENT_SECRETS');
    expect(() => readEnv({ PAYMENT_SECRETS: first })).toThrow('needs PAYMENT_SECRETS');
    const local = { PAYMENT_PROVIDER: 'http://127.0.0.1:8139/v1', PAYMENT_SECRETS: first };
    expect(readEnv(local).paymentProvider?.url).toBe('http://127.0.0.1:8139/v1');
    expect(() => readEnv({ ...local, NODE_ENV: 'production' })).toThrow('must start with https://');
  });
});

test.each(['0.0.0.0/0', '::/0', '0.0.0.0/1', '128.0.0.0/1', '10.0.0.0/8, ::/1', '10.0.0.0/33', '10.0.0.0/'])(
  'refuses proxies that anybody could be, or that are none: %s',
  (TRUSTED_PROXIES) => expect(() => readEnv({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES'),
);

test.each(['10.0.0.0/8', '172.16.0.0/12', 'fc00::/7', '203.0.113.7', 'loopback, 2001:db8::1'])(
  'accepts the proxies %s',
  (TRUSTED_PROXIES) => expect(readEnv({ TRUSTED_PROXIES }).trustedProxies).toBe(TRUSTED_PROXIES),
);

test('a provider of proofs of age on another machine needs https', () => {
  const secret = 's'.repeat(32);
  const read = (url: string) => readEnv({ IDENTITY_PROVIDER: `${url}?secret=${secret}` }).identityProvider?.url;
  expect(() => read('http://identity.example/verify')).toThrow('IDENTITY_PROVIDER');
  expect(() => read('http://127.0.0.1.evil.example/verify')).toThrow('IDENTITY_PROVIDER');
  for (const url of ['https://identity.example/verify', 'http://127.0.0.1:9/verify']) expect(read(url)).toBe(url);
});

describe('the backups of the service', () => {
  const of = (variables: Record<string, string>) => readEnv({ DATA_DIR: '/srv/bora', ...variables }).backups;

  test('are made where a folder is named, at a time of the Korean day', () => {
    expect(of({})).toBeUndefined();
    expect(of({ BACKUP_DIR: '/mnt/backups' })).toEqual({ folder: '/mnt/backups', atMinute: 270, kept: 7 });
    expect(of({ BACKUP_DIR: '/b', BACKUP_AT: '23:05', BACKUP_KEEP: '30' })).toMatchObject({ atMinute: 1385, kept: 30 });
  });

  test.each([
    ['a time that is none', { BACKUP_AT: '24:00' }, /BACKUP_AT/],
    ['none to keep', { BACKUP_KEEP: '0' }, /BACKUP_KEEP/],
    ['a folder inside the database', { BACKUP_DIR: '/srv/bora/database/backups' }, /BACKUP_DIR/],
    ['PostgreSQL', { DATABASE_URL: 'postgresql://bora@127.0.0.1/bora' }, /BACKUP_DIR/],
  ])('refuse %s', (_, variables, problem) => {
    expect(() => of({ BACKUP_DIR: '/mnt/backups', ...variables })).toThrow(problem);
  });
});

describe('the sign-in provider of staff', () => {
  const SET = {
    OIDC_ISSUER: 'https://login.example/realms/bora',
    OIDC_CLIENT_ID: 'bora',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ROLES: 'owner=bora-owners, editor=a=b ,support=bora support,owner=admins',
  };

  test('is none by default, or an issuer with the groups of each role', () => {
    expect(readEnv({}).staffProvider).toBeUndefined();
    expect(readEnv(SET).staffProvider).toEqual({
      issuer: 'https://login.example/realms/bora',
      clientId: 'bora',
      clientSecret: 'secret',
      scopes: 'openid email profile',
      name: 'login.example',
      roleClaim: 'groups',
      roles: new Map([
        ['bora-owners', 'owner'],
        ['a=b', 'editor'],
        ['bora support', 'support'],
        ['admins', 'owner'],
      ]),
    });
    expect(readEnv({ ...SET, OIDC_NAME: ' 회사 ', OIDC_ROLE_CLAIM: 'realm_access.roles' }).staffProvider).toMatchObject(
      { name: '회사', roleClaim: 'realm_access.roles' },
    );
  });

  test.each(['http://127.0.0.1:8100', 'http://localhost/realm', 'http://[::1]:8100'])(
    'may have plain http on this machine: %s',
    (issuer) => {
      expect(readEnv({ ...SET, OIDC_ISSUER: issuer }).staffProvider).toMatchObject({ issuer });
    },
  );

  test.each([
    'http://login.example',
    'http://127.0.0.1.login.example',
    'https://me:secret@login.example',
    'https://login.example/?a=b',
    'ftp://login.example',
    'login.example',
  ])('must have an address that can be trusted: %s', (issuer) => {
    expect(() => readEnv({ ...SET, OIDC_ISSUER: issuer })).toThrow('OIDC_ISSUER: must be an address that starts with');
  });

  test.each(['', 'owner', 'owner=', 'boss=x', 'owner=x,editor=x', '=x'])(
    'refuses groups that name no role: %j',
    (roles) => {
      expect(() => readEnv({ ...SET, OIDC_ROLES: roles })).toThrow(EnvError);
    },
  );

  test.each(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const)('needs %s', (name) => {
    expect(() => readEnv({ ...SET, [name]: undefined })).toThrow('OIDC_ISSUER: needs OIDC_CLIENT_ID');
    expect(() => readEnv({ [name]: SET[name] })).toThrow('OIDC_ISSUER: must be set');
  });
});

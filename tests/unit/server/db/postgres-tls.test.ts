import { expect, test } from 'vitest';
import { SslModeError, toDriverAddress } from '#server/db/postgres-tls.ts';

const readFile = (path: string) => `content of ${path}`;

/** TLS requirements of a connection to this address. */
function demandsOf(url: string): string {
  const { ssl } = toDriverAddress(url, readFile);
  if (ssl === false) return 'plain text';
  if (ssl.rejectUnauthorized === false) return 'encryption';
  const authority = ssl.ca === undefined ? 'public authority' : 'own authority';
  return ssl.checkServerIdentity ? authority : `${authority}, name`;
}

test.each([
  ['postgres://bora@db.example/bora', 'public authority, name'],
  ['postgres://bora@10.0.0.7/bora', 'public authority, name'],
  ['postgres://bora@[fd00::7]/bora', 'public authority, name'],
  ['postgres://bora@db.example/bora?sslrootcert=/ca.pem', 'own authority, name'],
  ['postgres://bora@db.example/bora?sslrootcert=system', 'public authority, name'],
  ['postgres://bora@db.example/bora?sslmode=disable', 'plain text'],
  ['postgres://bora@db.example/bora?sslmode=allow', 'encryption'],
  ['postgres://bora@db.example/bora?sslmode=prefer', 'encryption'],
  ['postgres://bora@db.example/bora?sslmode=require', 'encryption'],
  ['postgres://bora@db.example/bora?sslmode=require&sslrootcert=/ca.pem', 'own authority'],
  ['postgres://bora@db.example/bora?sslmode=verify-ca&sslrootcert=/ca.pem', 'own authority'],
  ['postgres://bora@db.example/bora?sslmode=verify-full', 'public authority, name'],
  ['postgres://bora@db.example/bora?sslmode=verify-full&sslrootcert=/ca.pem', 'own authority, name'],
  ['postgres://bora@db.example/bora?ssl=true', 'public authority, name'],
  ['postgres://bora@db.example/bora?ssl=0', 'plain text'],
  ['postgres://bora@localhost/bora', 'plain text'],
  ['postgres://bora@127.0.0.1:5433/bora', 'plain text'],
  ['postgres://bora@[::1]/bora', 'plain text'],
  ['postgres://bora@localhost/bora?host=/run/postgresql', 'plain text'],
  ['postgres://bora@%2Frun%2Fpostgresql/bora', 'plain text'],
  ['postgres://bora@localhost/bora?host=db.example', 'public authority, name'],
  ['postgres://bora@localhost/bora?sslmode=prefer', 'plain text'],
  ['postgres://bora@localhost/bora?sslmode=require', 'encryption'],
  // Names that only begin or end like this machine belong to anybody.
  ...[
    'localhost.example',
    '127.example',
    '127.0.0.1.example',
    'x127.0.0.1',
    'xn--127-0',
    '128.0.0.1',
    '10.127.0.1',
  ].map((host) => [`postgres://bora@${host}/bora`, 'public authority, name']),
  ['postgres://bora@[::2]/bora', 'public authority, name'],
  ['postgres://bora@127.255.255.254/bora', 'plain text'],
])('%s demands %s', (url, demand) => {
  expect(demandsOf(url)).toBe(demand);
});

test('passes the files to the driver, without the parameters that it would misread', () => {
  const files = 'sslrootcert=/ca.pem&sslcert=/me.pem&sslkey=/me.key';
  const { url, ssl, sslnegotiation } = toDriverAddress(
    `postgres://bora:secret@db.example:5433/bora?${files}&sslmode=verify-full&sslnegotiation=direct&application_name=bora`,
    readFile,
  );
  expect(ssl).toEqual({ ca: 'content of /ca.pem', cert: 'content of /me.pem', key: 'content of /me.key' });
  expect(sslnegotiation).toBe('direct');
  expect(url).toBe('postgres://bora:secret@db.example:5433/bora?application_name=bora');
});

test.each(['sslmode=always', 'sslmode=verify-ca', 'ssl=maybe'])('refuses %s', (parameter) => {
  expect(() => toDriverAddress(`postgres://bora@db.example/bora?${parameter}`, readFile)).toThrow(SslModeError);
});

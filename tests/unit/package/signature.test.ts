import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownCertificate, readCertificate } from '../../../scripts/package/certificates.ts';
import type { PackedFile } from '../../../scripts/package/folder-files.ts';
import { packWidget } from '../../../scripts/package/wgt.ts';
import { SIGNATURE_FILES } from '../../../scripts/package/widget-signature.ts';
import { isToolHere, tellMissingTools } from '#tests/support/browser/tools-here.ts';
import { unzip, verifyFiles } from '#tests/support/unpack-widget.ts';

let folder: string;
let certificates: { author: ReturnType<typeof ownCertificate>; distributor: ReturnType<typeof ownCertificate> };

beforeAll(() => {
  tellMissingTools().forEach((line) => console.warn(line));
  folder = mkdtempSync(join(tmpdir(), 'bora-signature-'));
  const app = join(folder, 'app');
  mkdirSync(join(app, 'assets'), { recursive: true });
  writeFileSync(join(app, 'config.xml'), '<widget/>');
  writeFileSync(join(app, 'assets/이름 & 공백.js'), 'void 0;');
  writeFileSync(join(app, '.hidden'), 'not packed');
  certificates = { author: ownCertificate('author', folder), distributor: ownCertificate('distributor', folder) };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pack = () => packWidget(join(folder, 'app'), certificates);
const changed = (files: readonly PackedFile[], name: string, body: string) =>
  files.map((file) => (file.name === name ? { name, body: Buffer.from(body) } : file));

describe('a signed widget', () => {
  test('contains every file, and both signatures over them', () => {
    const files = unzip(pack());
    expect(files.map(({ name }) => name)).toEqual([
      'assets/이름 & 공백.js',
      'author-signature.xml',
      'config.xml',
      'signature1.xml',
    ]);
    verifyFiles('author', files);
    verifyFiles('distributor', files);
  });

  test('is reproducible', () => {
    expect(pack().equals(pack())).toBe(true);
  });

  test.each(['author', 'distributor'] as const)('fails the %s check after a file was changed', (signer) => {
    const files = changed(unzip(pack()), 'config.xml', '<widget >');
    expect(() => verifyFiles(signer, files)).toThrow('config.xml was changed after signing');
  });

  test.each(['author', 'distributor'] as const)('fails the %s check after a file was added', (signer) => {
    const files = [...unzip(pack()), { name: 'more.js', body: Buffer.from('') }];
    expect(() => verifyFiles(signer, files)).toThrow('more.js');
  });

  test('fails when its author was replaced', () => {
    const other = packWidget(join(folder, 'app'), { ...certificates, author: certificates.distributor });
    const name = SIGNATURE_FILES.author;
    const exchanged =
      unzip(other)
        .find((file) => file.name === name)
        ?.body.toString('utf8') ?? '';
    expect(() => verifyFiles('distributor', changed(unzip(pack()), name, exchanged))).toThrow(name);
  });

  test('fails when a file and its digest were changed', () => {
    const files = unzip(pack());
    const name = SIGNATURE_FILES.author;
    const text = files.find((file) => file.name === name)?.body.toString('utf8') ?? '';
    const forged = changed(files, name, text.replace('config.xml', 'config.xnl'));
    expect(() => verifyFiles('author', forged)).toThrow('not signed by its certificate');
  });

  test('requires a manifest', () => {
    expect(() => packWidget(join(folder, 'app/assets'), certificates)).toThrow('no config.xml');
  });

  test.runIf(isToolHere('xmlsec1')).each(Object.values(SIGNATURE_FILES))('is verified by xmlsec1 with %s', (name) => {
    const unpacked = join(folder, 'unpacked');
    for (const file of unzip(pack())) {
      const path = join(unpacked, file.name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, file.body);
    }
    const args = ['--verify', '--insecure', '--enabled-key-data', 'x509', '--id-attr:Id', 'Object', name];
    expect(spawnSync('xmlsec1', args, { cwd: unpacked }).status).toBe(0);
  });
});

describe('certificates', () => {
  test('are created once and stored', () => {
    expect(ownCertificate('author', folder).chain[0]?.fingerprint256).toBe(
      certificates.author.chain[0]?.fingerprint256,
    );
  });

  test('are read from a file with a password', () => {
    const pem = join(folder, 'author.pem');
    const path = join(folder, 'author.p12');
    execFileSync('openssl', ['pkcs12', '-export', '-in', pem, '-out', path, '-passout', 'pass:secret']);
    const read = readCertificate({ path, password: 'secret' });
    expect(read.chain[0]?.fingerprint256).toBe(certificates.author.chain[0]?.fingerprint256);
    expect(() => readCertificate({ path, password: 'wrong' })).toThrow();
    expect(() => readCertificate({ path: join(folder, 'none.p12'), password: '' })).toThrow('does not exist');
  });
});

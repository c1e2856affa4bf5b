import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Signer of a package: the app's author, or the distributor that admits it to a set. */
export type Signer = 'author' | 'distributor';

export interface Certificate {
  readonly key: KeyObject;
  /** The signer's own certificate first, then its issuers. */
  readonly chain: readonly X509Certificate[];
}

export interface CertificateFile {
  /** A PKCS #12 file from Samsung's Certificate Manager. */
  readonly path: string;
  readonly password: string;
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function fromPem(text: string, name: string): Certificate {
  const key = createPrivateKey(text);
  const chain = (text.match(PEM) ?? []).map((one) => new X509Certificate(one));
  // Files contain the chain in any order; a signature starts with the signer's own certificate.
  const own = chain.findIndex((one) => one.checkPrivateKey(key));
  if (own < 0) throw new Error(`${name}: no certificate matches the key`);
  return { key, chain: [...chain.splice(own, 1), ...chain] };
}

/** @throws Error when the password does not open the file. */
export function readCertificate({ path, password }: CertificateFile): Certificate {
  const read = (...more: string[]) =>
    execFileSync('openssl', ['pkcs12', '-in', path, '-nodes', '-passin', 'env:P12_PASSWORD', ...more], {
      encoding: 'utf8',
      env: { ...process.env, P12_PASSWORD: password },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  try {
    return fromPem(read(), path);
  } catch {
    // Older tools encrypted with algorithms that OpenSSL 3 reads only with this option.
    return fromPem(read('-legacy'), path);
  }
}

/**
 * A self-signed certificate, created once per folder. Its packages can be built and verified, but retail sets do not
 * install them.
 */
export function ownCertificate(signer: Signer, folder: string): Certificate {
  const path = join(folder, `${signer}.pem`);
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    const [key, certificate] = [`${path}.key`, `${path}.crt`];
    const subject = `/CN=Bora ${signer} (self-made)`;
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '3650',
        '-subj',
        subject,
        '-keyout',
        key,
        '-out',
        certificate,
      ],
      { stdio: 'ignore' },
    );
    writeFileSync(path, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'), { mode: 0o600 });
    rmSync(key);
    rmSync(certificate);
  }
  return fromPem(readFileSync(path, 'utf8'), path);
}

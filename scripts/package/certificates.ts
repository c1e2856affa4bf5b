import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whose signature it is: who wrote the app, and who lets it onto a set. */
export type Signer = 'author' | 'distributor';

export interface Certificate {
  readonly key: KeyObject;
  /** The signer's own first, then those that vouch for it. */
  readonly chain: readonly X509Certificate[];
}

export interface CertificateFile {
  /** A PKCS #12 file, as Samsung's Certificate Manager writes it. */
  readonly path: string;
  readonly password: string;
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function fromPem(text: string, name: string): Certificate {
  const key = createPrivateKey(text);
  const chain = (text.match(PEM) ?? []).map((one) => new X509Certificate(one));
  // The files hold the chain in any order; a signature begins with its own.
  const own = chain.findIndex((one) => one.checkPrivateKey(key));
  if (own < 0) throw new Error(`${name}: no certificate in it belongs to its key`);
  return { key, chain: [...chain.splice(own, 1), ...chain] };
}

/** @throws Error when the file cannot be read with its password. */
export function readCertificate({ path, password }: CertificateFile): Certificate {
  const read = (...more: string[]) =>
    execFileSync('openssl', ['pkcs12', '-in', path, '-nodes', '-passin', 'env:P12_PASSWORD', ...more], {
      encoding: 'utf8',
      env: { ...process.env, P12_PASSWORD: password },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  if (!existsSync(path)) throw new Error(`${path} is not there`);
  try {
    return fromPem(read(), path);
  } catch {
    // What older tools wrote is encrypted in a way that OpenSSL 3 reads only when told to.
    return fromPem(read('-legacy'), path);
  }
}

/**
 * A certificate that vouches for itself, made once per folder and kept there: what it signs can be built and checked, and
 * installed by no set that is sold.
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

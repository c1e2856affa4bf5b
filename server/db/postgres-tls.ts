import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

/** TLS parameters of an address. The driver interprets them in its own way, so it never gets them. */
const TLS_PARAMETERS = ['sslmode', 'ssl', 'sslnegotiation', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'];

/** The address contains an unknown TLS mode. */
export class SslModeError extends Error {
  override readonly name = 'SslModeError';
}

export interface DriverAddress {
  /** The address without the TLS parameters. */
  url: string;
  ssl: false | ConnectionOptions;
  sslnegotiation: 'postgres' | 'direct';
}

/** A Unix socket or this machine: nobody else can read the traffic. */
function isLocal(address: URL): boolean {
  const host = address.searchParams.get('host') ?? decodeURIComponent(address.hostname).replace(/^\[|\]$/g, '');
  if (host === '' || host.startsWith('/') || host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

const SSL_PARAMETER: Record<string, string> = {
  true: 'verify-full',
  '1': 'verify-full',
  false: 'disable',
  '0': 'disable',
};

const isDirect = (address: URL) => address.searchParams.get('sslnegotiation') === 'direct';

function modeOf(address: URL): string {
  const { searchParams } = address;
  const short = searchParams.get('ssl');
  const asked = searchParams.get('sslmode') ?? (short === null ? null : (SSL_PARAMETER[short] ?? short));
  const isSystem = searchParams.get('sslrootcert') === 'system';
  if (isSystem && asked !== 'disable') return 'verify-full';
  const isOpportunistic = asked === 'allow' || asked === 'prefer';
  if (asked !== null && !isOpportunistic) return asked;
  if (isLocal(address) && !isDirect(address)) return 'disable';
  // Without a verified certificate, an attacker who can change packets reads and changes everything.
  return asked === null ? 'verify-full' : 'require';
}

/**
 * Resolves a PostgreSQL address: encrypted, with a verified certificate, unless the server is on this machine or the address
 * says another `sslmode`.
 * Modes follow libpq (PostgreSQL manual, 32.19) instead of the driver's version; `allow` and `prefer`, which an
 * attacker on the network can downgrade to plain text, count as `require`.
 *
 * @throws SslModeError
 */
export function toDriverAddress(url: string, readFile = (path: string) => readFileSync(path, 'utf8')): DriverAddress {
  const address = new URL(url);
  const parameter = (name: string) => address.searchParams.get(name) ?? undefined;
  const mode = modeOf(address);
  const sslnegotiation = isDirect(address) ? 'direct' : 'postgres';
  const [rootFile, certFile, keyFile] = ['sslrootcert', 'sslcert', 'sslkey'].map(parameter);
  for (const name of TLS_PARAMETERS) address.searchParams.delete(name);

  const tls = (): ConnectionOptions => {
    const trusted = {
      // `system` means the runtime's certificate authorities.
      ...(rootFile !== undefined && rootFile !== 'system' && { ca: readFile(rootFile) }),
      ...(certFile !== undefined && { cert: readFile(certFile) }),
      ...(keyFile !== undefined && { key: readFile(keyFile) }),
    };
    const anyName = { checkServerIdentity: () => undefined };
    switch (mode) {
      case 'verify-full':
        return trusted;
      case 'verify-ca':
        if (rootFile === undefined) throw new SslModeError('sslmode=verify-ca needs sslrootcert');
        return { ...trusted, ...anyName };
      case 'require':
        return rootFile === undefined ? { ...trusted, rejectUnauthorized: false } : { ...trusted, ...anyName };
      case 'no-verify':
        return { ...trusted, rejectUnauthorized: false };
      default:
        throw new SslModeError(`sslmode must be disable, require, verify-ca or verify-full, not ${mode}`);
    }
  };
  return { url: address.href, ssl: mode === 'disable' ? false : tls(), sslnegotiation };
}

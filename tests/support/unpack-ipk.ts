import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const MAGIC = '!<arch>\n';
const HEADER = 60;

/** Files of an ar archive by their names. */
function readAr(archive: Buffer): Map<string, Buffer> {
  if (archive.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('this is no ar archive');
  const files = new Map<string, Buffer>();
  for (let at = MAGIC.length; at < archive.length;) {
    const header = archive.toString('latin1', at, at + HEADER);
    const size = Number(header.slice(48, 58));
    files.set(header.slice(0, 16).trim(), archive.subarray(at + HEADER, at + HEADER + size));
    at += HEADER + size + (size % 2);
  }
  return files;
}

/** Unpacks a package's data into a folder, as a set does. */
export function unpackIpk(ipk: Buffer, folder: string): void {
  const data = readAr(ipk).get('data.tar.gz');
  if (!data) throw new Error('the package installs nothing');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', '-', '-C', folder], { input: data });
}

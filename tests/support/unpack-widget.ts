import { createHash, createVerify, X509Certificate } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import type { Signer } from '../../scripts/package/certificates.ts';
import type { PackedFile } from '../../scripts/package/folder-files.ts';
import { SIGNATURE_FILES } from '../../scripts/package/widget-signature.ts';

/**
 * Reads the files of an archive by its central directory.
 * @throws Error when a file does not match its checksum.
 */
export function unzip(archive: Buffer): PackedFile[] {
  const end = archive.lastIndexOf('PK\x05\x06');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const files: PackedFile[] = [];
  for (let index = 0; index < count; index += 1) {
    const sum = archive.readUInt32LE(at + 16);
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const body = inflateRawSync(archive.subarray(start, start + size));
    if (crc32(body) !== sum) throw new Error(`${name} is damaged`);
    files.push({ name, body });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('base64');

const between = (text: string, open: string, close: string): string => {
  const start = text.indexOf(open);
  const end = text.indexOf(close, start);
  if (start < 0 || end < 0) throw new Error(`no ${open} in the signature`);
  return text.slice(start + open.length, end);
};

/**
 * Verifies a signature against the files of a package.
 * @throws Error naming the problem: a changed file, an uncovered file, or a signature of another key.
 */
export function verifyFiles(signer: Signer, files: readonly PackedFile[]): void {
  const signature = files.find(({ name }) => name === SIGNATURE_FILES[signer]);
  if (!signature) throw new Error(`${SIGNATURE_FILES[signer]} is missing`);
  const text = signature.body.toString('utf8');
  const signed = between(text, '<SignedInfo>', '</SignedInfo>');
  const certificate = new X509Certificate(
    Buffer.from(between(text, '<X509Certificate>', '</X509Certificate>'), 'base64'),
  );
  const properties = between(text, '<Object Id="prop">', '</Object>');
  const value = between(text, '<SignatureValue>', '</SignatureValue>').replace(/\s/g, '');
  const isSigned = createVerify('RSA-SHA256')
    .update(`<SignedInfo xmlns="${XMLDSIG}">${signed}</SignedInfo>`)
    .verify(certificate.publicKey, value, 'base64');
  if (!isSigned) throw new Error(`${signature.name}: not signed by its certificate`);

  const digests = new Map(
    Array.from(
      signed.matchAll(/<Reference URI="([^"]+)">[\s\S]*?<DigestValue>([^<]+)</g),
      ([, uri = '', digest = '']) => [decodeURIComponent(uri), digest],
    ),
  );
  const uncovered: readonly string[] =
    signer === 'author' ? Object.values(SIGNATURE_FILES) : [SIGNATURE_FILES.distributor];
  for (const { name, body } of files) {
    if (uncovered.includes(name)) continue;
    if (digests.get(name) !== sha256(body)) throw new Error(`${signature.name}: ${name} was changed after signing`);
  }
  if (digests.get('#prop') !== sha256(`<Object xmlns="${XMLDSIG}" Id="prop">${properties}</Object>`))
    throw new Error(`${signature.name}: its properties were changed after signing`);
}

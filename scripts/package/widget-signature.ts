import { createHash, createSign } from 'node:crypto';
import type { Certificate, Signer } from './certificates.ts';
import type { PackedFile } from './folder-files.ts';

/*
 * Widget signatures (W3C, "XML Digital Signatures for Widgets"). All XML is written in canonical form — no
 * empty-element tags, sorted attributes, line feeds — so that the signed text equals the text in the file plus the
 * inherited namespace, and no XML library is needed.
 */

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const PROPERTIES = 'http://www.w3.org/2009/xmldsig-properties';
const WIDGETS = 'http://www.w3.org/ns/widgets-digsig';

export const SIGNATURE_FILES = { author: 'author-signature.xml', distributor: 'signature1.xml' } as const;
const IDS = { author: 'AuthorSignature', distributor: 'DistributorSignature' } as const;

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('base64');
const inLines = (base64: string) => base64.replace(/(.{76})(?=.)/g, '$1\n');

const reference = (uri: string, digest: string, transforms = '') =>
  `<Reference URI="${uri}">\n${transforms}<DigestMethod Algorithm="${SHA256}"></DigestMethod>\n` +
  `<DigestValue>${digest}</DigestValue>\n</Reference>\n`;

const property = (id: string, name: string, value: string) =>
  `<SignatureProperty Id="${name}" Target="#${id}">${value}</SignatureProperty>`;

function propertiesOf(signer: Signer): string {
  const id = IDS[signer];
  return (
    `<SignatureProperties xmlns:dsp="${PROPERTIES}">` +
    property(id, 'profile', `<dsp:Profile URI="${WIDGETS}#profile"></dsp:Profile>`) +
    property(id, 'role', `<dsp:Role URI="${WIDGETS}#role-${signer}"></dsp:Role>`) +
    property(id, 'identifier', '<dsp:Identifier></dsp:Identifier>') +
    '</SignatureProperties>'
  );
}

/** The signature file over `files`. A distributor's signature also covers the author's: sign that first. */
export function signFiles(signer: Signer, files: readonly PackedFile[], { key, chain }: Certificate): PackedFile {
  const properties = propertiesOf(signer);
  const canonical =
    '<Transforms>\n<Transform Algorithm="http://www.w3.org/2006/12/xml-c14n11"></Transform>\n</Transforms>\n';
  const signed =
    `\n<CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></CanonicalizationMethod>\n` +
    `<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>\n` +
    files.map(({ name, body }) => reference(encodeURIComponent(name), sha256(body))).join('') +
    reference('#prop', sha256(`<Object xmlns="${XMLDSIG}" Id="prop">${properties}</Object>`), canonical);
  const value = createSign('RSA-SHA256').update(`<SignedInfo xmlns="${XMLDSIG}">${signed}</SignedInfo>`).sign(key);
  const certificates = chain.map(
    ({ raw }) => `<X509Certificate>\n${inLines(raw.toString('base64'))}\n</X509Certificate>\n`,
  );
  const text =
    `<Signature xmlns="${XMLDSIG}" Id="${IDS[signer]}">\n<SignedInfo>${signed}</SignedInfo>\n` +
    `<SignatureValue>\n${inLines(value.toString('base64'))}\n</SignatureValue>\n` +
    `<KeyInfo>\n<X509Data>\n${certificates.join('')}</X509Data>\n</KeyInfo>\n` +
    `<Object Id="prop">${properties}</Object>\n</Signature>\n`;
  return { name: SIGNATURE_FILES[signer], body: Buffer.from(text) };
}

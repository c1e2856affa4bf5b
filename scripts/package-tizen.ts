/* `npm run package:tizen`: the signed widget for Samsung sets, in dist/packages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiUrlFromEnvironment } from './package/api-url.ts';
import { buildPackage, PACKAGES_FOLDER } from './package/build-package.ts';
import { ownCertificate, readCertificate, type Signer } from './package/certificates.ts';
import { packWidget } from './package/wgt.ts';

const OWN_FOLDER = join(import.meta.dirname, '../data/certificates');
const { env } = process;

/** From `TIZEN_AUTHOR_P12` and `TIZEN_AUTHOR_PASSWORD`, and likewise for the distributor. */
function certificateOf(signer: Signer) {
  const name = `TIZEN_${signer.toUpperCase()}`;
  const path = env[`${name}_P12`];
  if (path) return readCertificate({ path, password: env[`${name}_PASSWORD`] ?? '' });
  console.warn(
    `${name}_P12 is not set: signed by a self-made certificate in data/certificates. ` +
      'Retail sets accept only Samsung’s own (docs/devices.md).',
  );
  return ownCertificate(signer, OWN_FOLDER);
}

const certificates = { author: certificateOf('author'), distributor: certificateOf('distributor') };
const folder = join(PACKAGES_FOLDER, 'tizen');
await buildPackage('tizen', { apiUrl: apiUrlFromEnvironment(), outDir: folder });
const file = join(PACKAGES_FOLDER, 'Bora.wgt');
mkdirSync(PACKAGES_FOLDER, { recursive: true });
writeFileSync(file, packWidget(folder, certificates));
console.log(file);

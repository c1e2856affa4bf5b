/*
 * `npm run package:tizen`: the signed widgets for Samsung sets, in dist/packages: one for Tizen 4.0 and later, and the same with
 * voice for Tizen 6.0 and later.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiUrlFromEnvironment } from './package/api-url.ts';
import { buildPackages, PACKAGES_FOLDER, withVoice } from './package/build-package.ts';
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
await buildPackages({ tizen: folder }, apiUrlFromEnvironment());
mkdirSync(PACKAGES_FOLDER, { recursive: true });
const manifest = join(folder, 'config.xml');
const config = readFileSync(manifest, 'utf8');
for (const [name, text] of [
  ['Bora-6.wgt', withVoice(config)],
  ['Bora.wgt', config],
] as const) {
  writeFileSync(manifest, text);
  const file = join(PACKAGES_FOLDER, name);
  writeFileSync(file, packWidget(folder, certificates));
  console.log(file);
}

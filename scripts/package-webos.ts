/* `npm run package:webos`: the package for LG sets, in dist/packages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiUrlFromEnvironment } from './package/api-url.ts';
import { buildPackages, PACKAGES_FOLDER } from './package/build-package.ts';
import { packIpk } from './package/ipk.ts';

const folder = join(PACKAGES_FOLDER, 'webos');
await buildPackages({ webos: folder }, apiUrlFromEnvironment());
const { name, body } = packIpk(folder);
const file = join(PACKAGES_FOLDER, name);
mkdirSync(PACKAGES_FOLDER, { recursive: true });
writeFileSync(file, body);
console.log(file);

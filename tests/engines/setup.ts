import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPackage } from '../../scripts/package/build-package.ts';
import { ownCertificate } from '../../scripts/package/certificates.ts';
import { packIpk } from '../../scripts/package/ipk.ts';
import { packWidget } from '../../scripts/package/wgt.ts';
import { unzip } from '../../scripts/package/zip.ts';
import { findEnginesHere, tellMissing } from '#tests/support/engines-here.ts';
import type { EngineName } from '#tests/support/engines.ts';
import { unpackIpk } from '#tests/support/unpack-ipk.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folders of the unpacked packages, and the API address they call. */
    packages: { readonly tizen: string; readonly webos: string; readonly apiUrl: string };
    /** Engines that run here. */
    engines: EngineName[];
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Packs the build into the signed widget and unpacks it; returns the page's path. */
function installWidget(built: string, folder: string): string {
  const certificates = { author: ownCertificate('author', folder), distributor: ownCertificate('distributor', folder) };
  const installed = join(folder, 'installed');
  for (const { name, body } of unzip(packWidget(built, certificates))) {
    mkdirSync(dirname(join(installed, name)), { recursive: true });
    writeFileSync(join(installed, name), body);
  }
  return installed;
}

/** The same with LG's package. */
function installIpk(built: string, folder: string): string {
  unpackIpk(packIpk(built).body, folder);
  return join(folder, 'usr/palm/applications/tv.bora.app');
}

/** Builds both packages for a future server, packs and unpacks them, and finds the engines. */
export default async function setup(project: TestProject) {
  const engines = await findEnginesHere();
  tellMissing(engines).forEach((line) => console.warn(line));
  project.provide('engines', [...engines.here]);

  const folder = await mkdtemp(join(tmpdir(), 'bora-packages-'));
  const apiUrl = `http://127.0.0.1:${await freePort()}`;
  const built = { tizen: join(folder, 'tizen'), webos: join(folder, 'webos') };
  for (const kind of ['tizen', 'webos'] as const) await buildPackage(kind, { apiUrl, outDir: built[kind] });
  project.provide('packages', {
    tizen: installWidget(built.tizen, join(folder, 'wgt')),
    webos: installIpk(built.webos, join(folder, 'ipk')),
    apiUrl,
  });

  return () => rm(folder, { recursive: true });
}

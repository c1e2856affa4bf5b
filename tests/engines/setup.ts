import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPackage } from '../../scripts/package/build-package.ts';
import { findEnginesHere, tellMissing } from '#tests/support/engines-here.ts';
import type { EngineName } from '#tests/support/engines.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The unpacked packages, and the address that they call. */
    packages: { readonly tizen: string; readonly webos: string; readonly apiUrl: string };
    /** Those that run here. */
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

/** Builds both packages for a server to come, and finds the engines. */
export default async function setup(project: TestProject) {
  const engines = await findEnginesHere();
  tellMissing(engines).forEach((line) => console.warn(line));
  project.provide('engines', [...engines.here]);

  const folder = await mkdtemp(join(tmpdir(), 'bora-packages-'));
  const packages = {
    tizen: join(folder, 'tizen'),
    webos: join(folder, 'webos'),
    apiUrl: `http://127.0.0.1:${await freePort()}`,
  };
  for (const kind of ['tizen', 'webos'] as const)
    await buildPackage(kind, { apiUrl: packages.apiUrl, outDir: packages[kind] });
  project.provide('packages', packages);

  return () => rm(folder, { recursive: true });
}

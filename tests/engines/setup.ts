import type { SetKind } from '#platform/set-kind.ts';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { withoutNewer } from '../../scripts/build/css-compat.ts';
import { buildPackages } from '../../scripts/package/build-package.ts';
import { ownCertificate } from '../../scripts/package/certificates.ts';
import { packIpk } from '../../scripts/package/ipk.ts';
import { packWidget } from '../../scripts/package/wgt.ts';
import { CHART_TIMES } from '#server/catalogue/lists/charts.ts';
import { findEnginesHere, tellMissing } from '#tests/support/browser/engines-here.ts';
import { SUBTRACTED, type EngineName, type SubtractedName } from '#tests/support/browser/engines.ts';
import { takeFurnished } from '#tests/support/server/server.ts';
import { unpackIpk } from '#tests/support/unpack-ipk.ts';
import { unzip } from '#tests/support/unpack-widget.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Packages for the engines of one test file. */
    packages: Packages<'all'>;
    olderPackages: Packages<SubtractedName>;
    /** Engines that run here. */
    engines: EngineName[];
    evening: Evening;
  }
}

/** Unpacked packages, and the API address they call. */
export interface Packages<Name extends string> {
  readonly apiUrl: string;
  readonly folders: Readonly<Record<Name, Readonly<Record<SetKind, string>>>>;
  /** Where test files leave their layouts for each other. */
  readonly layoutsFolder: string;
}

/** Each engine has a server of its own. These start with the same data at the same instant, so that all homes are the same. */
export interface Evening {
  /** A data folder with the demo. */
  readonly dataDir: string;
  /** The time that each server's clock has at its start, in ms since 1970. Home changes with each new chart: this is the start of one. */
  readonly startsAtMs: number;
}

const CHART_MS = CHART_TIMES.everySeconds * 1000;

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

/** A copy of the unpacked package whose style sheet has nothing newer than `chromium`, for another server. */
export function reduce(
  installed: string,
  folder: string,
  chromium: number,
  address: { from: string; to: string },
): string {
  cpSync(installed, folder, { recursive: true });
  const assets = join(folder, 'assets');
  const rewrite = (ending: string, change: (text: string) => string) => {
    for (const name of readdirSync(assets).filter((each) => each.endsWith(ending)))
      writeFileSync(join(assets, name), change(readFileSync(join(assets, name), 'utf8')));
  };
  rewrite('.css', (text) => withoutNewer(text, chromium).css);
  rewrite('.js', (text) => text.replaceAll(address.from, address.to));
  return folder;
}

/** Builds both packages for a future server, packs and unpacks them, and finds the engines. */
export default async function setup(project: TestProject) {
  const engines = await findEnginesHere();
  tellMissing(engines).forEach((line) => console.warn(line));
  project.provide('engines', [...engines.here]);

  const folder = await mkdtemp(join(tmpdir(), 'bora-packages-'));
  const apiUrl = `http://127.0.0.1:${await freePort()}`;
  const built: Record<SetKind, string> = { tizen: join(folder, 'tizen'), webos: join(folder, 'webos') };
  await buildPackages(built, apiUrl);
  const installed: Record<SetKind, string> = {
    tizen: installWidget(built.tizen, join(folder, 'wgt')),
    webos: installIpk(built.webos, join(folder, 'ipk')),
  };
  const layoutsFolder = join(folder, 'layouts');
  mkdirSync(layoutsFolder);
  project.provide('packages', { apiUrl, folders: { all: installed }, layoutsFolder });

  const olderUrl = `http://127.0.0.1:${await freePort()}`;
  const reduced = (name: SubtractedName, kind: SetKind) =>
    reduce(installed[kind], join(folder, `${kind}-${name}`), SUBTRACTED[name], { from: apiUrl, to: olderUrl });
  const bothOf = (name: SubtractedName) => ({ tizen: reduced(name, 'tizen'), webos: reduced(name, 'webos') });
  project.provide('olderPackages', {
    apiUrl: olderUrl,
    folders: { '64-53': bothOf('64-53'), '64-56': bothOf('64-56') },
    layoutsFolder,
  });

  const furnished = await takeFurnished();
  const startsAtMs = Math.ceil(Date.now() / CHART_MS) * CHART_MS;
  project.provide('evening', { dataDir: furnished.dataDir, startsAtMs });

  return async () => {
    await furnished.remove();
    await rm(folder, { recursive: true });
  };
}

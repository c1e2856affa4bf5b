import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes source maps for the server, which resolves the stacks of crashes with them. They contain the sources, so they go
 * to a folder that nobody serves, and into no package. Maps of earlier builds stay: televisions run old versions.
 *
 * @param folder of the maps; each version has its own subfolder.
 */
export const mapsAside = (folder: string, version: string): Plugin => {
  let outDir = '';
  return {
    name: 'bora:maps-aside',
    apply: 'build',
    enforce: 'post',
    // `hidden`: the scripts do not name their maps.
    config: () => ({ build: { sourcemap: 'hidden' } }),
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      const assets = join(outDir, 'assets');
      mkdirSync(join(folder, version), { recursive: true });
      for (const name of existsSync(assets) ? readdirSync(assets) : []) {
        if (!name.endsWith('.map')) continue;
        // A copy, because the folders may be on two disks.
        if (name.endsWith('.js.map')) cpSync(join(assets, name), join(folder, version, name));
        rmSync(join(assets, name));
      }
    },
  };
};

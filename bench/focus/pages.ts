import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { build } from 'esbuild';

/** The app's own wall, a hand-written page, and a common approach. */
export const pageNames = ['bora', 'floor', 'common'] as const;
export type PageName = (typeof pageNames)[number];

export interface Pages {
  /** @param isOld for an engine without modules, which runs the app's packaged form. */
  address(page: PageName, isOld: boolean): string;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
const bench = join(root, 'dist/bench');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** Removes module scripts: an engine that supports modules but not their syntax would report errors. */
const withoutModules = (html: string) =>
  html.replace(/<script type="module"[^]*?<\/script>/g, '').replace(/<script nomodule/g, '<script');

/** Builds the pages and serves them from the loopback: only files, no API. */
export async function servePages(): Promise<Pages> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--mode', 'bench', '--outDir', 'dist/bench', '--emptyOutDir', '--logLevel', 'error'];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  await build({
    entryPoints: [join(import.meta.dirname, 'common.tsx')],
    outfile: join(bench, 'common.js'),
    bundle: true,
    minify: true,
    target: 'es2015',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });

  await writeFile(join(bench, 'old.html'), withoutModules(await readFile(join(bench, 'index.html'), 'utf8')));

  const fileOf = (path: string) =>
    /^\/(floor|common)\.html$/.test(path) ? join(import.meta.dirname, path) : join(bench, normalize(path));
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    readFile(fileOf(path)).then(
      (content) => response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: (page, isOld) =>
      page === 'bora' ? `${origin}/${isOld ? 'old' : 'index'}.html#/bench?rows=50&tiles=100` : `${origin}/${page}.html`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

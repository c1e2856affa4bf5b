import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import legacy from '@vitejs/plugin-legacy';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SHAKA_FILE = 'shaka-player.compiled.js';
const shakaSource = join(import.meta.dirname, 'node_modules/shaka-player/dist', SHAKA_FILE);
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as { version: string };

/** Shaka is ES5 already: it stays a file of its own, loaded when the player is first needed (docs/decisions/005). */
const shakaBesideTheApp = (): Plugin => ({
  name: 'bora:shaka',
  configureServer(server) {
    server.middlewares.use(`/vendor/${SHAKA_FILE}`, (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      createReadStream(shakaSource).pipe(response);
    });
  },
  writeBundle({ dir }) {
    if (!dir) return;
    mkdirSync(join(dir, 'vendor'), { recursive: true });
    copyFileSync(shakaSource, join(dir, 'vendor', SHAKA_FILE));
  },
});

/** Text packed once when it is built, for the server to send as it is: a third of the bytes on a slow line. */
const packed = (): Plugin => ({
  name: 'bora:packed',
  enforce: 'post',
  closeBundle() {
    for (const folder of ['dist/web/assets', 'dist/web/vendor'].map((name) => join(import.meta.dirname, name))) {
      for (const name of existsSync(folder) ? readdirSync(folder) : []) {
        if (!/\.(js|css)$/.test(name)) continue;
        const file = join(folder, name);
        const text = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(text));
      }
    }
  },
});

export default defineConfig({
  base: './',
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [
    react(),
    legacy({
      targets: ['chrome >= 63'],
      modernTargets: ['chrome >= 109'],
      modernPolyfills: false,
    }),
    shakaBesideTheApp(),
    packed(),
  ],
  build: { outDir: 'dist/web', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8080', '/media': 'http://127.0.0.1:8080', '/art': 'http://127.0.0.1:8080' },
  },
});

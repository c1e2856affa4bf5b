import { copyFileSync, createReadStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  ],
  build: { outDir: 'dist/web', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8080', '/media': 'http://127.0.0.1:8080', '/art': 'http://127.0.0.1:8080' },
  },
});

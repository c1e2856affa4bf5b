import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The operators' console: a page of its own, for desktop browsers of the last two years. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: join(import.meta.dirname, '../dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rollupOptions: { input: ['index.html', 'television.html'].map((page) => join(import.meta.dirname, page)) },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});

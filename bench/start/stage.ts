import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { listHomeRows } from '#contract/home.ts';
import type { BrowserChoice } from '#tests/support/browser/browser.ts';
import { callAt } from '#tests/support/calls-at.ts';
import { launchPage, type CdpPage } from '#tests/support/browser/cdp.ts';
import { signInViewer } from '#tests/support/app/signed-in-viewer.ts';
import { startTestServer } from '#tests/support/server/server.ts';
import { PROBE } from './probe.ts';

/** The real server with a signed-in viewer who skips the profile picker, and the floor. */
export interface Stage {
  readonly url: string;
  readonly floorUrl: string;
  /** Opens a page in a separate browser. */
  openPage(choice: BrowserChoice): Promise<CdpPage>;
  close(): Promise<void>;
}

const STYLE = `html { font-size: calc(100vw / 120); background: #110d1c; color: #fff } body { margin: 0; overflow: hidden }
  .backdrop { position: absolute; width: 100%; height: 100%; z-index: -1 } section { height: 33rem; padding: 0 12rem }
  .row { white-space: nowrap } .tile { display: inline-block; width: 14rem; margin-right: 2rem } .tile img { width: 14rem; height: 21rem }`;

async function serveFloor(rows: unknown) {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'floor.tsx')],
    bundle: true,
    write: false,
    minify: true,
    target: 'es2015',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const script = outputFiles[0]!.text;
  const data = JSON.stringify(rows).replace(/</g, '\\u003c');
  const page = `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><div id="root"></div>
    <script>var __HOME__ = ${data}</script><script src="/floor.js"></script>`;
  const server = createServer(({ url }, response) => {
    const isScript = url === '/floor.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html').end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function createStage(): Promise<Stage> {
  const server = await startTestServer();
  const { cookie, token } = await signInViewer(server.url);
  const { reply } = await callAt(server.url)(listHomeRows, { token });
  const floor = await serveFloor(reply.results);
  const pages: CdpPage[] = [];
  return {
    url: `${server.url}/`,
    floorUrl: floor.url,
    async openPage(choice) {
      const page = await launchPage(choice);
      pages.push(page);
      await page.addStartScript(PROBE);
      await page.client.Network.enable({});
      await page.client.Network.setCookie(cookie);
      return page;
    },
    async close() {
      for (const page of pages) await page.close().catch(() => undefined);
      await floor.close();
      await server.remove();
    },
  };
}

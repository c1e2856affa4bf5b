import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startTestServer, takeFurnished, type TestServer } from '#tests/support/server/server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `POST` starts a server and returns its address; `DELETE` with the address stops it. */
    serverControl: string;
  }
}

/**
 * Starts one real server per test file, so that state in the demo account (a resume offset, a wish, a rating) cannot leak
 * from one file into another. Each server starts from a copy of one first start.
 */
export default async function setup(project: TestProject) {
  const first = await takeFurnished();
  const servers = new Map<string, TestServer>();
  const starting = new Set<Promise<string>>();
  const start = async () => {
    const server = await startTestServer({ copyOf: first.dataDir });
    servers.set(server.url, server);
    return server.url;
  };
  const end = async (url: string) => {
    await servers.get(url)?.remove();
    servers.delete(url);
    return '';
  };

  const control = createServer((request, response) => {
    const answer = request.method === 'POST' ? start() : end(decodeURIComponent(request.url?.slice(1) ?? ''));
    if (request.method === 'POST') starting.add(answer);
    answer.then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
  project.provide('serverControl', `http://127.0.0.1:${(control.address() as AddressInfo).port}/`);
  return async () => {
    control.close();
    control.closeAllConnections();
    await Promise.allSettled(starting);
    await Promise.all([...servers.keys()].map(end));
    await first.remove();
  };
}

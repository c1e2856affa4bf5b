import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startTestServer, type TestServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `POST` starts a server and answers its address; `DELETE` with the address ends it. */
    serverDesk: string;
  }
}

/**
 * Real servers for the tests of screens, one for each file: what a file leaves in the demo account (a place in an episode,
 * a wish, a rating) is nothing that another one stumbles over. They begin with copies of one first start.
 */
export default async function setup(project: TestProject) {
  const first = await startTestServer();
  await first.close();
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

  const desk = createServer((request, response) => {
    const answer = request.method === 'POST' ? start() : end(decodeURIComponent(request.url?.slice(1) ?? ''));
    if (request.method === 'POST') starting.add(answer);
    answer.then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  project.provide('serverDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`);
  return async () => {
    desk.close();
    desk.closeAllConnections();
    await Promise.allSettled(starting);
    await Promise.all([...servers.keys()].map(end));
    await first.remove();
  };
}

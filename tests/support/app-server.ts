import type { TestProject } from 'vitest/node';
import { startTestServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the real server that the screens talk to. */
    serverUrl: string;
  }
}

/** One real server for all tests of screens, on a database in memory. */
export default async function setup(project: TestProject) {
  const server = await startTestServer({ dataDir: 'memory' });
  project.provide('serverUrl', server.url);
  return () => server.close();
}

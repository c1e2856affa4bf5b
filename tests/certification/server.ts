import type { TestProject } from 'vitest/node';
import { START } from '#tests/support/server/server-clock.ts';
import { startTestServer } from '#tests/support/server/server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server that the screen tests share. */
    serverUrl: string;
    /** Address of a server for a single test, whose state is the same in every run. */
    ownServerUrl: string;
  }
}

/** Real servers on in-memory databases, on the date that the demo is written for: new titles stay new. */
export default async function setup(project: TestProject) {
  const startedAt = Date.now();
  const clock = { now: () => new Date(Date.parse(START) + Date.now() - startedAt) };
  const shared = await startTestServer({ dataDir: 'memory', clock });
  const own = await startTestServer({ dataDir: 'memory', clock });
  project.provide('serverUrl', shared.url);
  project.provide('ownServerUrl', own.url);
  return () => Promise.all([shared.close(), own.close()]);
}

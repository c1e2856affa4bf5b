import { inject } from 'vitest';

let own: string | undefined;

/** Redirects the tests of this file to a server (tests/support/server/own-server.ts). */
export function setServerUrl(url: string): void {
  own = url;
}

/** Address of the server for the tests of this file. */
export function serverUrl(): string {
  const url = own ?? (inject('serverUrl') as string | undefined);
  if (url === undefined) throw new Error('no server was started for this file (tests/support/server/own-server.ts)');
  return url;
}

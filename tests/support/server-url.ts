import { inject } from 'vitest';

let own: string | undefined;

/** From now on the tests of this file talk to this server (tests/support/own-server.ts). */
export function setServerUrl(url: string): void {
  own = url;
}

/** The server that the tests of this file talk to. */
export function serverUrl(): string {
  const url = own ?? (inject('serverUrl') as string | undefined);
  if (url === undefined) throw new Error('no server was started for this file (tests/support/own-server.ts)');
  return url;
}

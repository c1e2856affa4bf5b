import { inject } from 'vitest';

let own: string | undefined;

/** From now on the tests of this file talk to this server (tests/support/own-server.ts). */
export function setServerUrl(url: string | undefined): void {
  own = url;
}

/** The server that the tests of this file talk to. */
export const serverUrl = (): string => own ?? inject('serverUrl');

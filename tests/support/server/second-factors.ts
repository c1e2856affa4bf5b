import { expect } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { codeAt, stepOf } from '#server/lib/totp.ts';
import { PASSWORD, type ServerFixture, type Viewer } from './server-fixture.ts';

/** Owners who use a second factor. @param server gives the server, which starts later */
export function createSecondFactors(server: () => ServerFixture) {
  const begin = (viewer: Viewer, method: 'mail' | 'authenticator', token = viewer.profileToken) =>
    server().call(endpoints.beginSecondFactor, { token, body: { password: PASSWORD, method } });
  const confirm = (viewer: Viewer, code: string, token = viewer.profileToken) =>
    server().call(endpoints.confirmSecondFactor, { token, body: { auth_code: code } });
  const methodOf = async ({ profileToken: token }: Viewer) =>
    (await server().call(endpoints.getSecondFactor, { token })).reply.method;
  /** What the authenticator shows now. */
  const appCode = (secret: string) => codeAt(secret, stepOf(server().clock.now()));

  async function withAuthenticator(changes?: Parameters<ServerFixture['buildViewer']>[0]) {
    const viewer = await server().buildViewer(changes);
    const secret = (await begin(viewer, 'authenticator')).reply.secret!;
    expect((await confirm(viewer, appCode(secret))).reply.method).toBe('authenticator');
    // A code counts once.
    server().clock.advance(90);
    return { ...viewer, secret };
  }
  return { begin, confirm, methodOf, appCode, withAuthenticator };
}

export const wrongOf = (code: string): string => (code === '000000' ? '111111' : '000000');

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { FromProvider, ToProvider } from './start-provider.ts';

/** A sign-in provider on loopback, started by start-provider.ts. Its own page signs everybody in by their name. */
const people = new Map<string, Record<string, unknown>>();
const tell = (message: FromProvider) => process.send!(message);

const server = createServer();
process.on('message', (message: ToProvider) => {
  if (message.is === 'person') {
    people.set(message.id, message.claims);
    tell({ is: 'known' });
    return;
  }
  server.listen(0, '127.0.0.1', () => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: message.clientId,
          client_secret: message.clientSecret,
          redirect_uris: [message.callbackUrl],
          post_logout_redirect_uris: [message.consoleUrl],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
      scopes: ['openid', 'email', 'groups'],
      cookies: { keys: ['provider'] },
      findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
      async loadExistingGrant({ oidc }) {
        const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
        grant.addOIDCScope('openid email groups');
        await grant.save();
        return grant;
      },
    });
    server.on('request', provider.callback());
    tell({ is: 'listening', issuer });
  });
});
// The test has ended, however it did.
process.on('disconnect', () => process.exit(0));

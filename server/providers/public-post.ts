import { lookup, type LookupAddress } from 'node:dns';
import { request } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Posts a message, and answers the status. Never follows a redirection. */
export type Post = (
  url: string,
  message: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<number>;

/** Networks that are no part of the public Internet (RFC 6890, and what maps onto them). */
const INSIDE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv4');
/** Of IPv6, only what is given out is outside; these parts of it carry other addresses. */
const OUTSIDE6 = new BlockList();
OUTSIDE6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv6');

/** Whether an IP address is one of this machine, of a network inside, or of nobody. */
export const isInside = (address: string): boolean =>
  isIPv6(address) ? !OUTSIDE6.check(address, 'ipv6') || INSIDE.check(address, 'ipv6') : INSIDE.check(address, 'ipv4');

class InsideError extends Error {
  override readonly name = 'InsideError';

  constructor(host: string) {
    super(`${host} is an address inside`);
  }
}

/** Looks a name up, and refuses it if any of its addresses is inside: the connection uses what was checked. */
const lookupOutside: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '', 0);
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => isInside(address)))
      return done(new InsideError(host), '', 0);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });

/** To addresses of the environment, whose owner knows the network. */
export const postAnywhere: Post = async (url, { headers, body, signal }) => {
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
  // Nothing of the answer is needed, however long it is.
  await answer.body?.cancel();
  return answer.status;
};

/** To addresses that were typed into the console: they must not lead to what only this server reaches. */
export const postOutside: Post = (url, { headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const { hostname } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && isInside(host)) return reject(new InsideError(host));
    const sent = request(url, { method: 'POST', headers, signal, lookup: lookupOutside, agent: false }, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    sent.on('error', reject);
    sent.end(body);
  });

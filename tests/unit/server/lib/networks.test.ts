import { expect, test } from 'vitest';
import { addressKey } from '#server/lib/address-key.ts';
import { networkOf } from '#server/lib/networks.ts';

test.each([
  ['203.0.113.7', '203.0.113.*'],
  ['::ffff:203.0.113.7', '203.0.113.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*'],
  ['2001:0DB8:0001::1', '2001:db8:1:*'],
  ['2001:db8::1', '2001:db8:0:*'],
  ['fe80::1%eth0', 'fe80:0:0:*'],
  ['', null],
  ['unknown', null],
  ['203.0.113', null],
])('the caller %s is in the network %s', (address, network) => {
  expect(networkOf(addressKey(address))).toBe(network);
});

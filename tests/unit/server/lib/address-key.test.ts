import { describe, expect, test } from 'vitest';
import { addressKey, UNREADABLE_ADDRESS } from '#server/lib/address-key.ts';

describe('the key of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8:1:2::7]:4711', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::7', '2001:db8:1:3::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['[2001:db8:1:2::7]', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['1:2::3:4:5:6:7', '1:2:0:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ])('%s is %s', (address, key) => expect(addressKey(address)).toBe(key));

  test.each([
    '',
    'unknown',
    '203.0.113',
    '203.0.113.256',
    '1:2:3',
    ':::',
    '2001:db8::g',
    'fe80::1%eth0 and more',
    '[2001:db8::1]:port',
    'x'.repeat(10_000),
    "' or 1=1",
  ])('the key of %j is the one that all unreadable addresses share', (address) =>
    expect(addressKey(address)).toBe(UNREADABLE_ADDRESS),
  );

  test('is its own key for IPv4', () => {
    expect(addressKey(addressKey('::ffff:203.0.113.7'))).toBe('203.0.113.7');
  });
});

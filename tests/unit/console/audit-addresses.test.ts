import { expect, test } from 'vitest';
import { addressOfSubject } from '#console/pages/staff/audit.tsx';

test.each([
  ['title', '7', '#/titles/7'],
  ['episode', '702', '#/titles/7/episodes/702'],
  ['review', '00000007-0000-8000-8000-000000000000', '#/reviews?title=7'],
  ['account', 'a', '#/accounts/a'],
  ['advertisement', '3', '#/advertisements/3'],
  ['order', 'o', undefined],
])('a subject of the kind %s has its place', (kind, id, address) => {
  expect(addressOfSubject({ subject: { kind, id }, target: { name: '이름', item_id: 7 } })).toBe(address);
});

test('a subject that is gone has no place', () => {
  expect(addressOfSubject({ subject: { kind: 'title', id: '7' }, target: null })).toBeUndefined();
});

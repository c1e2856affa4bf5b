import { expect, test } from 'vitest';
import type { StaffRole } from '#contract/console/endpoint.ts';
import { readPerson } from '#server/staff/provider/claims.ts';

const roles = new Map<string, StaffRole>([
  ['owners', 'owner'],
  ['editors', 'editor'],
  ['helpers', 'support'],
]);
const read = (claims: Record<string, unknown>, roleClaim = 'groups') =>
  readPerson({ sub: '7', ...claims }, { issuer: 'https://login.example', roleClaim, roles });

test('the subject belongs to its issuer', () => {
  expect(read({}).subject).toBe('https://login.example 7');
});

test.each([
  ['the most powerful of several groups', { groups: ['helpers', 'owners', 'editors'] }, 'groups', 'owner'],
  ['one group as a text', { groups: 'editors' }, 'groups', 'editor'],
  ['a claim within a claim', { realm: { roles: ['helpers'] } }, 'realm.roles', 'support'],
  [
    'a claim whose name has dots',
    { 'https://bora.example/roles': ['editors'] },
    'https://bora.example/roles',
    'editor',
  ],
])('the role is that of %s', (_name, claims, roleClaim, role) => {
  expect(read(claims, roleClaim).role).toBe(role);
});

test.each([
  [{}],
  [{ groups: [] }],
  [{ groups: ['Owners', 'owners '] }],
  [{ groups: { owners: true } }],
  [{ groups: [['owners']] }],
  [{ groups: null }],
  [{ groups: 7 }],
])('%j gives no role', (claims) => {
  expect(read(claims).role).toBeNull();
});

test.each(['constructor', '__proto__.name', 'groups.length', 'sub.length'])('nothing is inherited: %s', (roleClaim) => {
  expect(read({ groups: ['owners'] }, roleClaim).role).toBeNull();
});

test.each([
  [{ email: 'Ada@Bora.Example' }, 'ada@bora.example'],
  [{ email: 'ada@bora.example', email_verified: true }, 'ada@bora.example'],
  [{ email: 'ada@bora.example', email_verified: false }, null],
  [{ email: 'ada@bora.example', email_verified: 'false' }, null],
  [{ email: 'ada' }, null],
  [{ email: ['ada@bora.example'] }, null],
])('the address of %j is %j', (claims, email) => {
  expect(read(claims).email).toBe(email);
});

test.each([
  [{ email: 'ada@bora.example', email_verified: true }, true],
  [{ email: 'ada@bora.example', email_verified: 'true' }, true],
  [{ email: 'ada@bora.example' }, false],
  [{ email: 'ada@bora.example', email_verified: false }, false],
  [{ email: 'ada', email_verified: true }, false],
])('whether the address of %j is proved: %j', (claims, isProved) => {
  expect(read(claims).isEmailProved).toBe(isProved);
});

test('an address gives a role only where the provider says that it is proved', () => {
  const byAddress = (claims: Record<string, unknown>) =>
    readPerson(
      { sub: '7', email: 'ada@bora.example', ...claims },
      { issuer: 'https://login.example', roleClaim: 'email', roles: new Map([['ada@bora.example', 'owner']]) },
    ).role;
  expect(byAddress({ email_verified: true })).toBe('owner');
  expect([byAddress({}), byAddress({ email_verified: false })]).toEqual([null, null]);
});

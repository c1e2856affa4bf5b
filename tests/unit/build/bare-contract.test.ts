import { parse } from 'acorn';
import { expect, test } from 'vitest';
import { withoutDocument } from '../../../scripts/build/bare-contract.ts';

const bare = (code: string) => withoutDocument(code, parse(code, { ecmaVersion: 2022, sourceType: 'module' }));
/** Removes pure annotations and blank lines, which only a bundler reads. */
const plain = (code: string) =>
  bare(code)
    .replace(/\/\* @__PURE__ \*\/ /g, '')
    .replace(/\s+/g, ' ');

test('an endpoint keeps the parts that the app uses', () =>
  expect(
    plain(`const getItem = endpoint({ method: 'GET', path: '/:id/', summary: 'A title', tag: 'catalogue', auth: 'profile',
      params: z.object({ id: z.string().check(z.describe('id')) }), reply: itemSchema, mayBeEmpty: true });`),
  ).toBe(`const getItem = endpoint({ method: 'GET', path: '/:id/', auth: 'profile', reply: itemSchema, });`));

test.each([
  ["const a = z.string().check(z.describe('1 to 20'));", 'const a = z.string();'],
  ["const a = z.int().check(z.minimum(1), z.describe('from 1'));", 'const a = z.int().check(z.minimum(1), );'],
  ["const a = z.int().check(z.describe('from 1'), z.minimum(1));", 'const a = z.int().check( z.minimum(1));'],
  [
    "const a = z.object({ b: z.int().check(z.describe('b')) }).register(z.globalRegistry, { id: 'A' });",
    'const a = z.object({ b: z.int() });',
  ],
])('descriptions and ids are removed, checks stay: %s', (code, expected) => expect(plain(code)).toBe(expected));

test('constants are marked as pure, code inside functions is not', () => {
  expect(bare('const a = z.array(z.string());')).toBe('const a = /* @__PURE__ */ z.array(/* @__PURE__ */ z.string());');
  expect(bare('const a = /\\p{Cc}/u;')).toBe('const a = /* @__PURE__ */ new RegExp("\\\\p{Cc}", "u");');
  const rule = 'const isGood = (text) => check(text); start();';
  expect(bare(rule)).toBe(rule);
});

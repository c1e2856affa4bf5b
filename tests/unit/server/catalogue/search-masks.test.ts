import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countMissing, maskOf } from '#server/catalogue/search/masks.ts';

/* A set may let a name through that does not fit. It must never rule out one that does. */

const names = fc.string({
  unit: fc.constantFrom(...'가나다라힣까쓰월하기갑ㄱㅆabz019 -·月'),
  minLength: 1,
  maxLength: 12,
});
const missing = (typed: string, name: string) => countMissing(maskOf(typed), maskOf(name));

test('a name with all characters of a typed text is never ruled out', () => {
  fc.assert(
    fc.property(names, fc.array(fc.nat(11)), (name, places) => {
      const typed = places.map((place) => name.charAt(place % name.length)).join('');
      expect(missing(typed, name)).toBe(0);
    }),
  );
});

test('at most as many characters count as missing as are missing', () => {
  fc.assert(
    fc.property(names, names, (typed, name) => {
      const really = new Set([...typed].filter((character) => !name.includes(character))).size;
      expect(missing(typed, name)).toBeLessThanOrEqual(really);
    }),
  );
});

test('characters that a name lacks are counted', () => {
  expect([missing('다', '가나'), missing('다라', '가나'), missing('가다', '가나'), missing('xyz', '월하기갑')]).toEqual(
    [1, 2, 1, 3],
  );
});

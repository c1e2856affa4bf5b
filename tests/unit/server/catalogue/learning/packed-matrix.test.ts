import { describe, expect, test } from 'vitest';
import { invert, startOf } from '#server/catalogue/learning/packed-matrix.ts';

/** A positive definite matrix by a rule without pattern. */
const buildMatrix = (size: number) => {
  const rows = Array.from({ length: size }, (_row, i) =>
    Array.from({ length: size }, (_column, k) => Math.sin(1 + 7 * i + 13 * k)),
  );
  return rows.map((one, i) =>
    rows.map((other, k) => one.reduce((sum, value, at) => sum + value * other[at]!, 0) + (i === k ? 1 : 0)),
  );
};
const pack = (full: readonly (readonly number[])[]) =>
  Float64Array.from(full.flatMap((row, index) => row.slice(0, index + 1)));
const at = (packed: Float64Array, row: number, column: number) =>
  row >= column ? packed[startOf(row) + column]! : packed[startOf(column) + row]!;

describe('a packed matrix', () => {
  // Around the eight rows that are worked on together.
  test.each([1, 2, 7, 8, 9, 31])('a packed matrix of %d rows times its inverse is one', (size) => {
    const full = buildMatrix(size);
    const packed = pack(full);
    invert(packed, size);
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1) {
        const product = full[row]!.reduce((sum, value, k) => sum + value * at(packed, k, column), 0);
        expect(product).toBeCloseTo(row === column ? 1 : 0, 9);
      }
  });

  test('a packed matrix that no inverse fits is refused', () => {
    expect(() => invert(Float64Array.of(1, 2, 1), 2)).toThrow(RangeError);
  });

  test('may be empty', () => {
    const none = new Float64Array(0);
    invert(none, 0);
    expect(none).toHaveLength(0);
  });
});

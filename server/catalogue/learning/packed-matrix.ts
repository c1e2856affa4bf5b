/**
 * Symmetric matrices as their lower triangle, row by row:
 *
 *     a00 | a10 a11 | a20 a21 a22 | …
 *
 * Half the memory of a full one, and every loop below runs along rows, which a processor reads ahead.
 */

/** Where row `row` begins. */
export const startOf = (row: number): number => (row * (row + 1)) / 2;

/** Rows that are worked on together, so that each other row is fetched once for all of them. */
const TOGETHER = 8;

/**
 * Replaces a positive definite matrix by its inverse, in place: Cholesky's factor, the inverse of that, and its product
 * with itself. The work is that of one multiplication of full matrices.
 *
 * @throws RangeError when the matrix is not positive definite.
 */
export function invert(matrix: Float64Array, size: number): void {
  factorize(matrix, size);
  invertFactor(matrix, size);
  multiplyByItself(matrix, size);
}

/** The lower triangle L with `L Lᵀ` = the matrix. */
function factorize(matrix: Float64Array, size: number): void {
  for (let first = 0; first < size; first += TOGETHER) {
    const last = Math.min(first + TOGETHER, size);
    for (let column = 0; column < last; column += 1) {
      const other = startOf(column);
      for (let row = Math.max(first, column); row < last; row += 1) {
        const own = startOf(row);
        const rest = matrix[own + column]! - dot(matrix, own, other, column);
        if (row > column) matrix[own + column] = rest / matrix[other + column]!;
        else if (rest > 0) matrix[own + column] = Math.sqrt(rest);
        else throw new RangeError(`Row ${row} makes the matrix not positive definite.`);
      }
    }
  }
}

/** The product of the first `length` values at two places. Four sums, because a processor adds them at once. */
function dot(values: Float64Array, one: number, other: number, length: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < length; at += 4) {
    a += values[one + at]! * values[other + at]!;
    b += values[one + at + 1]! * values[other + at + 1]!;
    c += values[one + at + 2]! * values[other + at + 2]!;
    d += values[one + at + 3]! * values[other + at + 3]!;
  }
  for (; at < length; at += 1) a += values[one + at]! * values[other + at]!;
  return a + b + c + d;
}

/** L becomes its inverse, which is a lower triangle too. Row `row` needs the inverted rows above it. */
function invertFactor(matrix: Float64Array, size: number): void {
  const factors = Array.from({ length: TOGETHER }, () => new Float64Array(size));
  for (let first = 0; first < size; first += TOGETHER) {
    const last = Math.min(first + TOGETHER, size);
    for (let row = first; row < last; row += 1) {
      const own = startOf(row);
      factors[row - first]!.set(matrix.subarray(own, own + row + 1));
      matrix.fill(0, own, own + row + 1);
    }
    for (let above = 0; above < last; above += 1) {
      const other = startOf(above);
      // This row of the part has all that it needs, and the rows below need it.
      if (above >= first) finishRow(matrix, other, above, factors[above - first]![above]!);
      for (let row = Math.max(first, above + 1); row < last; row += 1)
        addRow(matrix, startOf(row), other, above + 1, factors[row - first]![above]!);
    }
  }
}

function addRow(matrix: Float64Array, to: number, from: number, length: number, factor: number): void {
  if (factor === 0) return;
  for (let at = 0; at < length; at += 1) matrix[to + at]! += factor * matrix[from + at]!;
}

function finishRow(matrix: Float64Array, start: number, row: number, pivot: number): void {
  for (let at = 0; at < row; at += 1) matrix[start + at]! /= -pivot;
  matrix[start + row] = 1 / pivot;
}

/** M becomes `Mᵀ M`: row `k` of M adds to all rows up to `k`. */
function multiplyByItself(matrix: Float64Array, size: number): void {
  const rows = Array.from({ length: TOGETHER }, () => new Float64Array(size));
  for (let first = 0; first < size; first += TOGETHER) {
    const last = Math.min(first + TOGETHER, size);
    for (let row = first; row < last; row += 1) {
      const own = startOf(row);
      rows[row - first]!.fill(0).set(matrix.subarray(own, own + row + 1));
      matrix.fill(0, own, own + row + 1);
    }
    for (let row = last - first; row < TOGETHER; row += 1) rows[row]!.fill(0);
    for (let to = 0; to < last; to += 1) addProducts(matrix, to, rows);
  }
}

/** Adds the products of eight rows to one row, so that the row is fetched once for them. */
function addProducts(matrix: Float64Array, to: number, rows: readonly Float64Array[]): void {
  const [a, b, c, d, e, f, g, h] = rows as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const start = startOf(to);
  const [fa, fb, fc, fd] = [a[to]!, b[to]!, c[to]!, d[to]!];
  const [fe, ff, fg, fh] = [e[to]!, f[to]!, g[to]!, h[to]!];
  for (let at = 0; at <= to; at += 1)
    matrix[start + at]! +=
      fa * a[at]! + fb * b[at]! + fc * c[at]! + fd * d[at]! + fe * e[at]! + ff * f[at]! + fg * g[at]! + fh * h[at]!;
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPixels } from '#console/lib/picture-file.ts';

test('the part of a picture that was chosen lies in it, at its place, and has a pixel at least', () => {
  const side = fc.integer({ min: 1, max: 9000 });
  const share = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(side, side, share, share, share, share, (width, height, x, y, right, bottom) => {
      const crop = { x, y, width: ((100 - x) * right) / 100, height: ((100 - y) * bottom) / 100 };
      const part = inPixels(crop, { width, height });
      for (const [at, length, whole, asked, size] of [
        [part.left, part.width, width, crop.x, crop.width],
        [part.top, part.height, height, crop.y, crop.height],
      ] as const) {
        expect(length).toBeGreaterThanOrEqual(1);
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at + length).toBeLessThanOrEqual(whole);
        expect(Math.abs(at - (asked / 100) * whole)).toBeLessThanOrEqual(1);
        expect(Math.abs(length - (size / 100) * whole)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

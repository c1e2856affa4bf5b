import { expect, test } from 'vitest';
import { groupPictures } from '#src/features/playback/cues/picture-groups.ts';

const cueAt = (left: number, top: number, width: number, height: number) => ({ place: { left, top, width, height } });

test('two lines of a speech keep their places to each other, and the lower edge, at every size', () => {
  const lines = [cueAt(30, 80, 40, 6), cueAt(40, 88, 20, 6)];
  const [plain] = groupPictures(lines, 1, 90);
  expect(plain).toMatchObject({ anchor: 'bottom', x: 50, y: 94, width: 40, height: 14 });
  const [large] = groupPictures(lines, 1.5, 90);
  expect(large).toMatchObject({ anchor: 'bottom', x: 50, y: 94, width: 60, height: 21 });
  expect(large?.cells.map(({ place }) => place)).toEqual(plain?.cells.map(({ place }) => place));
  expect(large?.cells[1]?.place.left).toBe(25);
});

test('a sign above and a speech below are of their own', () => {
  const groups = groupPictures([cueAt(10, 5, 30, 8), cueAt(30, 85, 40, 6)], 0.75, 90);
  expect(groups.map(({ anchor, y, width }) => [anchor, y, width])).toEqual([
    ['top', 5, 22.5],
    ['bottom', 91, 30],
  ]);
});

test('no picture is wider than its part of the screen, or higher than the screen', () => {
  expect(groupPictures([cueAt(10, 80, 80, 8)], 1.5, 60)).toMatchObject([{ width: 60, height: 6 }]);
  expect(groupPictures([cueAt(40, 0, 20, 100)], 1.5, 90)).toMatchObject([{ height: 85, width: 17 }]);
});

import { expect, test } from 'vitest';
import { isBusy } from '../../../bench/lib/machine.ts';
import { ratioFigures } from '../../../bench/lib/ratio.ts';
import { readBenchWords } from '../../../bench/lib/table.ts';

test('a ratio is the median of the turns, so that a slow turn of both changes nothing', () => {
  const turns = [
    { app: 100, floor: 100 },
    { app: 900, floor: 600 },
    { app: 240, floor: 200 },
  ];
  const [, , ratio] = ratioFigures('start', 'floor', turns, 1.1);
  expect(ratio).toMatchObject({ figure: '1.20', target: '<= 1.1', isMet: false });
  expect(ratioFigures('start', 'floor', turns, 1.2)[2]).toMatchObject({ isMet: true });
});

test('a part that ended before its first turn says so, and meets no target', () => {
  expect(ratioFigures('start', 'floor', [], 1.1)).toEqual([{ what: 'start', figure: 'not measured', target: '' }]);
});

test.each([
  [2, 2, false],
  [2.1, 2, true],
  [0.3, 1, false],
])('a load of %d on %d cores is busy: %s', (load, cores, busy) => expect(isBusy(load, cores)).toBe(busy));

test('the words of a benchmark are parts and a number of turns', () => {
  expect(readBenchWords(['start', '--turns', '3', 'cpu'])).toEqual({ asked: ['start', 'cpu'], turns: 3 });
  expect(readBenchWords([])).toEqual({ asked: [], turns: 9 });
});

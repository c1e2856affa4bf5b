import { expect, test } from 'vitest';
import {
  DatabaseBusyError,
  DatabaseUnavailableError,
  isContention,
  isDatabaseTrouble,
  isFailureOfValues,
  toDatabaseError,
} from '#server/lib/database-errors.ts';

const errorOf = (code: unknown) => Object.assign(new Error('refused'), { code });
const plain = new Error('refused');

test.each([
  ['40001', 'contention'],
  ['40P01', 'contention'],
  ['22P02', 'values'],
  ['23505', 'values'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['08006', 'unavailable'],
  ['53100', 'unavailable'],
  ['57P01', 'unavailable'],
  ['58030', 'unavailable'],
  ['25006', 'unavailable'],
  ['25P03', 'unavailable'],
  ['42P01', 'other'],
  ['25001', 'other'],
  ['12345', 'other'],
  ['40002', 'other'],
  ['X22', 'other'],
  ['008', 'other'],
  ['EPIPE', 'other'],
  [23505, 'other'],
])('the state %j means: %s', (code, kind) => {
  const error = errorOf(code);
  const mapped = toDatabaseError(error);
  expect({
    contention: isContention(error),
    values: isFailureOfValues(error),
    busy: mapped instanceof DatabaseBusyError,
    unavailable: mapped instanceof DatabaseUnavailableError,
    other: mapped === error && !isContention(error) && !isFailureOfValues(error),
  }).toEqual({
    contention: false,
    values: false,
    busy: false,
    unavailable: false,
    other: false,
    [kind]: true,
  });
  if (mapped !== error) expect((mapped as Error).cause).toBe(error);
});

test('what is no error of a database stays as it is', () => {
  for (const error of [plain, 'text', null, { code: '08006' }]) expect(toDatabaseError(error)).toBe(error);
});

test('a caller may retry after contention, a busy or an absent database, and after nothing else', () => {
  const troubles = [new DatabaseBusyError('full'), new DatabaseUnavailableError('gone'), errorOf('40001')];
  expect(troubles.map(isDatabaseTrouble)).toEqual([true, true, true]);
  expect([plain, errorOf('23505'), errorOf('08006'), undefined].map(isDatabaseTrouble)).toEqual([
    ...[false, false, false, false],
  ]);
});

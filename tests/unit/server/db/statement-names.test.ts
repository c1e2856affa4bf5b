import { expect, test } from 'vitest';
import { createStatementNames } from '#server/db/postgres-client.ts';

test('each text gets one name, up to the server’s limit', () => {
  const names = createStatementNames(2);
  expect(['select 1', 'select 2', 'select 1', 'select 3'].map(names.of)).toEqual(['s0', 's1', 's0', undefined]);
  expect(names.of('select 2')).toBe('s1');
});

test('a text gets another name once for all connections that find it outdated', () => {
  const names = createStatementNames(3);
  expect(['select 1', 'select 2'].map(names.of)).toEqual(['s0', 's1']);
  names.renew('select 1', 's0');
  names.renew('select 1', 's0');
  expect(['select 1', 'select 2'].map(names.of)).toEqual(['s2', 's1']);
  names.renew('select 1', 's2');
  expect(['select 1', 'select 2'].map(names.of)).toEqual([undefined, 's1']);
});

import { expect, test } from 'vitest';
import { createStatementNames } from '#server/db/postgres-client.ts';

test('each text gets one name, up to the server’s limit', () => {
  const nameOf = createStatementNames(2);
  expect(['select 1', 'select 2', 'select 1', 'select 3'].map(nameOf)).toEqual(['s0', 's1', 's0', undefined]);
  expect(nameOf('select 2')).toBe('s1');
});

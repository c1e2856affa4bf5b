import { expect, test } from 'vitest';
import { DatabaseBusyError, DatabaseUnavailableError } from '#server/lib/database-errors.ts';
import { explain } from '../../../../scripts/operator-commands/with-operate.ts';

test.each([
  new DatabaseUnavailableError('the disk is almost full: writes fail until there is space'),
  new DatabaseBusyError('a statement took too long'),
])('a command that the database does not take ends with a sentence: %s', (error) => {
  expect(explain(error)).toBe(`The database does not take this now: ${error.message}. Try again.`);
});

test('a command on a full disk says what to do', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  expect(explain(error)).toMatch(/^The disk is full: ENOSPC.*Free some space/);
});

import { expect, test } from 'vitest';
import { createBackupOperations } from '#server/backup/operations.ts';
import type { OnlineCopies } from '#server/db/online-copy.ts';
import type { Transact } from '#server/db/open.ts';

const ID = '00000000-0000-4000-8000-000000000001';

function operationsOf(copies: boolean, canRecord = true) {
  const done: string[] = [];
  const note = (what: string) => (id: string) => {
    done.push(`${what} ${id}`);
    return Promise.resolve({ id, folder: '/data/database' });
  };
  const engine = { begin: note('begin'), renew: note('renew'), finish: note('finish'), release: note('release') };
  const operations = createBackupOperations({
    copies: copies ? (engine as unknown as OnlineCopies) : undefined,
    transact: ((work: (tx: never) => Promise<unknown>) => work({} as never)) as Transact,
    random: { uuid: () => ID },
    record: (_tx, { action, after }) => {
      if (!canRecord) return Promise.reject(new Error('the log cannot be written'));
      done.push(`${action} ${JSON.stringify(after)}`);
      return Promise.resolve();
    },
  });
  return { operations, done };
}

test('a backup is recorded before the command may copy anything', async () => {
  const { operations, done } = operationsOf(true);
  await operations.begin('/backups/a.backup');
  expect(done).toEqual([`begin ${ID}`, 'service.backup {"file":"/backups/a.backup"}']);
});

test('a backup that cannot be recorded is given up', async () => {
  const { operations, done } = operationsOf(true, false);
  await expect(operations.begin('/backups/a.backup')).rejects.toThrow('the log cannot be written');
  expect(done).toEqual([`begin ${ID}`, `release ${ID}`]);
});

test('a backup counts as made when its file is whole', async () => {
  const { operations, done } = operationsOf(true);
  await operations.written('/backups/a.backup');
  expect(done).toEqual(['service.backup-written {"file":"/backups/a.backup"}']);
});

test('the command keeps, finishes and releases the copy that it began', async () => {
  const { operations, done } = operationsOf(true);
  expect(await operations.renew(ID)).toEqual({});
  await operations.finish(ID);
  expect(await operations.release(ID)).toEqual({});
  expect(done).toEqual([`renew ${ID}`, `finish ${ID}`, `release ${ID}`]);
});

test('a service on PostgreSQL refuses, and records nothing', async () => {
  const { operations, done } = operationsOf(false);
  for (const call of [operations.begin, operations.written])
    await expect(call('/backups/a.backup')).rejects.toThrow(/use its own tools/);
  expect(done).toEqual([]);
});

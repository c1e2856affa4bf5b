import { expect, test } from 'vitest';
import { createLanes } from '#server/db/lanes.ts';
import { batchedByAccount } from '#server/lib/batched-by-account.ts';
import { DatabaseBusyError } from '#server/lib/database-errors.ts';

const LIMITS = { atOnce: 2, waiters: 2, waitMs: 60_000 };

/** Two machines: accounts whose name begins with `a` are on the first. */
function createMachines() {
  const lookups: string[] = [];
  const inLane = createLanes((accountIds) => {
    lookups.push(...accountIds);
    return Promise.resolve(accountIds.map((id) => (id.startsWith('a') ? 1 : 2)));
  }, LIMITS);
  return { inLane, lookups };
}

/** The first machine answers nothing until it is mended. */
function createStuck() {
  let mend!: () => void;
  const mended = new Promise<void>((resolve) => (mend = resolve));
  const running: string[] = [];
  const ask = async (accountId: string): Promise<string> => {
    running.push(accountId);
    if (accountId.startsWith('a')) await mended;
    return `answer for ${accountId}`;
  };
  return { ask, running, mend: () => mend() };
}

test('a machine that does not answer holds its own places, and the others answer', async () => {
  const { inLane } = createMachines();
  const { ask, running, mend } = createStuck();
  const stuck = ['a1', 'a2', 'a3', 'a4'].map((id) => inLane(id, () => ask(id)));
  await expect.poll(() => running).toEqual(['a1', 'a2']);
  for (const id of ['b1', 'b2', 'b3', 'b4']) expect(await inLane(id, () => ask(id))).toBe(`answer for ${id}`);
  await expect(inLane('a5', () => ask('a5'))).rejects.toThrow(DatabaseBusyError);
  expect(running.filter((id) => id.startsWith('a'))).toEqual(['a1', 'a2']);
  mend();
  expect(await Promise.all(stuck)).toEqual(['a1', 'a2', 'a3', 'a4'].map((id) => `answer for ${id}`));
});

test('the machine of an account is looked up once', async () => {
  const { inLane, lookups } = createMachines();
  for (const id of ['a1', 'b1', 'a1', 'b1']) await inLane(id, () => Promise.resolve());
  expect(lookups).toEqual(['a1', 'b1']);
});

test('a failure leaves its place to the next one', async () => {
  const { inLane } = createMachines();
  for (let count = 0; count < 5; count += 1)
    await expect(inLane('a1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await inLane('a1', () => Promise.resolve('back'))).toBe('back');
});

test('batches of accounts on other machines pass those of a machine that does not answer', async () => {
  const { inLane } = createMachines();
  const { ask, running, mend } = createStuck();
  const call = batchedByAccount(
    { atOnce: 100, isByAccount: true, inLane },
    (items: { account: string }[]) => Promise.all(items.map(({ account }) => ask(account))),
    ({ account }) => account,
  );
  const stuck = ['a1', 'a2', 'a3'].map((account) => call({ account }));
  await expect.poll(() => running).toEqual(['a1', 'a2']);
  expect(await Promise.all(['b1', 'b2', 'b3'].map((account) => call({ account })))).toHaveLength(3);
  mend();
  expect(await Promise.all(stuck)).toHaveLength(3);
});

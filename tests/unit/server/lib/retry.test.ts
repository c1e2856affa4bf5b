import { expect, test } from 'vitest';
import { retry } from '#server/lib/retry.ts';

const databaseError = (code: string) => Object.assign(new Error(code), { code });

/** Fails with each of these codes in turn, then succeeds. */
function failing(codes: string[]) {
  let tries = 0;
  return {
    work: () => {
      const code = codes[tries];
      tries += 1;
      return code === undefined ? Promise.resolve('done') : Promise.reject(databaseError(code));
    },
    tries: () => tries,
  };
}

test.each(['40001', '40P01'])('retries a transaction that failed with %s', async (code) => {
  const { work, tries } = failing([code, code]);
  expect(await retry(work)).toBe('done');
  expect(tries()).toBe(3);
});

test('waits between tries, and gives up after 25', async () => {
  const { work, tries } = failing(Array.from({ length: 30 }, () => '40001'));
  const pauses: number[] = [];
  const pause = (after: number) => Promise.resolve(void pauses.push(after));
  await expect(retry(work, pause)).rejects.toThrow('40001');
  expect(tries()).toBe(25);
  expect(pauses).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
});

test('does not retry other failures', async () => {
  const { work, tries } = failing(['23505']);
  await expect(retry(work)).rejects.toThrow('23505');
  expect(tries()).toBe(1);
});

test('does not retry when the caller has waited long enough', async () => {
  const { work, tries } = failing(Array.from({ length: 30 }, () => '40001'));
  let nowMs = 0;
  const pause = () => Promise.resolve(void (nowMs += 2000));
  await expect(retry(work, pause, () => nowMs)).rejects.toThrow('40001');
  expect(tries()).toBe(4);
});

import { expect, test } from 'vitest';
import { createPasswords, HASHES_AT_ONCE, HASHES_WAITING } from '#server/accounts/passwords.ts';

/** Every hash waits until released; counts the started ones. */
function createSlowHashing() {
  const begun: (() => void)[] = [];
  let finished = 0;
  let mostAtOnce = 0;
  const work = <T>(answer: T): Promise<T> =>
    new Promise((resolve) => {
      begun.push(() => {
        finished += 1;
        resolve(answer);
      });
      mostAtOnce = Math.max(mostAtOnce, begun.length - finished);
    });
  return {
    passwords: createPasswords({ hash: () => work('hashed'), verify: () => work(true) }),
    begun: () => begun.length,
    mostAtOnce: () => mostAtOnce,
    async letThrough(index: number) {
      begun[index]!();
      await new Promise(setImmediate);
    },
  };
}

test('a flood of sign-ins, sign-ups and new passwords hashes only a few concurrently, and completes', async () => {
  const { passwords, begun, mostAtOnce, letThrough } = createSlowHashing();
  const asked = Array.from({ length: 50 }, (_, index) =>
    index % 2 === 0 ? passwords.isPasswordOf('known', 'p') : passwords.hashPassword('p'),
  );
  await new Promise(setImmediate);
  expect(begun()).toBe(HASHES_AT_ONCE);
  for (let index = 0; index < asked.length; index += 1) await letThrough(index);
  expect(await Promise.all(asked)).toEqual(asked.map((_, index) => (index % 2 === 0 ? true : 'hashed')));
  expect(mostAtOnce()).toBe(HASHES_AT_ONCE);
  // The process has four threads for hashes, files and DNS.
  expect(HASHES_AT_ONCE).toBeLessThan(4);
});

test('a flood from one address delays another address by one hash', async () => {
  const { passwords, begun, letThrough } = createSlowHashing();
  const flood = Array.from({ length: 300 }, () => passwords.isPasswordOf('known', 'p', 'flood').catch(() => 'refused'));
  const owner = passwords.isPasswordOf('known', 'p', 'owner').then(() => begun());
  await new Promise(setImmediate);
  for (let index = 0; index < 3; index += 1) await letThrough(index);
  // Two were running when the flood came, and at most one of the flood was next.
  await letThrough(3);
  expect(await owner).toBeLessThanOrEqual(HASHES_AT_ONCE + 4);
  for (let index = 4; index < begun(); index += 1) await letThrough(index);
  expect((await Promise.all(flood)).filter((each) => each === 'refused')).toHaveLength(
    300 - HASHES_AT_ONCE - HASHES_WAITING + 1,
  );
});

test('an unknown e-mail is hashed like a known one, and always fails', async () => {
  const { passwords, begun, letThrough } = createSlowHashing();
  const answer = passwords.isPasswordOf(undefined, 'p');
  await new Promise(setImmediate);
  expect(begun()).toBe(1);
  await letThrough(0);
  expect(await answer).toBe(false);
});

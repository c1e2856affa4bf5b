import { expect, test } from 'vitest';
import { createPasswords, HASHES_AT_ONCE, HASHES_WAITING } from '#server/accounts/passwords.ts';

/** Every hash waits until it is let through; says how many have been begun. */
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
    async letThrough(place: number) {
      begun[place]!();
      await new Promise(setImmediate);
    },
  };
}

test('a flood of sign-ins, sign-ups and new passwords hashes only a few at once, and all get their turn', async () => {
  const { passwords, begun, mostAtOnce, letThrough } = createSlowHashing();
  const asked = Array.from({ length: 50 }, (_, index) =>
    index % 2 === 0 ? passwords.isPasswordOf('known', 'p') : passwords.hashPassword('p'),
  );
  await new Promise(setImmediate);
  expect(begun()).toBe(HASHES_AT_ONCE);
  for (let place = 0; place < asked.length; place += 1) await letThrough(place);
  expect(await Promise.all(asked)).toEqual(asked.map((_, index) => (index % 2 === 0 ? true : 'hashed')));
  expect(mostAtOnce()).toBe(HASHES_AT_ONCE);
  // The process has four threads for this, for its files and for names.
  expect(HASHES_AT_ONCE).toBeLessThan(4);
});

test('a flood from one address lets another address in after one hash', async () => {
  const { passwords, begun, letThrough } = createSlowHashing();
  const flood = Array.from({ length: 300 }, () => passwords.isPasswordOf('known', 'p', 'flood').catch(() => 'refused'));
  const owner = passwords.isPasswordOf('known', 'p', 'owner').then(() => begun());
  await new Promise(setImmediate);
  for (let place = 0; place < 3; place += 1) await letThrough(place);
  // Two ran when the flood came, and one of the flood's was next in turn at most.
  await letThrough(3);
  expect(await owner).toBeLessThanOrEqual(HASHES_AT_ONCE + 4);
  for (let place = 4; place < begun(); place += 1) await letThrough(place);
  expect((await Promise.all(flood)).filter((each) => each === 'refused')).toHaveLength(
    300 - HASHES_AT_ONCE - HASHES_WAITING + 1,
  );
});

test('an unknown e-mail is hashed like a known one, and never right', async () => {
  const { passwords, begun, letThrough } = createSlowHashing();
  const answer = passwords.isPasswordOf(undefined, 'p');
  await new Promise(setImmediate);
  expect(begun()).toBe(1);
  await letThrough(0);
  expect(await answer).toBe(false);
});

import { expect, test } from 'vitest';
import { together } from '#server/lib/first-of.ts';

test('values that are there come at once, in their order', () => {
  expect(together(1, 'two', null)).toEqual([1, 'two', null]);
});

test.each([
  ['the first', [Promise.resolve(1), 2, 3]],
  ['another', [1, 2, Promise.resolve(3)]],
  ['several', [Promise.resolve(1), 2, Promise.resolve(3)]],
])('%s of them may have to be waited for', async (_which, found) => {
  expect(await together(...found)).toEqual([1, 2, 3]);
});

const refusal = () => Promise.reject(new Error('refused'));

test('the only promise rejects', async () => {
  await expect(together(1, refusal())).rejects.toThrow('refused');
});

test('the first failure rejects without the others', async () => {
  await expect(together(refusal(), new Promise(() => undefined))).rejects.toThrow('refused');
});

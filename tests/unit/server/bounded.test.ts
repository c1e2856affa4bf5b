import { expect, test } from 'vitest';
import { bounded } from '#server/lib/bounded.ts';

/** A work that ends when it is told to. */
function createWork() {
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (end = resolve));
  return { run: () => promise, end };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test('lets so many run at once, and the others in their order', async () => {
  const inLine = bounded(2);
  const works = [createWork(), createWork(), createWork(), createWork()];
  const begun: number[] = [];
  const all = works.map((work, index) =>
    inLine(() => {
      begun.push(index);
      return work.run();
    }),
  );
  await settled();
  expect(begun).toEqual([0, 1]);
  works[1]!.end();
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  works[0]!.end();
  await settled();
  expect(begun).toEqual([0, 1, 2, 3]);
  works.forEach(({ end }) => end());
  await Promise.all(all);
});

test('gives the place on when a work fails', async () => {
  const inLine = bounded(1);
  const failed = inLine(() => Promise.reject(new Error('no')));
  const next = inLine(() => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

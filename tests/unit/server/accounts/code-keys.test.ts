import { expect, test } from 'vitest';
import { createCodeKeys, DERIVED_AT_ONCE, openText, sealText } from '#server/accounts/inputs/sealed-text.ts';
import { systemRandom } from '#server/lib/random.ts';

/** Derivations that wait until released. */
function createSlowKeys() {
  const begun: { code: string; end(): void }[] = [];
  const keysOf = createCodeKeys(
    (code) => new Promise((resolve) => begun.push({ code, end: () => resolve(Buffer.alloc(64, code)) })),
  );
  return {
    keysOf,
    begun: () => begun.map(({ code }) => code),
    async endNext(index: number) {
      begun[index]!.end();
      await new Promise(setImmediate);
    },
  };
}

test('guesses of codes occupy few threads, and a flood from one address delays another by one turn', async () => {
  const { keysOf, begun, endNext } = createSlowKeys();
  const flood = Array.from({ length: 50 }, (_, index) => keysOf(`flood-${index}`, '192.0.2.1'));
  const own = keysOf('own', '192.0.2.2');
  await new Promise(setImmediate);
  expect(begun()).toHaveLength(DERIVED_AT_ONCE);
  await endNext(0);
  await endNext(1);
  expect(begun().slice(0, 3)).toContain('own');
  for (let index = 2; index < 51; index += 1) await endNext(index);
  await Promise.all([own, ...flood]);
  // A known code costs nothing.
  await keysOf('own', '192.0.2.3');
  expect(begun()).toHaveLength(51);
});

test('refuses guesses when too many wait, and derives the next ones', async () => {
  const { keysOf, endNext } = createSlowKeys();
  const all = Array.from({ length: 200 }, (_, index) => keysOf(`code-${index}`, `192.0.2.${index}`));
  const ends = Promise.allSettled(all);
  await new Promise(setImmediate);
  for (let index = 0; index < 129; index += 1) await endNext(index);
  const refused = (await ends).filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused).toHaveLength(71);
  expect(refused[0]!.reason).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 3 });
});

test('a sealed text is opened by its key alone, and looks different each time', () => {
  const key = Buffer.alloc(32, 1);
  const texts = ['', '비밀번호 1!', 'a'.repeat(254)];
  for (const text of texts) {
    const [one, other] = [sealText(key, text, systemRandom), sealText(key, text, systemRandom)];
    expect([openText(key, one), openText(key, other)]).toEqual([text, text]);
    expect(one).not.toBe(other);
    expect(() => openText(Buffer.alloc(32, 2), one)).toThrow();
  }
  const sealed = Buffer.from(sealText(key, '비밀번호 1!', systemRandom), 'base64url');
  for (const at of [0, 15, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(() => openText(key, changed.toString('base64url'))).toThrow();
  }
});

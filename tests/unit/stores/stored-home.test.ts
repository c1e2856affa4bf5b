import { expect, test } from 'vitest';
import type { HomeRow } from '#contract/home.ts';
import type { KeyValueStorage } from '#platform/platform.ts';
import type { SessionState } from '#src/stores/session-store.ts';
import { createStoredHome, homeOwnerOf } from '#src/stores/stored-home.ts';
import { buildItemSummary, buildProfile } from '#tests/support/build.ts';
import { createMemoryStorage } from '#tests/support/app/fake-platform.ts';

const DAY_MS = 24 * 60 * 60_000;

const row = (id: string, count: number, name = '바람이 머무는 자리'): HomeRow => ({
  id,
  kind: 'items',
  title: '요즘 인기 있는 작품',
  more: null,
  results: Array.from({ length: count }, (_, index) => buildItemSummary({ id: index + 1, name })),
});

function start(storage: KeyValueStorage = createMemoryStorage(), version = '1.2.3') {
  let instant = Date.UTC(2026, 10, 20);
  const home = createStoredHome(storage, version, () => instant);
  return { storage, home, pass: (ms: number) => void (instant += ms) };
}

test('an owner gets the rows stored for it', () => {
  const { storage, home } = start();
  home.write('one 19', [row('popular', 3)]);
  expect(start(storage).home.read('one 19')).toEqual([row('popular', 3)]);
});

test.each([
  ['of another profile', 'two 19', '1.2.3', 0],
  ['of another age limit', 'one 12', '1.2.3', 0],
  ['of another version of the app', 'one 19', '1.2.4', 0],
  ['more than a week old', 'one 19', '1.2.3', 8 * DAY_MS],
  ['from the future', 'one 19', '1.2.3', -DAY_MS],
])('a stored home %s is removed', (_, owner, version, passedMs) => {
  const { storage, home } = start();
  home.write('one 19', [row('popular', 3)]);
  const later = start(storage, version);
  later.pass(passedMs);
  expect(later.home.read(owner)).toBeNull();
  expect(storage.get('home')).toBeNull();
});

test.each(['', 'nonsense', 'null', '[]', '{"format":"1.2.3","owner":"one 19"}'])(
  'the damaged home %j is removed',
  (text) => {
    const storage = createMemoryStorage({ home: text });
    expect(start(storage).home.read('one 19')).toBeNull();
    expect(storage.get('home')).toBeNull();
  },
);

test('a home with one malformed row is removed', () => {
  const { storage, home } = start();
  home.write('one 19', [row('popular', 1)]);
  storage.set('home', storage.get('home')?.replace('"kind":"items"', '"kind":"songs"') ?? '');
  expect(home.read('one 19')).toBeNull();
});

test('only visible tiles are stored, within the limit of the storage', () => {
  const { storage, home } = start();
  home.write('one 19', [row('popular', 30)]);
  expect(home.read('one 19')?.[0]?.results).toHaveLength(12);
  home.write(
    'one 19',
    Array.from({ length: 40 }, (_, index) => row(`row-${index}`, 12, '긴 이름'.repeat(100))),
  );
  expect(storage.get('home')?.length).toBeLessThan(101_000);
  expect(home.read('one 19')?.[0]?.id).toBe('row-0');
});

test('unchanged rows are written once, and again after a removal', () => {
  let writes = 0;
  const memory = createMemoryStorage();
  const storage = {
    ...memory,
    set(key: string, value: string) {
      writes += 1;
      memory.set(key, value);
    },
  };
  const { home } = start(storage);
  home.write('one 19', [row('popular', 3)]);
  home.write('one 19', [row('popular', 3)]);
  expect(writes).toBe(1);
  home.remove();
  home.write('one 19', [row('popular', 3)]);
  expect(writes).toBe(2);
});

test('nothing is read when the storage keeps nothing', () => {
  const { home } = start({ get: () => null, set: () => undefined, remove: () => undefined });
  home.write('one 19', [row('popular', 3)]);
  expect(home.read('one 19')).toBeNull();
});

test('home is stored for a profile with its age limit, never for one with a PIN', () => {
  const session = (has_pin: boolean, accountToken: string | null = 'account') =>
    ({
      accountToken,
      lastProfile: { token: 't', profile: buildProfile({ id: 'one', has_pin, max_rating: '12' }) },
    }) as SessionState;
  expect(homeOwnerOf(session(false))).toBe('one 12');
  expect(homeOwnerOf(session(true))).toBeNull();
  expect(homeOwnerOf(session(false, null))).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { createNavigation, type NavigationPage } from '#src/app/visits/navigation.ts';
import { createDice } from '#tests/support/page-walker/dice.ts';

/** A page history in memory. As in browsers, going back is reported asynchronously. */
function createFakePage(hash = '') {
  let entries: { state: unknown; hash: string }[] = [{ state: null, hash }];
  let index = 0;
  const listeners = new Set<() => void>();
  let late: (() => void)[] = [];
  const history = {
    get state() {
      return entries[index]!.state;
    },
    pushState(state: unknown, _title: string, url: string) {
      entries = [...entries.slice(0, index + 1), { state, hash: url }];
      index += 1;
    },
    replaceState(state: unknown, _title: string, url: string) {
      entries[index] = { state, hash: url };
    },
    back() {
      history.go(-1);
    },
    go(steps: number) {
      late.push(() => {
        index += steps;
        listeners.forEach((listener) => listener());
      });
    },
  };
  return {
    page: {
      history,
      location: {
        get hash() {
          return entries[index]!.hash;
        },
      },
      addEventListener: (_name: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_name: string, listener: () => void) => listeners.delete(listener),
    } as unknown as NavigationPage,
    settle() {
      const now = late;
      late = [];
      now.forEach((run) => run());
    },
    isOutside: () => index < 0,
  };
}

const start = (hash?: string) => {
  const fake = createFakePage(hash);
  const navigation = createNavigation(fake.page);
  navigation.subscribe(() => undefined);
  return { ...fake, navigation };
};

describe('navigation', () => {
  test('starts at home', () => {
    expect(start().navigation.visit().path).toBe('/home');
  });

  test('starts at the address of a link', () => {
    expect(start('#/items/12').navigation.visit().path).toBe('/items/12');
  });

  test('returns by Back to the same visit with its memory', () => {
    const { navigation, settle } = start();
    const home = navigation.visit();
    home.memory.focusKey = 'tile';
    navigation.open('/items/12');
    expect(navigation.visit().memory.focusKey).toBeNull();
    expect(navigation.back()).toBe(true);
    settle();
    expect(navigation.visit().path).toBe('/home');
    expect(navigation.visit().memory).toBe(home.memory);
  });

  test('gives two visits of one address separate memories', () => {
    const { navigation, settle } = start();
    navigation.open('/items/12');
    const first = navigation.visit().memory;
    navigation.open('/items/12');
    expect(navigation.visit().memory).not.toBe(first);
    navigation.back();
    settle();
    expect(navigation.visit().memory).toBe(first);
  });

  test('knows the last two steps of a visit, also after a reload and in what replaces it', () => {
    const { navigation, page } = start();
    const leaveRow = (rowKey: string) => {
      const { memory } = navigation.visit();
      memory.focusKey = 'wall';
      memory.walls.set('wall', { rowKey, tileKeys: {} });
    };
    leaveRow('liked');
    navigation.open('/items/12');
    leaveRow('related');
    navigation.open('/items/13');
    navigation.open('/play/1301');
    const way = [
      ['/items/12', 'related'],
      ['/items/13', undefined],
    ];
    expect(navigation.visit().way).toEqual(way);
    expect(createNavigation(page).visit().way).toEqual(way);
    navigation.replace('/play/1302');
    expect(navigation.visit().way).toEqual(way);
    navigation.replace('/items/14', 'after');
    expect(navigation.visit().way).toEqual([['/play/1302', 'after']]);
  });

  test('knows the steps to a visit that a reload left behind, when Back shows it', () => {
    const { navigation, page, settle } = start();
    navigation.open('/items/12');
    navigation.open('/items/13');
    navigation.open('/play/1301');
    const reloaded = createNavigation(page);
    reloaded.subscribe(() => undefined);
    reloaded.back();
    settle();
    const way = [
      ['/home', undefined],
      ['/items/12', undefined],
    ];
    expect(reloaded.visit()).toMatchObject({ path: '/items/13', way });
    reloaded.back();
    settle();
    expect(reloaded.visit()).toMatchObject({ path: '/items/12', way: way.slice(0, 1) });
  });

  test('forgets the visits that a new screen makes unreachable, and no others', () => {
    const { navigation, settle } = start();
    const home = navigation.visit().id;
    navigation.open('/items/12');
    const left = navigation.visit().id;
    navigation.back();
    settle();
    expect([home, left].map(navigation.holds)).toEqual([true, true]);
    navigation.open('/themes');
    expect([home, left, navigation.visit().id].map(navigation.holds)).toEqual([true, false, true]);
  });

  test('keeps Back unchanged when a screen replaces another', () => {
    const { navigation, settle } = start();
    navigation.open('/play/1');
    navigation.replace('/play/2');
    navigation.back();
    settle();
    expect(navigation.visit().path).toBe('/home');
  });

  test('never leaves the app on two quick Backs', () => {
    const { navigation, settle, isOutside } = start();
    navigation.open('/items/12');
    expect(navigation.back()).toBe(true);
    expect(navigation.back()).toBe(false);
    settle();
    expect(isOutside()).toBe(false);
    expect(navigation.visit().path).toBe('/home');
  });

  test('resets to home as the first visit at any depth', () => {
    const { navigation, settle } = start();
    navigation.visit().memory.focusKey = 'tile';
    navigation.open('/themes');
    navigation.open('/themes/3');
    navigation.restart();
    settle();
    expect(navigation.visit()).toMatchObject({ path: '/home', memory: { focusKey: null } });
    expect(navigation.back()).toBe(false);
  });

  test.each(['back', 'restart'] as const)('never leaves the app on %s right after a restart', (then) => {
    const { navigation, settle, isOutside } = start();
    ['/weekday', '/items/101'].forEach(navigation.open);
    navigation.restart();
    navigation[then]();
    settle();
    expect(isOutside()).toBe(false);
    expect(navigation.visit().path).toBe('/home');
    expect(navigation.back()).toBe(false);
  });

  test('starts another viewer at home without any memory', () => {
    const { navigation } = start();
    navigation.visit().memory.focusKey = 'tile';
    navigation.open('/items/12');
    navigation.restart();
    expect(navigation.visit()).toMatchObject({ path: '/home', memory: { focusKey: null } });
    expect(navigation.back()).toBe(false);
  });

  test('shows the visit below on Back at once, before the history has followed', () => {
    const { navigation } = start();
    navigation.open('/items/12');
    navigation.back();
    expect(navigation.visit().path).toBe('/home');
  });

  test('opens a screen above the visit below, before the history has gone back', () => {
    const { navigation, page, settle } = start();
    navigation.open('/items/12');
    navigation.back();
    navigation.open('/items/13');
    expect(navigation.visit().path).toBe('/items/13');
    settle();
    expect(navigation.visit().path).toBe('/items/13');
    expect(page.location.hash).toBe('#/items/13');
    expect(navigation.back()).toBe(true);
    settle();
    expect(page.location.hash).toBe('#/home');
    expect(navigation.back()).toBe(false);
  });

  test('restores the visits below from the history after a reload', () => {
    const { navigation, page, settle } = start();
    navigation.open('/items/12');
    navigation.open('/items/13');
    const again = createNavigation(page);
    again.subscribe(() => undefined);
    expect(again.visit().path).toBe('/items/13');
    expect(again.back()).toBe(true);
    again.open('/items/14');
    settle();
    expect(again.visit().path).toBe('/items/14');
    again.back();
    settle();
    expect(again.visit().path).toBe('/items/12');
    expect(again.back()).toBe(true);
    settle();
    expect(again.visit().path).toBe('/home');
    expect(again.back()).toBe(false);
  });

  test.each([1, 2, 3, 4, 5, 6])('keeps a slow history in step with the visits on walk %i', (seed) => {
    const { roll } = createDice(seed);
    const { navigation, page, settle, isOutside } = start();
    let expected = ['/home'];
    for (let step = 0; step < 300; step += 1) {
      const path = `/items/${step + 1}`;
      const what = roll(10);
      if (what < 4) {
        navigation.open(path);
        expected.push(path);
      } else if (what < 7) {
        expect(navigation.back()).toBe(expected.length > 1);
        if (expected.length > 1) expected.pop();
      } else if (what < 8) {
        navigation.replace(path);
        expected[expected.length - 1] = path;
      } else if (what < 9 && roll(4) === 0) {
        navigation.restart();
        expected = ['/home'];
      } else settle();
      expect(navigation.visit().path).toBe(expected[expected.length - 1]);
    }
    settle();
    settle();
    expect(isOutside()).toBe(false);
    expect(page.location.hash).toBe(`#${expected[expected.length - 1]}`);
    expect(page.history.state).toMatchObject({ depth: expected.length - 1 });
  });
});

import { describe, expect, test } from 'vitest';
import { createNavigation, type NavigationPage } from '#src/app/navigation.ts';

/** A page's history in memory: going back is told a moment later, as a browser does. */
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
  test('begins at home', () => {
    expect(start().navigation.visit().path).toBe('/home');
  });

  test('begins where a link leads', () => {
    expect(start('#/items/12').navigation.visit().path).toBe('/items/12');
  });

  test('Back leads to the same visit with what it remembers', () => {
    const { navigation, settle } = start();
    const home = navigation.visit();
    home.place.focusKey = 'tile';
    navigation.open('/items/12');
    expect(navigation.visit().place.focusKey).toBeNull();
    expect(navigation.back()).toBe(true);
    settle();
    expect(navigation.visit().path).toBe('/home');
    expect(navigation.visit().place).toBe(home.place);
  });

  test('two visits of one address remember apart', () => {
    const { navigation, settle } = start();
    navigation.open('/items/12');
    const first = navigation.visit().place;
    navigation.open('/items/12');
    expect(navigation.visit().place).not.toBe(first);
    navigation.back();
    settle();
    expect(navigation.visit().place).toBe(first);
  });

  test('a screen in place of another leaves Back as it was', () => {
    const { navigation, settle } = start();
    navigation.open('/play/1');
    navigation.replace('/play/2');
    navigation.back();
    settle();
    expect(navigation.visit().path).toBe('/home');
  });

  test('two quick Backs never leave the app', () => {
    const { navigation, settle, isOutside } = start();
    navigation.open('/items/12');
    expect(navigation.back()).toBe(true);
    expect(navigation.back()).toBe(false);
    settle();
    expect(isOutside()).toBe(false);
    expect(navigation.visit().path).toBe('/home');
  });

  test('home is the first visit, begun anew, however deep one is', () => {
    const { navigation, settle } = start();
    navigation.visit().place.focusKey = 'tile';
    navigation.open('/themes');
    navigation.open('/themes/3');
    navigation.home();
    settle();
    expect(navigation.visit()).toMatchObject({ path: '/home', place: { focusKey: null } });
    expect(navigation.back()).toBe(false);
  });

  test.each(['back', 'home'] as const)('%s right after home never leaves the app', (then) => {
    const { navigation, settle, isOutside } = start();
    ['/weekday', '/items/101'].forEach(navigation.open);
    navigation.home();
    navigation[then]();
    settle();
    expect(isOutside()).toBe(false);
    expect(navigation.visit().path).toBe('/home');
    expect(navigation.back()).toBe(false);
  });

  test('another viewer begins at home, with nothing remembered', () => {
    const { navigation } = start();
    navigation.visit().place.focusKey = 'tile';
    navigation.open('/items/12');
    navigation.restart();
    expect(navigation.visit()).toMatchObject({ path: '/home', place: { focusKey: null } });
    expect(navigation.back()).toBe(false);
  });
});

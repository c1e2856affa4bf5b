import { describe, expect, test, vi } from 'vitest';
import { remoteKeys, type Platform, type RemoteKeyEvent } from '#platform/platform.ts';
import { startCounting, stopCounting } from '#tests/support/held.ts';
import { countPage } from '#tests/support/app/held-by-page.ts';

/** Controls the television under a platform. */
export interface PlatformDriver {
  readonly platform: Platform;
  keyDown(key: 'left' | 'ok' | 'back' | 'play-pause'): void;
  keyUp(key: 'left' | 'ok' | 'back' | 'play-pause'): void;
  setHidden(isHidden: boolean): void;
  setOnline(isOnline: boolean): void;
  /** Advances the clock by `ms`, as it does while a set sleeps. */
  wait(ms: number): void;
}

/** The contract of every platform. */
export function describePlatform(name: string, create: () => PlatformDriver) {
  // Before a test installs a clock of its own.
  countPage();
  describe(`${name} platform`, () => {
    const listen = (platform: Platform) => {
      const events: RemoteKeyEvent[] = [];
      const unsubscribe = platform.keys.subscribe((event) => events.push(event));
      return { events, unsubscribe };
    };

    test('reports a key when it goes down and when it comes up', () => {
      const driver = create();
      const { events, unsubscribe } = listen(driver.platform);
      driver.keyDown('ok');
      driver.keyUp('ok');
      unsubscribe();
      expect(events).toEqual([
        { key: 'ok', phase: 'down', repeats: 0 },
        { key: 'ok', phase: 'up', repeats: 0 },
      ]);
    });

    test('counts the repeats of a held key and starts again at the next press', () => {
      const driver = create();
      const { events, unsubscribe } = listen(driver.platform);
      driver.keyDown('left');
      driver.keyDown('left');
      driver.keyDown('left');
      driver.keyUp('left');
      driver.keyDown('left');
      driver.keyUp('left');
      unsubscribe();
      expect(events.filter(({ phase }) => phase === 'down').map(({ repeats }) => repeats)).toEqual([0, 1, 2, 0]);
    });

    test('sends no event after the subscription ended, even when it is ended twice', () => {
      const driver = create();
      const { events, unsubscribe } = listen(driver.platform);
      unsubscribe();
      unsubscribe();
      driver.keyDown('back');
      driver.keyUp('back');
      expect(events).toEqual([]);
    });

    test('reports a key to every subscriber', () => {
      const driver = create();
      const [first, second] = [listen(driver.platform), listen(driver.platform)];
      driver.keyDown('ok');
      first.unsubscribe();
      driver.keyUp('ok');
      second.unsubscribe();
      expect(first.events.map(({ phase }) => phase)).toEqual(['down']);
      expect(second.events.map(({ phase }) => phase)).toEqual(['down', 'up']);
    });

    test('keeps nothing on the page for a subscription that ended', () => {
      const { platform } = create();
      const ignore = () => undefined;
      startCounting();
      const ends = [
        platform.keys.subscribe(ignore),
        platform.keys.subscribeTyping(() => false),
        platform.voice?.listen({ place: () => 'none', hear: () => false }),
        ...(['lifecycle', 'network', 'launch', 'pointer', 'voiceGuide', 'captions', 'refusals', 'memory'] as const).map(
          (part) => platform[part].subscribe(ignore),
        ),
      ];
      ends.forEach((end) => end?.());
      // jsdom listens too, once.
      expect(stopCounting().filter(({ file }) => !file.startsWith('node_modules/'))).toEqual([]);
    });

    test('reports hidden before the call that hides it returns', () => {
      const driver = create();
      const states: string[] = [];
      const unsubscribe = driver.platform.lifecycle.subscribe((state) => states.push(state));
      driver.setHidden(true);
      expect(states).toEqual(['hidden']);
      expect(driver.platform.lifecycle.isHidden()).toBe(true);
      driver.setHidden(false);
      expect(states).toEqual(['hidden', 'visible']);
      unsubscribe();
      driver.setHidden(true);
      expect(states).toEqual(['hidden', 'visible']);
    });

    test('reports how long it was hidden', () => {
      const driver = create();
      const handler = vi.fn();
      const unsubscribe = driver.platform.lifecycle.subscribe(handler);
      driver.setHidden(true);
      driver.wait(90_000);
      driver.setHidden(false);
      unsubscribe();
      expect(handler.mock.calls).toEqual([
        ['hidden', 0],
        ['visible', 90_000],
      ]);
    });

    test('reports when the network is lost and when it is back', () => {
      const driver = create();
      const handler = vi.fn();
      const unsubscribe = driver.platform.network.subscribe(handler);
      driver.setOnline(false);
      driver.setOnline(true);
      unsubscribe();
      driver.setOnline(false);
      expect(handler.mock.calls).toEqual([[false], [true]]);
    });

    test.each(['storage', 'cookies'] as const)('stores text in its %s and deletes it', (kind) => {
      const store = create().platform[kind];
      expect(store.get('absent')).toBeNull();
      store.set('name', '민수; a=b, "보라" %20');
      expect(store.get('name')).toBe('민수; a=b, "보라" %20');
      store.set('name', '');
      expect(store.get('name')).toBe('');
      store.remove('name');
      expect(store.get('name')).toBeNull();
      store.remove('name');
    });

    test('stores cookies larger than 4 kB', () => {
      const { cookies } = create().platform;
      const text = '보'.repeat(6000);
      cookies.set('large', text);
      expect(cookies.get('large')).toBe(text);
      cookies.set('large', 'small');
      expect(cookies.get('large')).toBe('small');
      cookies.remove('large');
    });

    test('lists the playback rates it supports, normal speed among them', () => {
      const { playbackRates } = create().platform.device;
      expect(playbackRates).toContain(1);
      expect([...playbackRates].sort((one, other) => one - other)).toEqual(playbackRates);
    });

    test('starts without a launch request and without a cursor', () => {
      const { launch, pointer } = create().platform;
      expect(launch.first()).toBeNull();
      expect(pointer.isShown()).toBe(false);
    });

    test('names every key exactly once', () => {
      expect(new Set(remoteKeys).size).toBe(remoteKeys.length);
    });
  });
}

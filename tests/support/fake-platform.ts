import type { KeyValueStorage, Platform, RemoteKey, RemoteKeyEvent, Unsubscribe } from '#platform/platform.ts';

function createSubject<E>(): { emit(event: E): void; subscribe(handler: (event: E) => void): Unsubscribe } {
  const handlers = new Set<(event: E) => void>();
  return {
    emit: (event) => [...handlers].forEach((handler) => handler(event)),
    subscribe(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
}

export function createMemoryStorage(initial: Record<string, string> = {}): KeyValueStorage {
  const values = new Map(Object.entries(initial));
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
}

export interface FakePlatform extends Platform {
  /** Presses a key and lets it go. */
  press(key: RemoteKey): void;
  keyDown(key: RemoteKey): void;
  keyUp(key: RemoteKey): void;
  setHidden(isHidden: boolean): void;
  setOnline(isOnline: boolean): void;
  readonly exits: { count: number };
  readonly screensaverCalls: boolean[];
}

/** A television in memory, driven by the test. */
export function createFakePlatform(overrides: Partial<Platform> = {}): FakePlatform {
  const keyEvents = createSubject<RemoteKeyEvent>();
  const lifecycleEvents = createSubject<'hidden' | 'visible'>();
  const networkEvents = createSubject<boolean>();
  const downs = new Map<RemoteKey, number>();
  const exits = { count: 0 };
  const screensaverCalls: boolean[] = [];
  let isHidden = false;
  let isOnline = true;

  const keyDown = (key: RemoteKey) => {
    const repeats = downs.get(key) ?? 0;
    downs.set(key, repeats + 1);
    keyEvents.emit({ key, phase: 'down', repeats });
  };
  const keyUp = (key: RemoteKey) => {
    const repeats = downs.get(key);
    if (repeats === undefined) return;
    downs.delete(key);
    keyEvents.emit({ key, phase: 'up', repeats: repeats - 1 });
  };

  return {
    keys: { subscribe: keyEvents.subscribe },
    lifecycle: { isHidden: () => isHidden, subscribe: lifecycleEvents.subscribe },
    device: { platform: 'web', model: null, playbackRates: [0.5, 1, 2], preferredVideoCodecs: ['avc1', 'vp09'] },
    storage: createMemoryStorage(),
    cookies: createMemoryStorage(),
    network: { isOnline: () => isOnline, subscribe: networkEvents.subscribe },
    screensaver: { setAllowed: (isAllowed) => void screensaverCalls.push(isAllowed) },
    backAtRoot: 'ask',
    exit: () => void (exits.count += 1),
    ...overrides,
    keyDown,
    keyUp,
    press(key) {
      keyDown(key);
      keyUp(key);
    },
    setHidden(value) {
      isHidden = value;
      lifecycleEvents.emit(value ? 'hidden' : 'visible');
    },
    setOnline(value) {
      isOnline = value;
      networkEvents.emit(value);
    },
    exits,
    screensaverCalls,
  };
}

import type { KeyValueStorage, Platform, RemoteKey, RemoteKeyEvent, Typed } from '#platform/platform.ts';
import { createSubject, createValue } from '#platform/subject.ts';

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
  /** Types on a hardware keyboard. */
  type(text: string): void;
  typeBackspace(): void;
  keyDown(key: RemoteKey): void;
  keyUp(key: RemoteKey): void;
  /** Coming back says that it was away for `awayMs`. */
  setHidden(isHidden: boolean, awayMs?: number): void;
  setOnline(isOnline: boolean): void;
  /** Something else starts the app while it runs. */
  launchWith(text: string): void;
  setPointer(isShown: boolean): void;
  setVoiceGuide(isOn: boolean): void;
  warnOfMemory(): void;
  readonly exits: { count: number };
  readonly screensaverCalls: boolean[];
}

/** A television in memory, driven by the test. */
export function createFakePlatform(overrides: Partial<Platform> = {}): FakePlatform {
  const keyEvents = createSubject<[RemoteKeyEvent]>();
  const typedEvents = createSubject<[Typed]>();
  const lifecycleEvents = createSubject<['hidden' | 'visible', number]>();
  const online = createValue(true);
  const launches = createSubject<[string]>();
  const pointer = createValue(false);
  const voiceGuide = createValue(false);
  const memoryWarnings = createSubject<[]>();
  const downs = new Map<RemoteKey, number>();
  const exits = { count: 0 };
  const screensaverCalls: boolean[] = [];
  let isHidden = false;

  const keyDown = (key: RemoteKey) => {
    const repeats = downs.get(key) ?? 0;
    downs.set(key, repeats + 1);
    keyEvents.tell({ key, phase: 'down', repeats });
  };
  const keyUp = (key: RemoteKey) => {
    const repeats = downs.get(key);
    if (repeats === undefined) return;
    downs.delete(key);
    keyEvents.tell({ key, phase: 'up', repeats: repeats - 1 });
  };

  return {
    keys: { subscribe: keyEvents.subscribe, subscribeTyping: typedEvents.subscribe, doKeysComeUp: () => true },
    lifecycle: { isHidden: () => isHidden, subscribe: lifecycleEvents.subscribe },
    device: {
      platform: 'web',
      model: null,
      firmware: null,
      isUhd: false,
      isHdr: false,
      locale: 'ko-KR',
      keySystems: [],
      playbackRates: [0.5, 1, 2],
      preferredVideoCodecs: ['avc1', 'vp09'],
    },
    storage: createMemoryStorage(),
    cookies: createMemoryStorage(),
    network: { isOnline: online.get, subscribe: online.subscribe, downlinkMegabits: () => null },
    screensaver: { setAllowed: (isAllowed) => void screensaverCalls.push(isAllowed) },
    launch: { first: () => null, subscribe: launches.subscribe },
    pointer: { isShown: pointer.get, subscribe: pointer.subscribe },
    voiceGuide: { isOn: voiceGuide.get, subscribe: voiceGuide.subscribe },
    memory: { subscribe: memoryWarnings.subscribe },
    videoDisk: null,
    backAtRoot: 'ask',
    exit: () => void (exits.count += 1),
    ...overrides,
    type: (text) => Array.from(text).forEach((character) => typedEvents.tell({ type: 'text', text: character })),
    typeBackspace: () => typedEvents.tell({ type: 'backspace' }),
    keyDown,
    keyUp,
    press(key) {
      keyDown(key);
      keyUp(key);
    },
    setHidden(value, awayMs = 0) {
      isHidden = value;
      lifecycleEvents.tell(value ? 'hidden' : 'visible', value ? 0 : awayMs);
    },
    setOnline: online.set,
    launchWith: launches.tell,
    setPointer: pointer.set,
    setVoiceGuide: voiceGuide.set,
    warnOfMemory: () => memoryWarnings.tell(),
    exits,
    screensaverCalls,
  };
}

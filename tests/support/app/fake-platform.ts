import type {
  CaptionSettings,
  KeyValueStorage,
  Platform,
  RemoteKey,
  RemoteKeyEvent,
  Said,
  Typed,
  VoiceListener,
  VoiceContext,
} from '#platform/platform.ts';
import { createSubject, createValue } from '#platform/subject.ts';
import { noRefusals, UNKNOWN_CAPTIONS } from '#platform/system-captions.ts';
import { hold } from '#tests/support/held.ts';

export function createMemoryStorage(initial: Record<string, string> = {}): KeyValueStorage {
  const values = new Map(Object.entries(initial));
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
}

export interface FakePlatform extends Platform {
  /** Presses and releases a key. */
  press(key: RemoteKey): void;
  /** Presses a key of a remote that never sends keyup. */
  pressUnheard(key: RemoteKey): void;
  /** Types on a hardware keyboard. */
  type(text: string): void;
  typeBackspace(): void;
  keyDown(key: RemoteKey): void;
  keyUp(key: RemoteKey): void;
  /** Changes visibility; becoming visible reports `awayMs` of absence. */
  setHidden(isHidden: boolean, awayMs?: number): void;
  setOnline(isOnline: boolean): void;
  /** Delivers a launch request while the app runs. */
  launchWith(text: string): void;
  setPointer(isShown: boolean): void;
  setVoiceGuide(isOn: boolean): void;
  setCaptions(settings: CaptionSettings): void;
  warnOfMemory(): void;
  /** Says something to the set; returns whether the app acted. */
  say(said: Said): boolean;
  /** Where the app says it is; undefined while it does not listen. */
  voicePlace(): VoiceContext | undefined;
  /** The documents that the app handed to the set's home, in order. */
  readonly tiles: readonly (string | null)[];
  readonly exits: { count: number };
  readonly screensaverCalls: boolean[];
}

/** Counts a subscription until it ends. */
const counted =
  <Handler>(what: string, subscribe: (handler: Handler) => () => void) =>
  (handler: Handler) => {
    const end = hold(`subscription of ${what}`);
    const unsubscribe = subscribe(handler);
    return () => {
      end();
      unsubscribe();
    };
  };

/** A television in memory, controlled by the test. */
export function createFakePlatform(
  overrides: Partial<Platform> = {},
  { isSet = false }: { /** Whether it has voice and tiles on its home. */ readonly isSet?: boolean } = {},
): FakePlatform {
  const keyEvents = createSubject<[RemoteKeyEvent]>();
  const typingHandlers = new Set<(typed: Typed) => boolean>();
  const lifecycleEvents = createSubject<['hidden' | 'visible', number]>();
  const online = createValue(true);
  const launches = createSubject<[string]>();
  const pointer = createValue(false);
  const voiceGuide = createValue(false);
  const captions = createValue(UNKNOWN_CAPTIONS);
  const memoryWarnings = createSubject<[]>();
  const downs = new Map<RemoteKey, number>();
  const exits = { count: 0 };
  const screensaverCalls: boolean[] = [];
  const tiles: (string | null)[] = [];
  let voiceListener: VoiceListener | null = null;
  let isHidden = false;
  let allowScreensaver = () => undefined as void;

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

  const press = (key: RemoteKey) => {
    keyDown(key);
    keyUp(key);
  };
  // Same as on a page: a typed key that no handler takes as a character is a remote key.
  const tellTyped = (typed: Typed, key: RemoteKey | null) => {
    if (![...typingHandlers].some((handle) => handle(typed)) && key) press(key);
  };

  return {
    keys: {
      subscribe: counted('keys', keyEvents.subscribe),
      subscribeTyping: counted('typing', (handler) => {
        typingHandlers.add(handler);
        return () => void typingHandlers.delete(handler);
      }),
    },
    lifecycle: { isHidden: () => isHidden, subscribe: counted('lifecycle', lifecycleEvents.subscribe) },
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
    network: { isOnline: online.get, subscribe: counted('network', online.subscribe), downlinkMegabits: () => null },
    screensaver: {
      setAllowed(isAllowed) {
        screensaverCalls.push(isAllowed);
        allowScreensaver();
        if (!isAllowed) allowScreensaver = hold('screensaver lock');
      },
    },
    launch: { first: () => null, subscribe: counted('launches', launches.subscribe) },
    pointer: { isShown: pointer.get, subscribe: counted('pointer', pointer.subscribe) },
    voiceGuide: { isOn: voiceGuide.get, subscribe: counted('voice guide', voiceGuide.subscribe) },
    captions: { get: captions.get, subscribe: counted('captions', captions.subscribe) },
    refusals: noRefusals,
    memory: { subscribe: counted('memory warnings', memoryWarnings.subscribe) },
    voice: isSet
      ? {
          listen: counted('voice', (listener) => {
            voiceListener = listener;
            return () => void (voiceListener = null);
          }),
          press,
        }
      : null,
    homeTiles: isSet ? { show: (document) => void tiles.push(document) } : null,
    videoDisk: null,
    backAtRoot: 'ask',
    exit: () => void (exits.count += 1),
    ...overrides,
    type: (text) =>
      Array.from(text).forEach((character) => {
        const key = /\d/.test(character) ? (character as RemoteKey) : null;
        tellTyped({ type: 'text', text: character, key }, key);
      }),
    typeBackspace: () => tellTyped({ type: 'backspace' }, 'back'),
    setCaptions: captions.set,
    keyDown,
    keyUp,
    press,
    pressUnheard(key) {
      downs.clear();
      keyDown(key);
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
    say: (said) => voiceListener?.hear(said) ?? false,
    voicePlace: () => voiceListener?.place(),
    tiles,
    exits,
    screensaverCalls,
  };
}

/**
 * What a television is to the app: one interface, one implementation per system, chosen once at start-up and handed
 * down. It asks for behaviour, never for a name. Importing an implementation does nothing; creating one does.
 */
export interface Platform {
  readonly keys: RemoteKeys;
  readonly lifecycle: AppLifecycle;
  readonly device: DeviceFacts;
  /** Small text kept across starts, at most a few hundred kB in all. Writing is synchronous: it is kept on return. */
  readonly storage: KeyValueStorage;
  /** Where tokens live: cookies with the `lS_` prefix, or the same keys in `storage` where the page has no cookies. */
  readonly cookies: KeyValueStorage;
  readonly network: NetworkStatus;
  readonly screensaver: Screensaver;
  /** What Back does on the first screen: the app asks, or the system has its own way. */
  readonly backAtRoot: 'ask' | 'system';
  /** Ends the app, or does what comes nearest (a browser tab cannot close itself). */
  exit(): void;
}

/** A function that ends a subscription; calling it twice does nothing more. */
export type Unsubscribe = () => void;

export const remoteKeys = [
  'left',
  'up',
  'right',
  'down',
  'ok',
  'back',
  'play',
  'pause',
  'play-pause',
  'stop',
  'rewind',
  'fast-forward',
  'next',
  'previous',
  'channel-up',
  'channel-down',
  'red',
  'green',
  'yellow',
  'blue',
  'info',
  'caption',
  'search',
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
] as const;

/** A key of the remote, whatever code the television gives it. */
export type RemoteKey = (typeof remoteKeys)[number];

export interface RemoteKeyEvent {
  readonly key: RemoteKey;
  readonly phase: 'down' | 'up';
  /**
   * How many times the key went down before without coming up: 0 for a press, 1 and more while it is held. Counted by
   * us: `event.repeat` is not reliable on older sets.
   */
  readonly repeats: number;
}

export interface RemoteKeys {
  /** Tells every key of the remote. Keys that belong to a text field in use are not told. */
  subscribe(handler: (event: RemoteKeyEvent) => void): Unsubscribe;
}

export interface AppLifecycle {
  /** Whether the app is out of sight: another app, another source, standby. */
  isHidden(): boolean;
  /** `hidden` is told synchronously: a television may freeze the page as soon as the handler returns. */
  subscribe(handler: (state: 'hidden' | 'visible') => void): Unsubscribe;
}

export interface DeviceFacts {
  /** The name the server knows this kind of device by. */
  readonly platform: 'tizen' | 'webos' | 'web';
  /** Model name, where the system tells it. */
  readonly model: string | null;
  /** Speeds the decoder can play at, ascending; `[1]` where only normal speed works. */
  readonly playbackRates: readonly number[];
  /** Video codec families to try first, best first. */
  readonly preferredVideoCodecs: readonly string[];
}

export interface KeyValueStorage {
  get(key: string): string | null;
  /** Keeps `value`; a full or forbidden storage is ignored, the app goes on without it. */
  set(key: string, value: string): void;
  remove(key: string): void;
}

export interface NetworkStatus {
  /** A hint only: sets report it wrongly. The truth is a request that fails. */
  isOnline(): boolean;
  subscribe(handler: (isOnline: boolean) => void): Unsubscribe;
}

export interface Screensaver {
  /** Forbidden only while a video plays. */
  setAllowed(isAllowed: boolean): void;
}

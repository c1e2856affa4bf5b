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
  readonly launch: LaunchRequests;
  readonly pointer: PointerMode;
  readonly voiceGuide: VoiceGuide;
  readonly memory: MemoryWarnings;
  /** Where whole videos can be kept, to be played without a network; null where apps have no such room, as on sets. */
  readonly videoDisk: VideoDisk | null;
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
  /**
   * Tells what is typed on a hardware keyboard beside any text field. While somebody listens, a key that types is not
   * told as a remote's: `c`, a space or Backspace are not captions, play or Back then.
   */
  subscribeTyping(handler: (typed: Typed) => void): Unsubscribe;
  /**
   * Whether a key of this remote was ever seen to come up: some only say that it went down. Where it is so, a key that
   * went down and said nothing more is held.
   */
  doKeysComeUp(): boolean;
}

/** One press of a hardware keyboard: characters as the keyboard's own layout has them, or the last one taken back. */
export type Typed = { readonly type: 'text'; readonly text: string } | { readonly type: 'backspace' };

export interface AppLifecycle {
  /** Whether the app is out of sight: another app, another source, standby. */
  isHidden(): boolean;
  /**
   * `hidden` is told synchronously: a television may freeze the page as soon as the handler returns. `awayMs` is how
   * long the app was hidden, by the calendar, since other clocks stand still meanwhile; 0 with `hidden`.
   */
  subscribe(handler: (state: 'hidden' | 'visible', awayMs: number) => void): Unsubscribe;
}

/** Some televisions answer only after the start: what they have not told yet is null or false. */
export interface DeviceFacts {
  /** The name the server knows this kind of device by. */
  readonly platform: 'tizen' | 'webos' | 'web';
  /** Model name, where the system tells it. */
  readonly model: string | null;
  /** Version of the set's software as its maker writes it, where the system tells it. */
  readonly firmware: string | null;
  /** Whether the panel has 3840 dots across or more. */
  readonly isUhd: boolean;
  readonly isHdr: boolean;
  /** Language and country that the set is set to, such as `ko-KR`. */
  readonly locale: string;
  /** What decrypts, best first; empty where nothing is known of it. */
  readonly keySystems: readonly KeySystem[];
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
  /** How fast the line is as the engine guesses it, in megabits per second; null where it does not (before Chromium 61). */
  downlinkMegabits(): number | null;
}

export interface Screensaver {
  /** Forbidden only while a video plays. */
  setAllowed(isAllowed: boolean): void;
}

/** A content decryption module, and the strongest way in which it decodes the picture. */
export interface KeySystem {
  readonly name: 'com.widevine.alpha' | 'com.microsoft.playready';
  /** As `requestMediaKeySystemAccess` takes it. */
  readonly videoRobustness: string;
}

/**
 * What others start the app with: a tile of the television's home, its search, a command. The text is as they wrote it:
 * whoever uses it checks it.
 */
export interface LaunchRequests {
  /** What this start was for, or null for nothing in particular. */
  first(): string | null;
  /** Told while the app runs already. */
  subscribe(handler: (text: string) => void): Unsubscribe;
}

/** A cursor that a remote moves like a wand. Where the system does not tell, it is never shown. */
export interface PointerMode {
  isShown(): boolean;
  subscribe(handler: (isShown: boolean) => void): Unsubscribe;
}

/** Whether the television reads aloud what has the focus. */
export interface VoiceGuide {
  isOn(): boolean;
  subscribe(handler: (isOn: boolean) => void): Unsubscribe;
}

export interface VideoDisk {
  /** Bytes that the app may still fill; null where the system does not tell. Never rejects. */
  freeBytes(): Promise<number | null>;
  /** Asks the system not to clear away by itself what is kept. */
  persist(): void;
}

export interface MemoryWarnings {
  /** Told when the set runs short of memory; it may end the app next. */
  subscribe(handler: () => void): Unsubscribe;
}

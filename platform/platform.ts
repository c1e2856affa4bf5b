import type { PlatformName } from '#contract/platforms.ts';

/**
 * The app's view of a television: one interface, one implementation per system, chosen once at start-up and passed
 * down. It describes behaviour, not names. Importing an implementation has no effect; creating one does.
 */
export interface Platform {
  readonly keys: RemoteKeys;
  readonly lifecycle: AppLifecycle;
  readonly device: DeviceFacts;
  /** Small text that survives restarts, at most a few hundred kB in total. Writes are synchronous. */
  readonly storage: KeyValueStorage;
  /** Storage for tokens: cookies with the `lS_` prefix, or the same keys in `storage` when the page has no cookies. */
  readonly cookies: KeyValueStorage;
  readonly network: NetworkStatus;
  readonly screensaver: Screensaver;
  readonly launch: LaunchRequests;
  readonly pointer: PointerMode;
  readonly voiceGuide: VoiceGuide;
  readonly captions: SystemCaptions;
  readonly refusals: SystemRefusals;
  readonly memory: MemoryWarnings;
  /** Spoken commands; null where the set does not pass them to apps. */
  readonly voice: Voice | null;
  /** Tiles of the app on the set's home; null where apps have none of their own. */
  readonly homeTiles: HomeTiles | null;
  /** Storage for offline videos; null when apps have no such space, as on sets. */
  readonly videoDisk: VideoDisk | null;
  /** Behaviour of Back on the first screen: the app asks, or the system handles it. */
  readonly backAtRoot: 'ask' | 'system';
  /** Ends the app, or does the closest alternative (a browser tab cannot close itself). */
  exit(): void;
}

/** Ends a subscription; idempotent. */
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

/** A remote key, independent of the television's key code. */
export type RemoteKey = (typeof remoteKeys)[number];

export interface RemoteKeyEvent {
  readonly key: RemoteKey;
  /** `cancel`: the key is down but its keyup will not arrive, because the page lost the keyboard. */
  readonly phase: 'down' | 'up' | 'cancel';
  /**
   * Number of keydown events before this one without keyup: 0 for a press, 1 and more while held. The app counts them
   * because `event.repeat` is unreliable on older sets.
   */
  readonly repeats: number;
}

export interface RemoteKeys {
  /**
   * Subscribes to remote keys; each subscriber gets each key. Keys that belong to a focused text field are not reported. A second key that goes down
   * replaces the first, which reports nothing more.
   */
  subscribe(handler: (event: RemoteKeyEvent) => void): Unsubscribe;
  /**
   * Subscribes to hardware-keyboard typing outside text fields. The handler returns whether it consumed the character;
   * if not, the key counts as the remote's: `c` is captions, space is play, and Backspace is Back.
   */
  subscribeTyping(handler: (typed: Typed) => boolean): Unsubscribe;
}

/** One press of a hardware keyboard: a character in the keyboard's layout, or Backspace. */
export type Typed =
  /** `key` is the matching remote key, if any. */
  { readonly type: 'text'; readonly text: string; readonly key: RemoteKey | null } | { readonly type: 'backspace' };

export interface AppLifecycle {
  /** Whether the app is hidden by another app, another source or standby. */
  isHidden(): boolean;
  /**
   * Reports `hidden` synchronously, because a television may freeze the page when the handler returns. `awayMs` is how
   * long the app was hidden, by the wall clock, because other clocks stop; 0 with `hidden`.
   */
  subscribe(handler: (state: 'hidden' | 'visible', awayMs: number) => void): Unsubscribe;
}

/** Some televisions answer only after the start; facts not known yet are null or false. */
export interface DeviceFacts {
  /** The server's name for this kind of device. */
  readonly platform: PlatformName;
  /** Model name; null when unknown. */
  readonly model: string | null;
  /** Firmware version in the maker's format; null when unknown. */
  readonly firmware: string | null;
  /** Whether the panel is at least 3840 pixels wide. */
  readonly isUhd: boolean;
  readonly isHdr: boolean;
  /** The set's language and country, such as `ko-KR`. */
  readonly locale: string;
  /** Supported key systems, best first; empty when unknown. */
  readonly keySystems: readonly KeySystem[];
  /** Playback rates that the decoder supports, ascending; `[1]` when only normal speed works. */
  readonly playbackRates: readonly number[];
  /** Video codec families to try first, best first. */
  readonly preferredVideoCodecs: readonly string[];
}

export interface KeyValueStorage {
  get(key: string): string | null;
  /** Stores `value`. Ignores a full or forbidden storage; the app continues without it. */
  set(key: string, value: string): void;
  remove(key: string): void;
}

export interface NetworkStatus {
  /** A hint only: sets report it wrongly. Only a failed request proves that the device is offline. */
  isOnline(): boolean;
  subscribe(handler: (isOnline: boolean) => void): Unsubscribe;
  /** Bandwidth as estimated by the engine, in megabits per second; null without an estimate (before Chromium 61). */
  downlinkMegabits(): number | null;
}

export interface Screensaver {
  /** Pass false only while a video plays. */
  setAllowed(isAllowed: boolean): void;
}

/** A content decryption module and its highest robustness level for video. */
export interface KeySystem {
  readonly name: 'com.widevine.alpha' | 'com.microsoft.playready';
  /** In the syntax of `requestMediaKeySystemAccess`. */
  readonly videoRobustness: string;
}

/**
 * Requests of other programs to start the app: a tile on the television's home, its search, a command. The text is
 * untrusted; the consumer must check it.
 */
export interface LaunchRequests {
  /** The request that started the app, or null. */
  first(): string | null;
  /** Called for requests that arrive while the app runs. */
  subscribe(handler: (text: string) => void): Unsubscribe;
}

/** The cursor of a pointing remote. Never shown when the system does not report it. */
export interface PointerMode {
  isShown(): boolean;
  subscribe(handler: (isShown: boolean) => void): Unsubscribe;
}

/** Whether the television reads the focused element aloud. */
export interface VoiceGuide {
  isOn(): boolean;
  subscribe(handler: (isOn: boolean) => void): Unsubscribe;
}

/** The viewer's captions in the television's own settings; null where the set does not tell, or tells "default". */
export interface CaptionSettings {
  readonly isOn: boolean | null;
  readonly size: 'small' | 'medium' | 'large' | 'huge' | null;
  readonly color: 'white' | 'yellow' | 'green' | 'purple' | null;
  readonly ground: 'none' | 'shade' | 'solid' | null;
}

export interface SystemCaptions {
  get(): CaptionSettings;
  subscribe(handler: (settings: CaptionSettings) => void): Unsubscribe;
}

/** A call that the television's system refused. The app works without its answer. */
export interface SystemRefusal {
  /** The system's name of the call, such as `com.webos.settingsservice/getSystemSettings`. */
  readonly call: string;
  /** The permission that the call needs. */
  readonly permission: string;
  /** The system's reason. */
  readonly reason: string;
}

export interface SystemRefusals {
  /** Refusals since the app started, without repetitions. */
  list(): readonly SystemRefusal[];
  subscribe(handler: (refusals: readonly SystemRefusal[]) => void): Unsubscribe;
}

export interface VideoDisk {
  /** Free bytes for the app; null when unknown. Never rejects. */
  freeBytes(): Promise<number | null>;
  /** Asks the system not to evict stored data. */
  persist(): void;
}

export interface MemoryWarnings {
  /** Called when the set runs low on memory; the system may end the app next. */
  subscribe(handler: () => void): Unsubscribe;
}

/** The kind of screen that is open. The set asks for it to interpret spoken words. */
export type VoiceContext = 'none' | 'home' | 'list' | 'player' | 'settings' | 'search';

/** One utterance, as far as the set understood it. */
export type Said =
  /** `subject` is the title in the words, where the set recognized one. */
  | { readonly type: 'words'; readonly text: string; readonly subject: string }
  /** A name, of something on the screen or of a title. `isPlay`: the viewer wants to watch it. */
  | { readonly type: 'title'; readonly text: string; readonly isPlay: boolean }
  | { readonly type: 'key'; readonly key: RemoteKey }
  /** Forward, or back when negative. */
  | { readonly type: 'seek-by'; readonly seconds: number }
  | { readonly type: 'seek-to'; readonly seconds: number }
  | { readonly type: 'go'; readonly place: 'home' | 'settings' | 'search' };

export interface VoiceListener {
  place(): VoiceContext;
  /** Acts, or returns false to leave the utterance to the set. */
  hear(said: Said): boolean;
}

export interface Voice {
  /** One listener at a time. A set that refuses is listed in `refusals`. */
  listen(listener: VoiceListener): Unsubscribe;
  /** Presses and releases a key, as the remote does. */
  press(key: RemoteKey): void;
}

export interface HomeTiles {
  /** Hands the set a Smart Hub document as JSON; null removes personal tiles. The set may apply it minutes later. */
  show(document: string | null): void;
}

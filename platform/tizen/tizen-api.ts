/* The part of Samsung's device API that the app uses (names and shapes of @types/tizen-tv-webapis 2.0.9). */

export interface TizenApplicationControl {
  readonly operation: string;
  readonly data?: readonly { readonly key: string; readonly value: readonly string[] }[];
}

/** Opaque to the app. */
export type TizenControlRequest = object;

export interface TizenApi {
  /** The constructors of a request to another program, in the order of Tizen's arguments. */
  readonly ApplicationControl?: new (
    operation: string,
    uri: string | null,
    mime: string | null,
    category: string | null,
    data: readonly object[],
  ) => TizenControlRequest;
  readonly ApplicationControlData?: new (key: string, value: readonly string[]) => object;
  readonly tvinputdevice: {
    getSupportedKeys(): readonly { readonly name: string; readonly code: number }[];
    registerKey(name: string): void;
    /** Available since the sets of 2016. */
    registerKeyBatch?(names: readonly string[], done?: () => void, failed?: (error: unknown) => void): void;
  };
  readonly application: {
    getCurrentApplication(): {
      readonly appInfo?: { readonly packageId: string };
      exit(): void;
      getRequestedAppControl(): { readonly appControl: TizenApplicationControl } | null;
    };
    /** Needs the privilege `application.launch`. */
    launchAppControl?(
      request: TizenControlRequest,
      id: string,
      done?: () => void,
      failed?: (error: unknown) => void,
    ): void;
  };
  readonly systeminfo?: {
    getPropertyValue(name: 'LOCALE', done: (value: unknown) => void, failed?: (error: unknown) => void): void;
    addPropertyValueChangeListener(name: 'MEMORY', changed: (value: unknown) => void): number;
  };
}

/** Fields of a search by voice that the app reads. */
export type VoiceSearchField = 'SEARCH_TERM_UTTERANCE' | 'SEARCH_TERM_TITLE';

/** Functions that the set calls with what it understood; false leaves the utterance to the set. */
export interface VoiceCallbacks {
  onupdatestate(): 'None' | 'Home' | 'List' | 'Player' | 'Setting' | 'Search';
  onnavigation?(direction: string): boolean;
  onsearch?(term: unknown): boolean;
  ontitleselection?(title: string): boolean;
  onplay?(): boolean;
  onpause?(): boolean;
  onstop?(): boolean;
  onfastforward?(): boolean;
  onrewind?(): boolean;
  onchangenexttrack?(): boolean;
  onchangeprevioustrack?(): boolean;
  onrestart?(): boolean;
  onskipforward?(seconds: number): boolean;
  onskipbackward?(seconds: number): boolean;
  onsetplayposition?(seconds: number): boolean;
  onchangeappstate?(state: string): boolean;
}

/** Every part is optional: each needs its privilege, and older sets have fewer. */
export interface WebApis {
  readonly appcommon?: { setScreenSaver(state: 0 | 1, done?: () => void, failed?: (error: unknown) => void): void };
  readonly network?: {
    isConnectedToGateway(): boolean;
    addNetworkStateChangeListener(changed: (state: number) => void): number;
  };
  readonly productinfo?: {
    getRealModel(): string;
    getFirmware(): string;
    isUdPanelSupported(): boolean;
  };
  readonly avinfo?: { isHdrTvSupport(): boolean };
  readonly tvinfo?: { getMenuValue(key: number): unknown };
  /** Since Tizen 6.0 (Samsung, "VoiceInteraction API"); without the privilege `voicecontrol`, every call throws. */
  readonly voiceinteraction?: {
    setCallback(callbacks: VoiceCallbacks): void;
    listen(): void;
    getDataFromSearchTerm?(term: unknown, field: VoiceSearchField): unknown;
  };
}

export type TizenWindow = Window & { readonly tizen?: TizenApi; readonly webapis?: WebApis };

/** The result of `ask`, or `otherwise` when the set lacks or forbids the call. */
export function askSet<T>(ask: () => T | undefined, otherwise: T): T {
  try {
    return ask() ?? otherwise;
  } catch {
    return otherwise;
  }
}

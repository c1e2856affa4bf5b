/* The part of Samsung's device API that the app uses (names and shapes of @types/tizen-tv-webapis 2.0.9). */

export interface TizenApplicationControl {
  readonly operation: string;
  readonly data?: readonly { readonly key: string; readonly value: readonly string[] }[];
}

export interface TizenApi {
  readonly tvinputdevice: {
    getSupportedKeys(): readonly { readonly name: string; readonly code: number }[];
    registerKey(name: string): void;
    /** Available since the sets of 2016. */
    registerKeyBatch?(names: readonly string[], done?: () => void, failed?: (error: unknown) => void): void;
  };
  readonly application: {
    getCurrentApplication(): {
      exit(): void;
      getRequestedAppControl(): { readonly appControl: TizenApplicationControl } | null;
    };
  };
  readonly systeminfo?: {
    getPropertyValue(name: 'LOCALE', done: (value: unknown) => void, failed?: (error: unknown) => void): void;
    addPropertyValueChangeListener(name: 'MEMORY', changed: (value: unknown) => void): number;
  };
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

/*
 * `webOS`, as LG's library webOSTV.js (1.2.12) derives it from what the set injects into the page. It exists only in apps
 * that bundle the library; ours does not.
 */
type Answer = Record<string, unknown>;

interface Bridge {
  onservicecallback: ((text: string) => void) | null;
  call(uri: string, parameters: string): void;
  cancel(): void;
}

/** The injected objects that the library uses. */
export interface LibraryGround {
  readonly system: {
    readonly identifier: string;
    readonly deviceInfo: string;
    readonly country: string;
    readonly timeZone: string;
    readonly isKeyboardVisible: boolean;
    platformBack(): void;
  };
  readonly PalmServiceBridge: new () => Bridge;
  readonly chromium: number;
}

export interface ServiceRequest {
  readonly method?: string;
  readonly parameters?: object;
  readonly subscribe?: boolean;
  readonly onSuccess?: (answer: Answer) => void;
  readonly onFailure?: (answer: Answer) => void;
  readonly onComplete?: (answer: Answer) => void;
}

export interface WebosLibrary {
  readonly libVersion: string;
  readonly platform: { readonly tv: true; readonly chrome: number };
  fetchAppId(): string;
  platformBack(): void;
  /** Calls back asynchronously, after the set's services have answered. */
  deviceInfo(told: (info: Answer) => void): void;
  systemInfo(): { country: string; smartServiceCountry: string; timezone: string };
  readonly keyboard: { isShowing(): boolean };
  readonly service: { request(uri: string, options?: ServiceRequest): { cancel(): void } };
}

const CONFIGS = ['tv.model.modelname', 'tv.nyx.firmwareVersion', 'tv.hw.panelResolution', 'tv.model.supportHDR'];

export function createWebosLibrary({ system, PalmServiceBridge, chromium }: LibraryGround): WebosLibrary {
  const request = (uri: string, options: ServiceRequest = {}) => {
    const { method = '', parameters = {}, subscribe = false, onSuccess, onFailure, onComplete } = options;
    let bridge: Bridge | null = new PalmServiceBridge();
    const cancel = () => {
      bridge?.cancel();
      bridge = null;
    };
    bridge.onservicecallback = (text) => {
      if (!bridge) return;
      const answer = JSON.parse(text) as Answer;
      const isRefused = answer['returnValue'] === false || Boolean(answer['errorCode']);
      if (isRefused) onFailure?.(answer);
      else onSuccess?.(answer);
      onComplete?.(answer);
      if (!subscribe) cancel();
    };
    bridge.call(
      `${uri.replace(/\/$/, '')}/${method}`,
      JSON.stringify(subscribe ? { ...parameters, subscribe } : parameters),
    );
    return { cancel };
  };

  return {
    libVersion: '1.2.12',
    platform: { tv: true, chrome: chromium },
    fetchAppId: () => system.identifier.split(' ')[0] ?? '',
    platformBack: () => system.platformBack(),
    deviceInfo(told) {
      const { modelName, platformVersion, screenWidth, screenHeight } = JSON.parse(system.deviceInfo) as Answer;
      const basic = { modelName, version: platformVersion, screenWidth, screenHeight };
      request('luna://com.webos.service.config', {
        method: 'getConfigs',
        parameters: { configNames: CONFIGS },
        onComplete({ configs }) {
          const known = (configs ?? {}) as Answer;
          const panel = known['tv.hw.panelResolution'];
          told({
            ...basic,
            modelName: known['tv.model.modelname'] ?? modelName,
            version: known['tv.nyx.firmwareVersion'] ?? platformVersion,
            uhd: panel === 'UD' || panel === '8K',
            uhd8K: panel === '8K',
            hdr10: known['tv.model.supportHDR'] === true,
          });
        },
      });
    },
    systemInfo() {
      const { country, smartServiceCountry } = JSON.parse(system.country) as Record<string, string>;
      return { country: country ?? '', smartServiceCountry: smartServiceCountry ?? '', timezone: system.timeZone };
    },
    keyboard: { isShowing: () => system.isKeyboardVisible },
    service: { request },
  };
}

import { imitatePage, overrideProperty, type ImitatedPage } from './imitated-page.ts';
import { createWebosLibrary } from './webos-library.ts';

export interface WebosOptions {
  /** Chromium version in the user agent; it identifies the set's model year. */
  readonly chromium?: number;
  readonly model?: string;
  readonly isUhd?: boolean;
  readonly isHdr?: boolean;
  readonly isVoiceGuideOn?: boolean;
  readonly locale?: string;
  readonly areCaptionsOn?: boolean;
  /** Access control groups that the system grants, as webOS 26 does; without it, all. */
  readonly grantedGroups?: readonly string[];
  /** Services that this set lacks, such as `com.webos.service.config`. */
  readonly without?: readonly string[];
  /** Launch parameters, as in `ares-launch -p`. */
  readonly launchedWith?: object;
  /** Whether the page has `webOS` too, as in apps that bundle LG's library. */
  readonly hasLibrary?: boolean;
}

export interface WebosControls extends ImitatedPage {
  readonly kind: 'webos';
  /** How often the app returned Back to the system. */
  exits(): number;
  setOnline(isOnline: boolean): void;
  launchWith(parameters: object): void;
  setVoiceGuide(isOn: boolean): void;
  setCaptions(areOn: boolean): void;
  /** The pointer appears or disappears. */
  setCursor(isShown: boolean): void;
  /** The system keyboard opens or closes. */
  setKeyboard(isShown: boolean): void;
}

/** Luna's answer for an unknown service. */
const UNKNOWN_SERVICE = { returnValue: false, errorCode: -1, errorText: 'Service does not exist' };

/** The groups of LG's services (LG, "Access Control Group (ACG)"), by service. */
const GROUPS: Readonly<Record<string, string>> = {
  'com.webos.service.connectionmanager': 'network.query',
  'com.webos.service.config': 'systemconfig.query',
  'com.webos.service.tv.systemproperty': 'systemconfig.query',
  'com.webos.settingsservice': 'settings.query',
};
/** Luna's answer for a method whose group the app does not have. */
const denied = (method: string) => ({
  returnValue: false,
  errorCode: -1,
  errorText: `Denied method call "${method}" for category "/"`,
});

type Answer = Record<string, unknown>;
type Asked = { readonly subscribe?: boolean; readonly keys?: readonly string[] };
interface Bridge {
  onservicecallback: ((text: string) => void) | null;
}

const POINTER_SHOWN = 1536;
const POINTER_HIDDEN = 1537;

/**
 * Installs `PalmSystem`, `webOSSystem`, Luna's bridge and, on request, `webOS` in a page, with the behaviour that LG
 * documents.
 */
export function installWebosGlobals(page: Window, options: WebosOptions = {}): WebosControls {
  const { chromium = 68, without = [] } = options;
  const imitated = imitatePage(
    page,
    `Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromium}.0.0.0 Safari/537.36 WebAppManager`,
  );
  const { document } = page;
  const subscriptions = new Map<Bridge, string>();
  let exits = 0;
  let isOnline = true;
  let isVoiceGuideOn = options.isVoiceGuideOn ?? false;
  let areCaptionsOn = options.areCaptionsOn ?? false;
  let isKeyboardVisible = false;

  const services: Record<string, (asked: Asked) => Answer> = {
    'com.webos.service.connectionmanager/getStatus': () => ({
      isInternetConnectionAvailable: isOnline,
      wired: { state: isOnline ? 'connected' : 'disconnected' },
      wifi: { state: 'disconnected' },
    }),
    'com.webos.service.config/getConfigs': () => ({
      configs: {
        'tv.model.modelname': options.model ?? 'OLED55C1',
        'tv.nyx.firmwareVersion': '03.21.30',
        'tv.hw.panelResolution': (options.isUhd ?? true) ? 'UD' : 'FHD',
        'tv.model.supportHDR': options.isHdr ?? true,
      },
    }),
    'com.webos.service.tv.systemproperty/getSystemInfo': () => ({
      modelName: options.model ?? 'OLED55C1',
      firmwareVersion: '03.21.30',
      UHD: String(options.isUhd ?? true),
    }),
    'com.webos.settingsservice/getSystemSettings': ({ keys = [] }) => ({
      settings: {
        ...(keys.includes('localeInfo') && { localeInfo: { locales: { UI: options.locale ?? 'ko-KR' } } }),
        ...(keys.includes('audioGuidance') && { audioGuidance: isVoiceGuideOn ? 'on' : 'off' }),
        ...(keys.includes('captionEnable') && { captionEnable: areCaptionsOn ? 'on' : 'off' }),
      },
    }),
  };
  const answerOf = (address: string, asked: Asked): Answer => {
    const service = services[address];
    if (!service || without.some((name) => address.startsWith(name))) return UNKNOWN_SERVICE;
    const [name = '', method = ''] = address.split('/');
    if (options.grantedGroups && !options.grantedGroups.includes(GROUPS[name] ?? '')) return denied(method);
    return { returnValue: true, subscribed: asked.subscribe === true, ...service(asked) };
  };

  class PalmServiceBridge implements Bridge {
    onservicecallback: ((text: string) => void) | null = null;
    call(uri: string, parameters: string) {
      const address = uri.replace(/^(luna|palm):\/\//, '');
      const asked = JSON.parse(parameters) as Asked;
      if (asked.subscribe) subscriptions.set(this, `${address} ${parameters}`);
      // Luna always answers asynchronously.
      page.setTimeout(() => this.onservicecallback?.(JSON.stringify(answerOf(address, asked))), 0);
    }
    cancel() {
      subscriptions.delete(this);
    }
  }
  const tell = (service: string) => {
    for (const [bridge, call] of subscriptions) {
      const [address = '', parameters = '{}'] = call.split(' ');
      if (!address.startsWith(service)) continue;
      bridge.onservicecallback?.(JSON.stringify(answerOf(address, JSON.parse(parameters) as Asked)));
    }
  };

  const system = {
    identifier: 'tv.bora.app 1001',
    deviceInfo: JSON.stringify({
      modelName: options.model ?? 'OLED55C1',
      platformVersion: '03.21.30',
      screenWidth: 1920,
      screenHeight: 1080,
    }),
    country: JSON.stringify({ country: 'KOR', smartServiceCountry: 'KOR' }),
    timeZone: 'Asia/Seoul',
    get isKeyboardVisible() {
      return isKeyboardVisible;
    },
    launchParams: options.launchedWith ? JSON.stringify(options.launchedWith) : '',
    platformBack: () => void (exits += 1),
    activate: () => undefined,
  };
  const undo = [
    overrideProperty(page, 'PalmSystem', { value: system }),
    overrideProperty(page, 'webOSSystem', { value: system }),
    overrideProperty(page, 'PalmServiceBridge', { value: PalmServiceBridge }),
  ];
  if (options.hasLibrary)
    undo.push(overrideProperty(page, 'webOS', { value: createWebosLibrary({ system, PalmServiceBridge, chromium }) }));
  const tellDocument = (type: string, detail: object) => document.dispatchEvent(new CustomEvent(type, { detail }));

  return {
    ...imitated,
    kind: 'webos',
    exits: () => exits,
    setOnline(next) {
      isOnline = next;
      tell('com.webos.service.connectionmanager');
    },
    launchWith: (parameters) => void tellDocument('webOSRelaunch', parameters),
    setVoiceGuide(isOn) {
      isVoiceGuideOn = isOn;
      tell('com.webos.settingsservice');
    },
    setCaptions(areOn) {
      areCaptionsOn = areOn;
      tell('com.webos.settingsservice');
    },
    setCursor(isShown) {
      tellDocument('cursorStateChange', { visibility: isShown });
      imitated.press(isShown ? POINTER_SHOWN : POINTER_HIDDEN);
    },
    setKeyboard(isShown) {
      isKeyboardVisible = isShown;
      tellDocument('keyboardStateChange', { visibility: isShown });
    },
    restore() {
      undo.forEach((one) => one());
      imitated.restore();
    },
  };
}

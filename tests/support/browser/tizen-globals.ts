import { imitatePage, overrideProperty, type ImitatedPage } from './imitated-page.ts';

/** Key names and codes that Samsung's sets report. */
const KEYS: Record<string, number> = {
  MediaPlayPause: 10252,
  MediaPlay: 415,
  MediaPause: 19,
  MediaStop: 413,
  MediaRewind: 412,
  MediaFastForward: 417,
  MediaTrackNext: 10233,
  MediaTrackPrevious: 10232,
  MediaRecord: 416,
  ChannelUp: 427,
  ChannelDown: 428,
  Info: 457,
  Caption: 10221,
  Search: 10225,
  ColorF0Red: 403,
  ColorF1Green: 404,
  ColorF2Yellow: 405,
  ColorF3Blue: 406,
  VolumeUp: 447,
  VolumeDown: 448,
  VolumeMute: 449,
  Exit: 10182,
  Menu: 18,
  '0': 48,
  '1': 49,
  '2': 50,
  '3': 51,
  '4': 52,
  '5': 53,
  '6': 54,
  '7': 55,
  '8': 56,
  '9': 57,
};

/** Sent without registration: arrows, OK, Back, the keyboard's Done and Cancel, letters being composed. */
const UNASKED = [37, 38, 39, 40, 13, 10009, 65376, 65385, 229];

export interface TizenOptions {
  /** `major.minor` of the system. */
  readonly version?: string;
  readonly model?: string;
  /** The keys of this remote. Default: all; a code here overrides the usual one. */
  readonly keys?: Readonly<Record<string, number>>;
  readonly isUhd?: boolean;
  readonly isHdr?: boolean;
  readonly isVoiceGuideOn?: boolean;
  /** Values of the menu of captions, by key; by default captions are off. */
  readonly captions?: Readonly<Record<number, number>>;
  /** In the set's notation, such as `ko_KR.UTF-8`. */
  readonly language?: string;
  /** Parts of `webapis` that this set lacks or forbids. */
  readonly without?: readonly ('appcommon' | 'network' | 'productinfo' | 'avinfo' | 'tvinfo' | 'voiceinteraction')[];
  /** Privileges that the system refuses: the call throws a SecurityError. */
  readonly refused?: readonly ('application.launch' | 'voicecontrol')[];
  /** `action_data` of the preview tile that launched the app. */
  readonly launchedWith?: string;
  /** False for sets before 2016, which register one key at a time. */
  readonly hasBatch?: boolean;
}

export interface TizenControls extends ImitatedPage {
  readonly kind: 'tizen';
  registeredKeys(): readonly string[];
  /** The screensaver states that the app requested, in order: 0 is off, 1 is on. */
  screensaverStates(): readonly number[];
  exits(): number;
  setOnline(isOnline: boolean): void;
  /** Reports a state of `webapis.network`; the connection itself stays. */
  tellNetwork(state: number): void;
  /** Selects a preview tile while the app runs. */
  launchWith(actionData: string): void;
  /** Reports a state of the memory, such as `WARNING`. */
  tellMemory(status: string): void;
  setVoiceGuide(isOn: boolean): void;
  setCaptions(values: Readonly<Record<number, number>>): void;
  /** Calls a voice function of the app, as the set does; undefined while the app does not listen or lacks the function. */
  say(name: string, value?: unknown): unknown;
  /** Launches of other programs: their id and the data of the request. */
  launches(): readonly { readonly id: string; readonly data: Readonly<Record<string, string>> }[];
}

/** A search by voice, which only `getDataFromSearchTerm` reads. */
export interface ImitatedSearchTerm {
  readonly utterance?: string;
  readonly title?: string;
}

/** An exception as the Tizen device API throws it. */
function webApiException(name: string, code: number, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return Object.assign(error, { code });
}
const invalidValues = (name: string) => webApiException('InvalidValuesError', 22, `Invalid key name: ${name}`);

const securityError = (privilege: string) => webApiException('SecurityError', 18, `Permission denied: ${privilege}`);

const userAgentOf = (version: string) => {
  const engine = Number(version) < 5.5 ? `Version/${version}` : `69.0.3497.106.1/${version}`;
  return `Mozilla/5.0 (SMART-TV; LINUX; Tizen ${version}) AppleWebKit/537.36 (KHTML, like Gecko) ${engine} TV Safari/537.36`;
};

const previewOf = (actionData: string) => ({
  operation: 'http://samsung.com/appcontrol/operation/eden_resume',
  data: [{ key: 'PAYLOAD', value: [JSON.stringify({ values: actionData })] }],
});
const PLAIN_START = { operation: 'http://tizen.org/appcontrol/operation/default', data: [] };

/** Installs `tizen` and `webapis` in a page, with the behaviour and the errors that Samsung documents. */
export function installTizenGlobals(page: Window, options: TizenOptions = {}): TizenControls {
  const { version = '5.0', keys = KEYS, without = [], hasBatch = true } = options;
  const imitated = imitatePage(page, userAgentOf(version));
  const registered = new Set<string>();
  const screensaverStates: number[] = [];
  const onNetwork: ((state: number) => void)[] = [];
  const onMemory: ((value: unknown) => void)[] = [];
  let requested: object = options.launchedWith === undefined ? PLAIN_START : previewOf(options.launchedWith);
  let isOnline = true;
  let isVoiceGuideOn = options.isVoiceGuideOn ?? false;
  let captions = options.captions ?? { 0: 0 };
  let exits = 0;
  const launches: { id: string; data: Record<string, string> }[] = [];
  let voiceCallbacks: Record<string, (value?: unknown) => unknown> = {};
  let isListening = false;
  const need = (privilege: 'application.launch' | 'voicecontrol') => {
    if (options.refused?.includes(privilege)) throw securityError(privilege);
  };

  const check = (name: string) => {
    if (!(name in keys)) throw invalidValues(name);
  };
  const tvinputdevice = {
    // Not `Object.entries`: the set itself needs nothing that the page must polyfill.
    getSupportedKeys: () => Object.keys(keys).map((name) => ({ name, code: keys[name] })),
    registerKey(name: string) {
      check(name);
      registered.add(name);
    },
    unregisterKey(name: string) {
      check(name);
      registered.delete(name);
    },
    ...(hasBatch && {
      // One unknown name rejects the whole batch.
      registerKeyBatch(names: readonly string[]) {
        names.forEach(check);
        names.forEach((name) => registered.add(name));
      },
    }),
  };
  const tizen = {
    ApplicationControlData: class {
      readonly key: string;
      readonly value: readonly string[];
      constructor(key: string, value: readonly string[]) {
        this.key = key;
        this.value = value;
      }
    },
    ApplicationControl: class {
      readonly operation: string;
      readonly data: readonly { key: string; value: readonly string[] }[];
      constructor(
        operation: string,
        _uri: string | null,
        _mime: string | null,
        _category: string | null,
        data: readonly { key: string; value: readonly string[] }[],
      ) {
        this.operation = operation;
        this.data = data;
      }
    },
    tvinputdevice,
    application: {
      launchAppControl(
        request: { data: readonly { key: string; value: readonly string[] }[] },
        id: string,
        done?: () => void,
        failed?: (error: unknown) => void,
      ) {
        need('application.launch');
        if (id !== 'BoraTvApp0.Tiles') return failed?.(webApiException('NotFoundError', 8, `No application: ${id}`));
        const data: Record<string, string> = {};
        for (const { key, value } of request.data) data[key] = value[0] ?? '';
        launches.push({ id, data });
        done?.();
      },
      getCurrentApplication: () => ({
        appInfo: { id: 'BoraTvApp0.Bora', packageId: 'BoraTvApp0' },
        exit: () => void (exits += 1),
        hide: () => imitated.setHidden(true),
        getRequestedAppControl: () => ({ appControl: requested }),
      }),
    },
    systeminfo: {
      getPropertyValue: (_name: string, done: (value: unknown) => void) =>
        done({ language: options.language ?? 'ko_KR.UTF-8', country: 'ko_KR' }),
      addPropertyValueChangeListener: (_name: string, changed: (value: unknown) => void) => onMemory.push(changed),
    },
  };
  const webapis: Record<string, unknown> = {
    appcommon: {
      AppCommonScreenSaverState: { SCREEN_SAVER_OFF: 0, SCREEN_SAVER_ON: 1 },
      setScreenSaver: (state: number) => void screensaverStates.push(state),
    },
    network: {
      isConnectedToGateway: () => isOnline,
      addNetworkStateChangeListener: (changed: (state: number) => void) => onNetwork.push(changed),
    },
    productinfo: {
      getRealModel: () => options.model ?? 'QN55Q80R',
      getFirmware: () => 'T-MSMDEUC-1440.3',
      isUdPanelSupported: () => options.isUhd ?? true,
    },
    avinfo: { isHdrTvSupport: () => options.isHdr ?? true },
    tvinfo: {
      getMenuValue(key: number) {
        if (key in captions) return captions[key];
        if (key !== 15) throw webApiException('InvalidValuesError', 22, `Invalid key: ${key}`);
        return isVoiceGuideOn ? 1 : 0;
      },
    },
  };
  if (Number(version) >= 6)
    webapis['voiceinteraction'] = {
      getVersion: () => '1.0',
      setCallback(callbacks: typeof voiceCallbacks) {
        need('voicecontrol');
        if (typeof callbacks['onupdatestate'] !== 'function')
          throw webApiException('TypeMismatchError', 17, 'onupdatestate');
        voiceCallbacks = callbacks;
      },
      listen() {
        need('voicecontrol');
        isListening = true;
      },
      getDataFromSearchTerm: (term: ImitatedSearchTerm, field: string) =>
        field === 'SEARCH_TERM_UTTERANCE' ? term.utterance : field === 'SEARCH_TERM_TITLE' ? term.title : undefined,
    };
  for (const part of without) delete webapis[part];

  const undo = [
    overrideProperty(page, 'tizen', { value: tizen }),
    overrideProperty(page, 'webapis', { value: webapis }),
  ];
  const isDelivered = (keyCode: number) =>
    UNASKED.includes(keyCode) || [...registered].some((name) => keys[name] === keyCode);
  const deliver = (send: (keyCode: number) => void) => (keyCode: number) => {
    if (isDelivered(keyCode)) send(keyCode);
  };

  return {
    ...imitated,
    kind: 'tizen',
    keyDown: deliver(imitated.keyDown),
    keyUp: deliver(imitated.keyUp),
    press: deliver(imitated.press),
    registeredKeys: () => [...registered],
    screensaverStates: () => screensaverStates,
    exits: () => exits,
    setOnline(next) {
      isOnline = next;
      onNetwork.forEach((tell) => tell(next ? 4 : 5));
    },
    tellNetwork: (state) => onNetwork.forEach((tell) => tell(state)),
    launchWith(actionData) {
      requested = previewOf(actionData);
      page.dispatchEvent(new Event('appcontrol'));
    },
    tellMemory: (status) => onMemory.forEach((tell) => tell({ status })),
    setVoiceGuide: (isOn) => void (isVoiceGuideOn = isOn),
    setCaptions: (values) => void (captions = values),
    say: (name, value) => (isListening ? voiceCallbacks[name]?.(value) : undefined),
    launches: () => launches,
    restore() {
      undo.forEach((one) => one());
      imitated.restore();
    },
  };
}

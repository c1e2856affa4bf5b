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
  readonly without?: readonly ('appcommon' | 'network' | 'productinfo' | 'avinfo' | 'tvinfo')[];
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
  /** Selects a preview tile while the app runs. */
  launchWith(actionData: string): void;
  warnOfMemory(): void;
  setVoiceGuide(isOn: boolean): void;
  setCaptions(values: Readonly<Record<number, number>>): void;
}

/** An exception as the Tizen device API throws it. */
function webApiException(name: string, code: number, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return Object.assign(error, { code });
}
const invalidValues = (name: string) => webApiException('InvalidValuesError', 22, `Invalid key name: ${name}`);

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
    tvinputdevice,
    application: {
      getCurrentApplication: () => ({
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
    launchWith(actionData) {
      requested = previewOf(actionData);
      page.dispatchEvent(new Event('appcontrol'));
    },
    warnOfMemory: () => onMemory.forEach((tell) => tell({ status: 'WARNING' })),
    setVoiceGuide: (isOn) => void (isVoiceGuideOn = isOn),
    setCaptions: (values) => void (captions = values),
    restore() {
      undo.forEach((one) => one());
      imitated.restore();
    },
  };
}

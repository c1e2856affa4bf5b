import { createPageLifecycle, createPageNetwork } from '../page-lifecycle.ts';
import { createCookieStorage, createPageStorage } from '../page-storage.ts';
import type { DeviceFacts, MemoryWarnings, NetworkStatus, Platform, Screensaver, VoiceGuide } from '../platform.ts';
import { createRefusals } from '../refusals.ts';
import { createSubject, createValue } from '../subject.ts';
import { TIZEN_PLAYBACK_RATES, tizenFirmwareOf } from './firmware.ts';
import { askSet, type TizenApi, type TizenWindow, type WebApis } from './tizen-api.ts';
import { createTizenCaptions } from './tizen-captions.ts';
import { createTizenKeys } from './tizen-keys.ts';
import { createTizenLaunch } from './tizen-launch.ts';
import { createTizenTiles } from './tizen-tiles.ts';
import { createTizenVoice } from './tizen-voice.ts';

/** State codes of `webapis.network`: connected to the gateway; or without gateway, cable or antenna. */
const CONNECTED = [4];
const DISCONNECTED = [2, 5, 7];
const SCREENSAVER = { off: 0, on: 1 } as const;
/** Key of the voice guide setting in `webapis.tvinfo`. */
const VOICE_GUIDE_KEY = 15;

function createNetwork(page: Window, { network }: WebApis): NetworkStatus {
  const online = createPageNetwork(page);
  if (!network) return online;
  const status = createValue(askSet(() => network.isConnectedToGateway(), online.isOnline()));
  askSet(
    () =>
      network.addNetworkStateChangeListener((state) => {
        if (CONNECTED.includes(state)) status.set(true);
        if (DISCONNECTED.includes(state)) status.set(askSet(() => network.isConnectedToGateway(), false));
      }),
    0,
  );
  online.subscribe(status.set);
  return { ...online, isOnline: status.get, subscribe: status.subscribe };
}

/** The screensaver is off only while a video plays: a still picture burns in. */
const createScreensaver = ({ appcommon }: WebApis): Screensaver => ({
  setAllowed: (isAllowed) =>
    askSet(() => appcommon?.setScreenSaver(isAllowed ? SCREENSAVER.on : SCREENSAVER.off), undefined),
});

/** Reads the setting again when the app becomes visible: the set has no event for it, and its menu hides the app. */
function createVoiceGuide({ tvinfo }: WebApis, lifecycle: Platform['lifecycle']): VoiceGuide {
  const read = () => askSet(() => Number(tvinfo?.getMenuValue(VOICE_GUIDE_KEY)) === 1, false);
  const guide = createValue(read());
  lifecycle.subscribe((state) => state === 'visible' && guide.set(read()));
  return { isOn: guide.get, subscribe: guide.subscribe };
}

function createMemory({ systeminfo }: TizenApi): MemoryWarnings {
  const warnings = createSubject<[]>();
  askSet(
    () =>
      systeminfo?.addPropertyValueChangeListener('MEMORY', (value) => {
        if ((value as { status?: unknown } | null)?.status === 'WARNING') warnings.tell();
      }),
    0,
  );
  return { subscribe: warnings.subscribe };
}

/** Converts `ko_KR.UTF-8` to a BCP 47 tag. */
const toLocale = (language: string) => language.replace(/[.@].*$/, '').replace('_', '-');

function createDevice(page: Window, { systeminfo }: TizenApi, { productinfo, avinfo }: WebApis): DeviceFacts {
  const firmware = tizenFirmwareOf(page.navigator.userAgent);
  let { language } = page.navigator;
  askSet(
    () =>
      systeminfo?.getPropertyValue('LOCALE', (value) => {
        const told = (value as { language?: unknown } | null)?.language;
        if (typeof told === 'string') language = toLocale(told);
      }),
    undefined,
  );
  return {
    platform: 'tizen',
    model: askSet<string | null>(() => productinfo?.getRealModel().trim() || undefined, null),
    firmware: askSet<string | null>(() => productinfo?.getFirmware(), null),
    isUhd: askSet(() => productinfo?.isUdPanelSupported(), false),
    isHdr: askSet(() => avinfo?.isHdrTvSupport(), false),
    get locale() {
      return language;
    },
    keySystems: firmware.keySystems,
    playbackRates: TIZEN_PLAYBACK_RATES,
    preferredVideoCodecs: firmware.preferredVideoCodecs,
  };
}

/** A Samsung set. Requires `page.tizen`; any part of `webapis` may be missing. */
export function createTizenPlatform(page: TizenWindow): Platform {
  const { tizen, webapis = {} } = page;
  if (!tizen) throw new Error('window.tizen is missing');
  const storage = createPageStorage(page);
  const lifecycle = createPageLifecycle(page);
  const refusals = createRefusals();
  return {
    keys: createTizenKeys(page, tizen),
    lifecycle,
    device: createDevice(page, tizen, webapis),
    storage,
    cookies: createCookieStorage(page, storage),
    network: createNetwork(page, webapis),
    screensaver: createScreensaver(webapis),
    launch: createTizenLaunch(page, tizen),
    // The manifest disables pointing devices.
    pointer: { isShown: () => false, subscribe: () => () => undefined },
    voiceGuide: createVoiceGuide(webapis, lifecycle),
    captions: createTizenCaptions(webapis, lifecycle),
    // Parts that a set lacks are no refusals: it is an older set.
    refusals,
    memory: createMemory(tizen),
    voice: createTizenVoice(page, webapis, refusals),
    homeTiles: createTizenTiles(tizen, refusals),
    videoDisk: null,
    backAtRoot: 'ask',
    exit: () => askSet(() => tizen.application.getCurrentApplication().exit(), undefined),
  };
}

import { createPageLifecycle, createPageNetwork } from '../page-lifecycle.ts';
import { createCookieStorage, createPageStorage } from '../page-storage.ts';
import type { LaunchRequests, NetworkStatus, Platform, SystemCaptions, VoiceGuide } from '../platform.ts';
import { createValue } from '../subject.ts';
import { UNKNOWN_CAPTIONS } from '../system-captions.ts';
import { createLuna, type Luna, type PalmSystem, type WebosWindow } from './webos-api.ts';
import { createWebosDevice } from './webos-device.ts';
import { createMagicRemote } from './webos-pointer.ts';
import { createWebosVoice } from './webos-voice.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** LG's search and home send `contentTarget`; any other parameters are passed on as JSON. */
function targetOf(parameters: unknown): string | null {
  if (!isObject(parameters) || Object.keys(parameters).length === 0) return null;
  const target = parameters['contentTarget'] ?? parameters;
  return typeof target === 'string' ? target : JSON.stringify(target);
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const createLaunch = ({ document }: Window, system: PalmSystem): LaunchRequests => ({
  first: () => targetOf(parse(system.launchParams ?? '')),
  subscribe(handler) {
    const handle = (event: Event) => {
      const { detail } = event as CustomEvent<unknown>;
      const text = targetOf(typeof detail === 'string' ? parse(detail) : detail);
      if (text !== null) handler(text);
    };
    document.addEventListener('webOSRelaunch', handle);
    return () => document.removeEventListener('webOSRelaunch', handle);
  },
});

function createNetwork(page: Window, luna: Luna): NetworkStatus {
  const online = createPageNetwork(page);
  const status = createValue(online.isOnline());
  online.subscribe(status.set);
  luna('com.webos.service.connectionmanager/getStatus', { subscribe: true }, (answer) => {
    const isConnected = answer['isInternetConnectionAvailable'];
    if (typeof isConnected === 'boolean') status.set(isConnected);
  });
  return { ...online, isOnline: status.get, subscribe: status.subscribe };
}

/** LG has no public setting of the style, only whether captions are on (LG, "Settings Service"). */
function createCaptions(luna: Luna): SystemCaptions {
  const captions = createValue(UNKNOWN_CAPTIONS);
  const asked = { category: 'caption', keys: ['captionEnable'], subscribe: true };
  luna('com.webos.settingsservice/getSystemSettings', asked, ({ settings }) => {
    const isOn = isObject(settings) ? settings['captionEnable'] : undefined;
    if (typeof isOn !== 'string' || captions.get().isOn === (isOn === 'on')) return;
    captions.set({ ...UNKNOWN_CAPTIONS, isOn: isOn === 'on' });
  });
  return { get: captions.get, subscribe: captions.subscribe };
}

function createVoiceGuide(luna: Luna): VoiceGuide {
  const guide = createValue(false);
  const asked = { category: 'option', keys: ['audioGuidance'], subscribe: true };
  luna('com.webos.settingsservice/getSystemSettings', asked, ({ settings }) => {
    if (isObject(settings)) guide.set(settings['audioGuidance'] === 'on');
  });
  return { isOn: guide.get, subscribe: guide.subscribe };
}

/** An LG set. Requires `page.PalmSystem`, or `page.webOSSystem` on newer sets. */
export function createWebosPlatform(page: WebosWindow): Platform {
  const system = page.PalmSystem ?? page.webOSSystem;
  if (!system) throw new Error('window.PalmSystem is missing');
  const { luna, refusals } = createLuna(page);
  const storage = createPageStorage(page);
  const { keys, pointer } = createMagicRemote(page);
  return {
    keys,
    lifecycle: createPageLifecycle(page),
    device: createWebosDevice(page.navigator, luna, parse(system.deviceInfo ?? '')),
    storage,
    cookies: createCookieStorage(page, storage),
    network: createNetwork(page, luna),
    // The set itself disables the screensaver during full-screen video, and has no API for it.
    screensaver: { setAllowed: () => undefined },
    launch: createLaunch(page, system),
    pointer,
    voiceGuide: createVoiceGuide(luna),
    captions: createCaptions(luna),
    refusals,
    // The set gives no warning: it notifies the viewer and restarts the app.
    memory: { subscribe: () => () => undefined },
    voice: createWebosVoice(page),
    // LG's home has no tiles of apps.
    homeTiles: null,
    videoDisk: null,
    // LG's own dialog from webOS 6 on, LG's home before.
    backAtRoot: 'system',
    exit() {
      if (system.platformBack) system.platformBack();
      else page.close();
    },
  };
}

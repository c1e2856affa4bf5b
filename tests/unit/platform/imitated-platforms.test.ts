// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { choosePlatform } from '#platform/index.ts';
import { LUNA_METHODS } from '#platform/webos/luna-methods.ts';
import type { RemoteKeyEvent } from '#platform/platform.ts';
import { describePlatform, type PlatformDriver } from '#tests/support/browser/describe-platform.ts';
import { installTizenGlobals, type TizenOptions } from '#tests/support/browser/tizen-globals.ts';
import { installWebosGlobals, type WebosOptions } from '#tests/support/browser/webos-globals.ts';
import type { WebosLibrary } from '#tests/support/browser/webos-library.ts';

const restores: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  restores.splice(0).forEach((restore) => restore());
  document.body.innerHTML = '';
  localStorage.clear();
  vi.useRealTimers();
});

function startTizen(options?: TizenOptions) {
  const set = installTizenGlobals(window, options);
  restores.push(set.restore);
  return { set, platform: choosePlatform(window) };
}
function startWebos(options?: WebosOptions) {
  const set = installWebosGlobals(window, options);
  restores.push(set.restore);
  const platform = choosePlatform(window);
  vi.runAllTimers();
  return { set, platform };
}

const TIZEN_CODES = { left: 37, ok: 13, back: 10009, 'play-pause': 10252 };
// The Magic Remote has no play/pause toggle.
const WEBOS_CODES = { left: 37, ok: 13, back: 461, 'play-pause': 179 };

function drive({ set, platform }: ReturnType<typeof startTizen | typeof startWebos>): PlatformDriver {
  const codes = set.kind === 'tizen' ? TIZEN_CODES : WEBOS_CODES;
  return {
    platform,
    keyDown: (key) => set.keyDown(codes[key]),
    keyUp: (key) => set.keyUp(codes[key]),
    setHidden: set.setHidden,
    setOnline: set.setOnline,
    wait: (ms) => void vi.setSystemTime(Date.now() + ms),
  };
}
describePlatform('tizen', () => drive(startTizen()));
describePlatform('webos', () => drive(startWebos()));
describePlatform('webos with LG’s library', () => drive(startWebos({ hasLibrary: true })));

test.each([startTizen, startWebos])('a set hears the page’s own network events too', (start) => {
  const { platform } = start();
  const handler = vi.fn();
  restores.push(platform.network.subscribe(handler));
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(handler.mock.calls).toEqual([[false], [true]]);
});

test.each([startTizen, startWebos])('a set has no disk for videos', (start) => {
  expect(start().platform.videoDisk).toBeNull();
});

function listen(platform: PlatformDriver['platform']) {
  const events: RemoteKeyEvent[] = [];
  restores.push(platform.keys.subscribe((event) => events.push(event)));
  return () => events.filter(({ phase }) => phase === 'down').map(({ key }) => key);
}

describe('a Samsung set', () => {
  test('is detected by its user agent together with its globals', () => {
    expect(startTizen().platform.device.platform).toBe('tizen');
  });

  test('registers the supported keys, and never volume, mute, Exit or Menu', () => {
    const { set } = startTizen({ keys: { MediaPlay: 415, VolumeUp: 447, VolumeMute: 449, Exit: 10182, Menu: 18 } });
    expect(set.registeredKeys()).toEqual(['MediaPlay']);
  });

  test('registers one key at a time without batch support', () => {
    expect(startTizen({ hasBatch: false }).set.registeredKeys()).toContain('MediaPlayPause');
  });

  test('loses only one key when it refuses a name that it had reported', () => {
    const set = installTizenGlobals(window, {});
    restores.push(set.restore);
    const { tvinputdevice } = (window as unknown as { tizen: { tvinputdevice: Record<string, unknown> } }).tizen;
    tvinputdevice['getSupportedKeys'] = () => [
      { name: 'Caption', code: 10221 },
      { name: 'MediaPlay', code: 415 },
    ];
    const registerKey = tvinputdevice['registerKey'] as (name: string) => void;
    const refuse = (name: string) => {
      if (name === 'Caption') throw new Error('InvalidValuesError');
      registerKey(name);
    };
    tvinputdevice['registerKey'] = refuse;
    tvinputdevice['registerKeyBatch'] = (names: readonly string[]) => names.forEach(refuse);
    choosePlatform(window);
    expect(set.registeredKeys()).toEqual(['MediaPlay']);
  });

  test.each([
    ...['MediaPlayPause play-pause', 'MediaPlay play', 'MediaPause pause', 'MediaStop stop', 'MediaRewind rewind'],
    ...['MediaFastForward fast-forward', 'MediaTrackNext next', 'MediaTrackPrevious previous', 'Info info'],
    ...['ChannelUp channel-up', 'ChannelDown channel-down', 'Caption caption', 'Search search'],
    ...['ColorF0Red red', 'ColorF1Green green', 'ColorF2Yellow yellow', 'ColorF3Blue blue', '0 0', '5 5', '9 9'],
  ])('reads a key by its name, whatever code it has: %s', (pair) => {
    const [name, key] = pair.split(' ') as [string, string];
    const { set, platform } = startTizen({ keys: { [name]: 20_001 } });
    const keys = listen(platform);
    set.press(20_001);
    expect(keys()).toEqual([key]);
  });

  test('overrides key codes', () => {
    const { set, platform } = startTizen({ keys: { MediaPlay: 9999, MediaPause: 415 } });
    const keys = listen(platform);
    set.press(9999);
    set.press(415);
    expect(keys()).toEqual(['play', 'pause']);
  });

  test('ends typing with its keyboard’s Done and Cancel', () => {
    const { set, platform } = startTizen();
    document.body.innerHTML = '<input />';
    document.querySelector('input')?.focus();
    const keys = listen(platform);
    set.press(229);
    set.press(65376);
    set.press(65385);
    expect(keys()).toEqual(['ok', 'back']);
  });

  test('switches its screensaver off and on', () => {
    const { set, platform } = startTizen();
    platform.screensaver.setAllowed(false);
    platform.screensaver.setAllowed(true);
    expect(set.screensaverStates()).toEqual([0, 1]);
  });

  test('reports the link of a preview tile, at the start and later', () => {
    const { set, platform } = startTizen({ launchedWith: '{"item":3}' });
    expect(platform.launch.first()).toBe('{"item":3}');
    const handler = vi.fn();
    restores.push(platform.launch.subscribe(handler));
    set.launchWith('{"item":4}');
    expect(handler.mock.calls).toEqual([['{"item":4}']]);
  });

  test('reports no launch request after a plain start', () => {
    expect(startTizen().platform.launch.first()).toBeNull();
  });

  test('reports its device facts', () => {
    const { device } = startTizen({ version: '6.5', model: 'QN90B', isHdr: false }).platform;
    expect(device).toMatchObject({ model: 'QN90B', isUhd: true, isHdr: false, locale: 'ko-KR', playbackRates: [1] });
    expect(device.keySystems[0]).toEqual({ name: 'com.microsoft.playready', videoRobustness: '3000' });
  });

  test('works when it forbids every device call', () => {
    const { platform } = startTizen({ without: ['appcommon', 'network', 'productinfo', 'avinfo', 'tvinfo'] });
    platform.screensaver.setAllowed(false);
    expect(platform.device).toMatchObject({ model: null, firmware: null, isUhd: false });
    expect(platform.network.isOnline()).toBe(true);
    expect(platform.voiceGuide.isOn()).toBe(false);
    expect(platform.captions.get().isOn).toBeNull();
  });

  test('stays online when its cable is unplugged and Wi-Fi connects it', () => {
    const { set, platform } = startTizen();
    const handler = vi.fn();
    restores.push(platform.network.subscribe(handler));
    // An unplugged cable, a lost gateway, a removed antenna.
    [2, 5, 7].forEach(set.tellNetwork);
    expect([platform.network.isOnline(), handler.mock.calls]).toEqual([true, []]);
    set.setOnline(false);
    // Neither a cable nor an antenna is a connection.
    [1, 3, 6].forEach(set.tellNetwork);
    expect([platform.network.isOnline(), handler.mock.calls]).toEqual([false, [[false]]]);
    set.tellNetwork(4);
    expect(handler.mock.calls).toEqual([[false], [true]]);
  });

  test.each([
    [
      { 0: 1, 2: 4, 4: 6, 7: 0 },
      { isOn: true, size: 'huge', color: 'yellow', ground: 'solid' },
    ],
    [
      { 0: 1, 2: 1, 4: 1, 7: 5 },
      { isOn: true, size: 'small', color: 'white', ground: 'shade' },
    ],
    // The set's own default, and a colour that the app does not have.
    [
      { 0: 1, 2: 0, 4: 3, 7: 4 },
      { isOn: true, size: null, color: null, ground: null },
    ],
    [
      { 0: 0, 2: 4, 4: 6, 7: 0 },
      { isOn: false, size: null, color: null, ground: null },
    ],
  ])('reports the captions of its menu: %j', (captions, settings) => {
    expect(startTizen({ captions }).platform.captions.get()).toEqual(settings);
  });

  test('reports changed captions when the app becomes visible again', () => {
    const { set, platform } = startTizen();
    const handler = vi.fn();
    restores.push(platform.captions.subscribe(handler));
    set.setHidden(true);
    set.setCaptions({ 0: 1, 2: 3, 4: 0, 7: 4 });
    set.setHidden(false);
    set.setHidden(true);
    set.setHidden(false);
    expect(handler.mock.calls).toEqual([[{ isOn: true, size: 'large', color: null, ground: null }]]);
  });

  test('warns when memory runs low', () => {
    const { set, platform } = startTizen();
    const handler = vi.fn();
    restores.push(platform.memory.subscribe(handler));
    set.tellMemory('NORMAL');
    expect(handler).not.toHaveBeenCalled();
    set.tellMemory('WARNING');
    expect(handler).toHaveBeenCalledTimes(1);
  });

  test('reports a changed voice guide when the app becomes visible', () => {
    const { set, platform } = startTizen();
    const handler = vi.fn();
    restores.push(platform.voiceGuide.subscribe(handler));
    set.setHidden(true);
    set.setVoiceGuide(true);
    set.setHidden(false);
    expect(handler.mock.calls).toEqual([[true]]);
  });

  test('ends the app on request', () => {
    const { set, platform } = startTizen();
    expect(platform.backAtRoot).toBe('ask');
    platform.exit();
    expect(set.exits()).toBe(1);
  });
});

describe('an LG set', () => {
  test('is detected by its user agent together with its globals', () => {
    expect(startWebos().platform.device.platform).toBe('webos');
  });

  test('handles Back at the root by itself', () => {
    const { set, platform } = startWebos();
    expect(platform.backAtRoot).toBe('system');
    platform.exit();
    expect(set.exits()).toBe(1);
  });

  test('reports its device facts shortly after the start', () => {
    const { device } = startWebos({ model: 'OLED65G3', isUhd: true }).platform;
    expect(device).toMatchObject({
      model: 'OLED65G3',
      firmware: '03.21.30',
      isUhd: true,
      isHdr: true,
      locale: 'ko-KR',
    });
    expect(device.playbackRates).toEqual([1]);
  });

  test('reports them also with only the older service', () => {
    const { device } = startWebos({ without: ['com.webos.service.config'], isUhd: false }).platform;
    expect(device).toMatchObject({ model: 'OLED55C1', isUhd: false });
  });

  test('works when no service answers', () => {
    const { device, network } = startWebos({ without: ['com.webos'] }).platform;
    expect(device).toMatchObject({ model: 'OLED55C1', firmware: null, locale: navigator.language });
    expect(network.isOnline()).toBe(true);
  });

  test('is called only with the groups that the package declares, and refuses nothing', () => {
    const { requiredACG } = JSON.parse(readFileSync('webos/appinfo.json', 'utf8')) as { requiredACG: string[] };
    expect(startWebos({ grantedGroups: requiredACG }).platform.refusals.list()).toEqual([]);
    expect(requiredACG).toEqual([...new Set(Object.values(LUNA_METHODS).map(({ group }) => group))].sort());
  });

  test.each(Object.entries(LUNA_METHODS))('lists a refused %s, and works without it', (call, { group }) => {
    const groups = Object.values(LUNA_METHODS).map((method) => method.group);
    const { platform } = startWebos({ grantedGroups: groups.filter((one) => one !== group) });
    const refusal = { call, permission: group, reason: expect.stringContaining('Denied method call') as string };
    expect(platform.refusals.list()).toContainEqual(refusal);
    expect(platform.refusals.list().every(({ permission }) => permission === group)).toBe(true);
    expect(platform.device).toMatchObject({ platform: 'webos', model: 'OLED55C1' });
    expect(platform.network.isOnline()).toBe(true);
    expect(platform.voiceGuide.isOn()).toBe(false);
    expect(platform.captions.get().isOn).toBe(group === 'settings.query' ? null : false);
  });

  test('reports whether captions are on', () => {
    const { set, platform } = startWebos({ areCaptionsOn: true });
    expect(platform.captions.get()).toEqual({ isOn: true, size: null, color: null, ground: null });
    const handler = vi.fn();
    restores.push(platform.captions.subscribe(handler));
    set.setCaptions(true);
    set.setCaptions(false);
    expect(handler.mock.calls).toEqual([[expect.objectContaining({ isOn: false })]]);
  });

  test('reports its launch parameters, at the start and later', () => {
    const { set, platform } = startWebos({ launchedWith: { contentTarget: '{"item":3}' } });
    expect(platform.launch.first()).toBe('{"item":3}');
    const handler = vi.fn();
    restores.push(platform.launch.subscribe(handler));
    set.launchWith({ contentTarget: { item: 4 } });
    set.launchWith({});
    expect(handler.mock.calls).toEqual([['{"item":4}']]);
  });

  test('reports no launch request after a plain start', () => {
    expect(startWebos().platform.launch.first()).toBeNull();
  });

  test('reports when the cursor appears and disappears, without reporting keys', () => {
    const { set, platform } = startWebos();
    const keys = listen(platform);
    const handler = vi.fn();
    restores.push(platform.pointer.subscribe(handler));
    set.setCursor(true);
    set.setCursor(false);
    expect(handler.mock.calls).toEqual([[true], [false]]);
    expect(keys()).toEqual([]);
  });

  test('ignores the arrow that hides the cursor', () => {
    const { set, platform } = startWebos();
    const keys = listen(platform);
    set.setCursor(true);
    set.setCursor(false);
    set.press(39);
    expect(keys()).toEqual([]);
  });

  test('swallows the Back that hides its keyboard, and reports the next one', () => {
    const { set, platform } = startWebos();
    const keys = listen(platform);
    set.setKeyboard(true);
    set.press(461);
    set.setKeyboard(false);
    expect(keys()).toEqual([]);
    set.press(37);
    set.press(461);
    expect(keys()).toEqual(['left', 'back']);
  });

  test('swallows that Back also when the keyboard is hidden first', () => {
    const { set, platform } = startWebos();
    const keys = listen(platform);
    set.setKeyboard(true);
    set.setKeyboard(false);
    set.press(461);
    expect(keys()).toEqual([]);
    set.press(461);
    expect(keys()).toEqual(['back']);
  });

  test('swallows at most one Back when it does not report that its keyboard was hidden', () => {
    const { set, platform } = startWebos();
    const keys = listen(platform);
    set.setKeyboard(true);
    set.press(461);
    set.press(461);
    expect(keys()).toEqual(['back']);
  });

  test('reports when its voice guide is switched on', () => {
    const { set, platform } = startWebos();
    const handler = vi.fn();
    restores.push(platform.voiceGuide.subscribe(handler));
    set.setVoiceGuide(true);
    expect(handler.mock.calls).toEqual([[true]]);
  });
});

describe('an imitated LG set with LG’s library', () => {
  const startLibrary = (options?: WebosOptions) => {
    const { set } = startWebos({ ...options, hasLibrary: true });
    return { set, library: (window as unknown as { webOS: WebosLibrary }).webOS };
  };

  test('reports its facts later, and the app’s id immediately', () => {
    const { library } = startLibrary({ model: 'OLED65G3', isUhd: true, isHdr: false, chromium: 94 });
    const told = vi.fn();
    library.deviceInfo(told);
    expect(told).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(told.mock.calls).toEqual([[expect.objectContaining({ modelName: 'OLED65G3', uhd: true, hdr10: false })]]);
    expect(library.fetchAppId()).toBe('tv.bora.app');
    expect(library.platform).toEqual({ tv: true, chrome: 94 });
    expect(library.systemInfo()).toMatchObject({ country: 'KOR', timezone: 'Asia/Seoul' });
  });

  test('passes Back to the system, and knows whether its keyboard is visible', () => {
    const { set, library } = startLibrary();
    library.platformBack();
    expect(set.exits()).toBe(1);
    set.setKeyboard(true);
    expect(library.keyboard.isShowing()).toBe(true);
    set.setKeyboard(false);
    expect(library.keyboard.isShowing()).toBe(false);
  });

  test('calls services: subscriptions keep answering, a missing service refuses', () => {
    const { set, library } = startLibrary({ without: ['com.webos.service.config'] });
    const heard = vi.fn();
    const { cancel } = library.service.request('luna://com.webos.service.connectionmanager', {
      method: 'getStatus',
      subscribe: true,
      onSuccess: ({ isInternetConnectionAvailable }) => heard(isInternetConnectionAvailable),
    });
    const onFailure = vi.fn();
    library.service.request('luna://com.webos.service.config', { method: 'getConfigs', onFailure });
    vi.runAllTimers();
    set.setOnline(false);
    cancel();
    set.setOnline(true);
    expect(heard.mock.calls).toEqual([[true], [false]]);
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ returnValue: false }));
  });
});

describe('an imitated set', () => {
  test('runs no timer of a hidden page before it is visible again', () => {
    const { set } = startTizen();
    const run = vi.fn();
    window.setTimeout(run, 10);
    set.setHidden(true);
    vi.advanceTimersByTime(1000);
    expect(run).not.toHaveBeenCalled();
    set.setHidden(false);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('does not deliver a key that is not registered', () => {
    const { set, platform } = startTizen({ keys: { MediaRecord: 416 } });
    const keys = listen(platform);
    set.press(415);
    expect(keys()).toEqual([]);
  });

  test('leaves no globals or user agent behind in a browser', () => {
    expect(choosePlatform(window).device.platform).toBe('web');
  });
});

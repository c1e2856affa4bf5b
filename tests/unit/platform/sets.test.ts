// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { loadPlatform } from '#platform/load-platform.ts';
import type { RemoteKeyEvent } from '#platform/platform.ts';
import { setKind, type PlatformPage } from '#platform/set-kind.ts';
import type { TizenApi } from '#platform/tizen/tizen-api.ts';
import { createTizenKeys } from '#platform/tizen/tizen-keys.ts';
import type { LunaAnswer } from '#platform/webos/webos-api.ts';
import { createWebosDevice } from '#platform/webos/webos-device.ts';
import { createMagicRemote } from '#platform/webos/webos-pointer.ts';

/* What sets do that the imitated ones do not: refuse, tell late, or tell something else. */

/** A page of its own, because a page that listens to a remote never stops. */
function openPage() {
  const page = document.body.appendChild(document.createElement('iframe')).contentWindow as Window & typeof globalThis;
  const send = (type: 'keydown' | 'keyup', keyCode: number, timeStamp = 0) => {
    const event = new page.KeyboardEvent(type, { keyCode, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    page.document.body.dispatchEvent(event);
  };
  return { page, send };
}

const pressed = (events: readonly RemoteKeyEvent[]) =>
  events.filter(({ phase }) => phase === 'down').map(({ key }) => key);

describe('the kind of a set', () => {
  const pageOf = (userAgent: string, globals: object) => ({ navigator: { userAgent }, ...globals }) as PlatformPage;
  const TIZEN = 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) AppleWebKit/537.36';
  const WEBOS = 'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36';

  test.each([
    ['a Samsung set', TIZEN, { tizen: {} }, 'tizen'],
    ['the web browser of a Samsung set', TIZEN, {}, null],
    ['an LG set', WEBOS, { webOSSystem: {} }, 'webos'],
    ['an older LG set', WEBOS, { PalmSystem: {} }, 'webos'],
    ['the web browser of an LG set', WEBOS, {}, null],
    ['a page that pretends', 'Mozilla/5.0 (X11; Linux x86_64)', { tizen: {}, webOSSystem: {} }, null],
    ['a browser with a similar name', 'NotTizenish Web0Sx', { tizen: {}, PalmSystem: {} }, null],
  ])('the kind of %s is known', (_name, userAgent, globals, kind) =>
    expect(setKind(pageOf(userAgent, globals))).toBe(kind),
  );

  test('a browser gets its own platform', async () => {
    expect((await loadPlatform(window)).device.platform).toBe('web');
  });
});

describe('the Magic Remote', () => {
  function start() {
    const { page, send } = openPage();
    const remote = createMagicRemote(page);
    const events: RemoteKeyEvent[] = [];
    remote.keys.subscribe((event) => events.push(event));
    const shown: boolean[] = [];
    remote.pointer.subscribe((isShown) => shown.push(isShown));
    const tell = (detail: unknown) =>
      page.document.dispatchEvent(new page.CustomEvent('cursorStateChange', { detail }));
    return { ...remote, events, shown, tell, send };
  }

  test('tells when the cursor comes and goes, by its keys and by its event', () => {
    const { pointer, shown, tell, events, send } = start();
    expect(pointer.isShown()).toBe(false);
    send('keydown', 1536);
    expect(pointer.isShown()).toBe(true);
    send('keydown', 1537);
    tell({ visibility: true });
    for (const detail of [{ visibility: false }, { visibility: 'true' }, {}, null]) {
      tell(detail);
      expect(pointer.isShown()).toBe(false);
    }
    expect(shown).toEqual([true, false, true, false]);
    expect(events).toEqual([]);
  });

  test('keeps the arrow that hides the cursor from the focus, and no later one', () => {
    for (const [arrow, key] of [
      [37, 'left'],
      [38, 'up'],
      [39, 'right'],
      [40, 'down'],
    ] as const) {
      const { events, send } = start();
      send('keydown', 1537, 1_000);
      send('keydown', arrow, 1_029);
      send('keyup', arrow, 1_029);
      expect(pressed(events)).toEqual([]);
      send('keydown', arrow, 1_030);
      expect(pressed(events)).toEqual([key]);
      send('keyup', arrow, 1_031);
    }
    const { events, send } = start();
    send('keydown', 1537, 2_000);
    send('keydown', 13, 2_001);
    expect(pressed(events)).toEqual(['ok']);
    send('keyup', 13, 2_002);
  });
});

describe('an LG set', () => {
  const CONFIG = 'com.webos.service.config/getConfigs';
  const OLDER = 'com.webos.service.tv.systemproperty/getSystemInfo';
  const SETTINGS = 'com.webos.settingsservice/getSystemSettings';

  /** The facts of a set after its services have answered in this order. */
  function factsOf(answers: readonly (readonly [string, LunaAnswer])[], system: unknown = undefined) {
    const waiting = new Map<string, (answer: LunaAnswer) => void>();
    const navigator = { userAgent: 'Mozilla/5.0 (Web0S; Linux/SmartTV)', language: 'en-GB' } as Navigator;
    const device = createWebosDevice(navigator, (method, _asked, answer) => void waiting.set(method, answer), system);
    for (const [method, answer] of answers) waiting.get(method)!(answer);
    const { model, firmware, isUhd, isHdr, locale } = device;
    return { model, firmware, isUhd, isHdr, locale };
  }
  const SILENT = { model: null, firmware: null, isUhd: false, isHdr: false, locale: 'en-GB' };

  test('an LG set that answers nothing is known by its page alone', () => {
    expect(factsOf([])).toEqual(SILENT);
    expect(factsOf([], { modelName: ' OLED55C2 ' })).toEqual({ ...SILENT, model: 'OLED55C2' });
    expect(factsOf([], { modelName: 7 })).toEqual(SILENT);
    expect(factsOf([], null)).toEqual(SILENT);
  });

  const configs = {
    'tv.model.modelname': 'OLED65',
    'tv.nyx.firmwareVersion': '05.10',
    'tv.hw.panelResolution': 'UD',
    'tv.model.supportHDR': true,
  };

  test.each([
    ['the newer service', [[CONFIG, { configs }]], { model: 'OLED65', firmware: '05.10', isUhd: true, isHdr: true }],
    ['an 8K panel', [[CONFIG, { configs: { 'tv.hw.panelResolution': '8K' } }]], { isUhd: true }],
    ['an HD panel', [[CONFIG, { configs: { 'tv.hw.panelResolution': 'HD', 'tv.model.supportHDR': 'true' } }]], {}],
    ['blank words', [[CONFIG, { configs: { 'tv.model.modelname': '  ', 'tv.nyx.firmwareVersion': '' } }]], {}],
    ['no configurations', [[CONFIG, { configs: null }]], {}],
    [
      'the older service',
      [[OLDER, { modelName: '43UH61', firmwareVersion: '03.01', UHD: 'true' }]],
      { model: '43UH61', firmware: '03.01', isUhd: true },
    ],
    ['an older HD set', [[OLDER, { UHD: 'false' }]], {}],
    [
      'both, the older first',
      [
        [OLDER, { modelName: '43UH61', firmwareVersion: '03.01', UHD: 'true' }],
        [CONFIG, { configs: { 'tv.model.modelname': 'OLED65' } }],
      ],
      { model: 'OLED65', firmware: '03.01', isUhd: true },
    ],
    [
      'both, the newer first',
      [
        [CONFIG, { configs }],
        [OLDER, { modelName: '43UH61', firmwareVersion: '03.01', UHD: 'false' }],
      ],
      { model: 'OLED65', firmware: '05.10', isUhd: true, isHdr: true },
    ],
    ['its language', [[SETTINGS, { settings: { localeInfo: { locales: { UI: 'ko-KR' } } } }]], { locale: 'ko-KR' }],
    ['no language', [[SETTINGS, { settings: { localeInfo: { locales: null } } }]], {}],
    ['no locales', [[SETTINGS, { settings: { localeInfo: null } }]], {}],
    ['no settings', [[SETTINGS, {}]], {}],
  ] as const)('an LG set that answers with %s is known by it', (_name, answers, facts) => {
    expect(factsOf(answers)).toEqual({ ...SILENT, ...facts });
  });
});

describe('the remote of a Samsung set', () => {
  const PLAY = 'MediaPlay';

  function start(device: Partial<TizenApi['tvinputdevice']>) {
    const registered: string[] = [];
    const tvinputdevice = {
      getSupportedKeys: () => [],
      registerKey: (name: string) => registered.push(name),
      ...device,
    };
    const events: RemoteKeyEvent[] = [];
    const { page, send } = openPage();
    createTizenKeys(page, { tvinputdevice } as unknown as TizenApi).subscribe((event) => events.push(event));
    return { registered, events, send };
  }

  test('registers only keys that the set has and the app uses, and reads them by the codes of the set', () => {
    const { registered, events, send } = start({
      getSupportedKeys: () => [
        { name: PLAY, code: 9001 },
        { name: 'VolumeUp', code: 447 },
        { name: '5', code: 9005 },
      ],
    });
    expect(registered).toEqual([PLAY, '5']);
    for (const code of [9001, 9005, 447, 37]) {
      send('keydown', code);
      send('keyup', code);
    }
    expect(pressed(events)).toEqual(['play', '5', 'left']);
  });

  test.each<[string, Partial<TizenApi['tvinputdevice']>]>([
    ['tells no keys', {}],
    [
      'fails when it is asked',
      {
        getSupportedKeys: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      },
    ],
  ])('registers all keys of the app on a set that %s', (_name, device) => {
    const { registered } = start(device);
    expect(registered).toHaveLength(27);
    expect(registered).toEqual(expect.arrayContaining([PLAY, 'ColorF3Blue', 'Caption', '0', '9']));
    expect(registered.filter((name) => /Volume|Power|Exit|Menu/.test(name))).toEqual([]);
  });

  test('registers the others one by one when the set refuses all at once', () => {
    const refuseLater = vi.fn((_names: unknown, _done: unknown, fail: () => void) => fail());
    expect(start({ registerKeyBatch: refuseLater as never }).registered).toHaveLength(27);
    const refuse = () => {
      throw new DOMException('denied', 'InvalidValuesError');
    };
    expect(start({ registerKeyBatch: refuse }).registered).toHaveLength(27);
    const refuseOne = (name: string) => {
      if (name === PLAY) throw new DOMException('denied', 'InvalidValuesError');
    };
    expect(() => start({ registerKey: refuseOne })).not.toThrow();
    expect(start({ registerKeyBatch: () => undefined }).registered).toEqual([]);
  });
});

// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBrowserPlatform } from '#platform/browser/browser-platform.ts';
import { createPageLifecycle } from '#platform/page-lifecycle.ts';
import { createCookieStorage, createPageStorage } from '#platform/page-storage.ts';
import type { RemoteKeyEvent, Typed } from '#platform/platform.ts';
import { describePlatform } from '#tests/support/browser/describe-platform.ts';

const KEY_CODES = { left: 37, ok: 13, back: 27, 'play-pause': 10252 } as const;

const send = (
  type: 'keydown' | 'keyup',
  keyCode: number,
  target: EventTarget = window,
  init: KeyboardEventInit = {},
) => {
  const event = new KeyboardEvent(type, { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'keyCode', { value: keyCode });
  target.dispatchEvent(event);
  return event;
};

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

let instantMs = 1_000_000;
describePlatform('browser', () => ({
  platform: createBrowserPlatform(window, () => instantMs),
  wait: (ms) => void (instantMs += ms),
  keyDown: (key) => void send('keydown', KEY_CODES[key]),
  keyUp: (key) => void send('keyup', KEY_CODES[key]),
  setHidden(isHidden) {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  },
  setOnline: (isOnline) => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')),
}));

function listen() {
  const events: RemoteKeyEvent[] = [];
  const unsubscribe = createBrowserPlatform(window).keys.subscribe((event) => events.push(event));
  const keys = () => events.filter(({ phase }) => phase === 'down').map(({ key }) => key);
  return { keys, events, unsubscribe };
}

describe('keys of a browser', () => {
  test.each([
    ['Escape', 27, 'back'],
    ['Back of Samsung', 10009, 'back'],
    ['Back of LG', 461, 'back'],
    ['Backspace', 8, 'back'],
    ['OK of some LG remotes', 16777221, 'ok'],
    ['the space bar', 32, 'play-pause'],
    ['F1', 112, 'red'],
    ['Channel up of Samsung', 427, 'channel-up'],
    ['Channel up of LG', 33, 'channel-up'],
    ['a digit of the number pad', 103, '7'],
  ])('%s maps to its remote key', (_name, keyCode, key) => {
    const { keys, unsubscribe } = listen();
    const event = send('keydown', keyCode);
    unsubscribe();
    expect(keys()).toEqual([key]);
    expect(event.defaultPrevented).toBe(true);
  });

  test('unmapped keys and chords stay with the browser', () => {
    const { keys, unsubscribe } = listen();
    expect(send('keydown', 90).defaultPrevented).toBe(false);
    expect(send('keydown', 37, window, { altKey: true }).defaultPrevented).toBe(false);
    expect(send('keydown', 67, window, { ctrlKey: true }).defaultPrevented).toBe(false);
    unsubscribe();
    expect(keys()).toEqual([]);
  });

  test('volume, mute, power and Exit are never handled', () => {
    const { keys, unsubscribe } = listen();
    for (const keyCode of [447, 448, 449, 10182, 173, 174, 175]) {
      expect(send('keydown', keyCode).defaultPrevented).toBe(false);
    }
    unsubscribe();
    expect(keys()).toEqual([]);
  });

  test('a remote without keyup events reports no releases', () => {
    const { events, unsubscribe } = listen();
    send('keydown', 37);
    send('keydown', 13);
    send('keyup', 37);
    unsubscribe();
    expect(events).toEqual([
      { key: 'left', phase: 'down', repeats: 0 },
      { key: 'ok', phase: 'down', repeats: 0 },
    ]);
  });

  test('a key without keyup counts as pressed again after a pause or another key', () => {
    const { events, unsubscribe } = listen();
    const time = vi.spyOn(Event.prototype, 'timeStamp', 'get');
    time.mockReturnValue(1000);
    send('keydown', 13);
    time.mockReturnValue(3000);
    send('keydown', 13);
    time.mockReturnValue(3100);
    send('keydown', 37);
    time.mockReturnValue(3200);
    send('keydown', 13);
    unsubscribe();
    const downs = events.filter(({ phase }) => phase === 'down');
    expect(downs.map(({ key, repeats }) => [key, repeats])).toEqual([
      ['ok', 0],
      ['ok', 0],
      ['left', 0],
      ['ok', 0],
    ]);
  });

  test('a key held for long repeats, as long as no gap is longer than a keyboard’s', () => {
    const { events, unsubscribe } = listen();
    const time = vi.spyOn(Event.prototype, 'timeStamp', 'get');
    for (const at of [1000, 1800, 2600, 3401]) {
      time.mockReturnValue(at);
      send('keydown', 39);
    }
    unsubscribe();
    expect(events.map(({ repeats }) => repeats)).toEqual([0, 1, 2, 0]);
  });

  test('a typed character goes to the remote only after the typing has ended', () => {
    const { keys } = createBrowserPlatform(window);
    const told: string[] = [];
    const endRemote = keys.subscribe(({ key, phase }) => phase === 'down' && told.push(key));
    const endTyping = keys.subscribeTyping((typed) => typed.type === 'text' && told.push(typed.text) > 0);
    send('keydown', 67, window, { key: 'c' });
    endTyping();
    send('keydown', 67, window, { key: 'c' });
    endRemote();
    expect(told).toEqual(['c', 'caption']);
  });

  test('a held key is cancelled when the page loses the focus', () => {
    const { events, unsubscribe } = listen();
    send('keydown', 39);
    window.dispatchEvent(new Event('blur'));
    unsubscribe();
    expect(events.map(({ phase }) => phase)).toEqual(['down', 'cancel']);
  });
});

describe('a Hangul input method that keeps the text of its keys', () => {
  const typing = () => {
    const { keys } = createBrowserPlatform(window);
    const typed: Typed[] = [];
    const unsubscribes = [keys.subscribe(() => undefined), keys.subscribeTyping((one) => typed.push(one) > 0)];
    return { typed, unsubscribe: () => unsubscribes.forEach((unsubscribe) => unsubscribe()) };
  };

  test.each<[string, KeyboardEventInit, Typed | null]>([
    ['a letter', { key: 'Process', code: 'KeyR' }, { type: 'text', text: 'r', key: null }],
    ['a letter with Shift', { key: 'Process', code: 'KeyR', shiftKey: true }, { type: 'text', text: 'R', key: null }],
    ['a digit', { key: 'Process', code: 'Digit7' }, { type: 'text', text: '7', key: null }],
    ['a digit of the pad', { key: 'Process', code: 'Numpad7' }, { type: 'text', text: '7', key: null }],
    ['the space bar', { key: 'Process', code: 'Space' }, { type: 'text', text: ' ', key: null }],
    ['Backspace', { key: 'Process', code: 'Backspace' }, { type: 'backspace' }],
    ['a letter of Hangul', { key: 'ㄱ', code: 'KeyR' }, { type: 'text', text: 'ㄱ', key: null }],
    ['an arrow', { key: 'Process', code: 'ArrowLeft' }, null],
    ['a key without a place', { key: 'Process', code: '' }, null],
    ['a chord', { key: 'Process', code: 'KeyR', ctrlKey: true }, null],
  ])('types by the place of %s', (_name, init, typed) => {
    const listening = typing();
    send('keydown', 229, window, init);
    listening.unsubscribe();
    expect(listening.typed).toEqual(typed ? [typed] : []);
  });

  test('types nothing into the page while a field has the text', () => {
    const field = document.body.appendChild(document.createElement('input'));
    const listening = typing();
    send('keydown', 229, field, { key: 'Process', code: 'KeyR' });
    listening.unsubscribe();
    expect(listening.typed).toEqual([]);
  });
});

describe('keys in a text field', () => {
  const typeInto = (value: string, caret: number) => {
    const field = document.body.appendChild(document.createElement('input'));
    field.value = value;
    field.focus();
    field.setSelectionRange(caret, caret);
    return field;
  };

  test('typing is not reported', () => {
    const field = typeInto('ab', 1);
    const { keys, unsubscribe } = listen();
    for (const keyCode of [65, 55, 32, 8, 190, 188, 191, 67]) {
      expect(send('keydown', keyCode, field).defaultPrevented).toBe(false);
    }
    unsubscribe();
    expect(keys()).toEqual([]);
  });

  test('composing with an input method is not reported', () => {
    const field = typeInto('', 0);
    const { keys, unsubscribe } = listen();
    send('keydown', 229, field);
    send('keydown', 13, field, { isComposing: true });
    unsubscribe();
    expect(keys()).toEqual([]);
  });

  test('up, down, Enter and Escape leave the field', () => {
    const field = typeInto('ab', 1);
    const { keys, unsubscribe } = listen();
    for (const keyCode of [38, 40, 13, 27]) send('keydown', keyCode, field);
    unsubscribe();
    expect(keys()).toEqual(['up', 'down', 'ok', 'back']);
  });

  test('left and right move the caret, and leave the field at the ends of the text', () => {
    const { keys, unsubscribe } = listen();
    const field = typeInto('ab', 1);
    send('keydown', 37, field);
    send('keydown', 39, field);
    field.setSelectionRange(0, 0);
    send('keydown', 37, field);
    field.setSelectionRange(2, 2);
    send('keydown', 39, field);
    expect(keys()).toEqual(['left', 'right']);
    // A selection first becomes a caret.
    field.setSelectionRange(0, 2);
    send('keydown', 37, field);
    send('keydown', 39, field);
    unsubscribe();
    expect(keys()).toEqual(['left', 'right']);
  });

  test('a field that only shows a text leaves all keys to the remote', () => {
    const field = typeInto('ab', 1);
    field.readOnly = true;
    const { keys, unsubscribe } = listen();
    send('keydown', 37, field);
    send('keydown', 8, field);
    unsubscribe();
    expect(keys()).toEqual(['left', 'back']);
  });
});

describe('the lifecycle of a page', () => {
  const start = () => {
    let nowMs = 1_000_000;
    const told: [string, number][] = [];
    const { subscribe } = createPageLifecycle(window, () => nowMs);
    subscribe((...state) => told.push(state));
    return { told, wait: (ms: number) => void (nowMs += ms) };
  };
  const leave = () => window.dispatchEvent(new Event('pagehide'));
  const setHidden = (isHidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  test('a page that is left without a change of visibility counts as hidden from then on', () => {
    const { told, wait } = start();
    leave();
    expect(told).toEqual([['hidden', 0]]);
    wait(5_000);
    setHidden(false);
    expect(told.slice(1)).toEqual([['visible', 5_000]]);
  });

  test('a hidden page that is then left was hidden since the first of both', () => {
    const { told, wait } = start();
    setHidden(true);
    wait(3_000);
    leave();
    wait(4_000);
    setHidden(false);
    expect(told[told.length - 1]).toEqual(['visible', 7_000]);
  });

  test('a page that starts hidden was away since its start', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { told, wait } = start();
    wait(2_000);
    setHidden(false);
    expect(told).toEqual([['visible', 2_000]]);
  });

  test('each absence counts from its own start, and a clock that was set back counts as none', () => {
    const { told, wait } = start();
    setHidden(true);
    wait(-60_000);
    setHidden(false);
    wait(9_000);
    setHidden(true);
    wait(1_000);
    setHidden(false);
    expect(told.filter(([state]) => state === 'visible')).toEqual([
      ['visible', 0],
      ['visible', 1_000],
    ]);
  });
});

describe('storage of a browser', () => {
  test('cookies have the prefix and apply to the whole site', () => {
    const { cookies } = createBrowserPlatform(window);
    cookies.set('session', 'value');
    expect(document.cookie).toContain('lS_session=value');
    cookies.remove('session');
    expect(document.cookie).not.toContain('lS_session');
  });

  test('a malformed cookie is read as null', () => {
    document.cookie = 'lS_session=%E0%A4%A; path=/';
    expect(createBrowserPlatform(window).cookies.get('session')).toBeNull();
    document.cookie = 'lS_session=; path=/; max-age=0';
  });

  test('a browser without cookies has the same keys in localStorage', () => {
    const page = {
      document: {
        get cookie() {
          return '';
        },
        set cookie(_text: string) {
          // On a file page, written values are not stored.
        },
      },
      location: { protocol: 'file:' },
    } as unknown as Window;
    const storage = createPageStorage(window);
    const cookies = createCookieStorage(page, storage);
    cookies.set('session', 'value');
    expect(window.localStorage.getItem('lS_session')).toBe('value');
    expect(cookies.get('session')).toBe('value');
    cookies.remove('session');
    expect(cookies.get('session')).toBeNull();
  });

  /** A page with cookies of up to 4,096 bytes: a browser drops larger ones and keeps the one before. */
  const startJar = (protocol: string) => {
    const jar = new Map<string, string>();
    const written: string[] = [];
    const document = {
      get cookie() {
        return Array.from(jar, (pair) => pair.join('=')).join('; ');
      },
      set cookie(text: string) {
        written.push(text);
        const [name = '', value = ''] = text.split(/[=;]/);
        if (text.includes('max-age=0;')) jar.delete(name);
        else if (name.length + value.length <= 4_096) jar.set(name, value);
      },
    };
    const page = { document, location: { protocol } } as unknown as Window;
    return { cookies: createCookieStorage(page, createPageStorage(window)), written };
  };

  test.each([
    ['http:', ''],
    ['https:', '; Secure'],
  ])('cookies on %s live 180 days', (protocol, secure) => {
    const { cookies, written } = startJar(protocol);
    cookies.set('session', 'value');
    expect(written[written.length - 1]).toBe(`lS_session=value; max-age=15552000; path=/; SameSite=Lax${secure}`);
  });

  test('a value too large for a cookie replaces the one before', () => {
    const { cookies } = startJar('http:');
    cookies.set('session', 'small');
    cookies.set('session', '보'.repeat(1_000));
    expect(cookies.get('session')).toBe('보'.repeat(1_000));
    cookies.set('session', 'small again');
    expect(cookies.get('session')).toBe('small again');
    cookies.remove('session');
    expect(cookies.get('session')).toBeNull();
  });

  test('a cookie that holds a value again leaves no older one elsewhere', () => {
    const storage = createPageStorage(window);
    storage.set('lS_session', 'older');
    createCookieStorage(window, storage).set('session', 'newer');
    document.cookie = 'lS_session=; path=/; max-age=0';
    expect(createCookieStorage(window, storage).get('session')).toBeNull();
  });

  describe('storage that is full', () => {
    const fill = () => {
      const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
      const storage = createPageStorage(window);
      storage.set('key', 'in memory');
      expect(storage.get('key')).toBe('in memory');
      return { storage, free: () => full.mockRestore() };
    };

    test('does not stop the app, and stores again as soon as it has space', () => {
      const { storage, free } = fill();
      free();
      storage.set('key', 'on the disk');
      expect(storage.get('key')).toBe('on the disk');
      expect(createPageStorage(window).get('key')).toBe('on the disk');
      // Another page of the app has changed it.
      window.localStorage.setItem('key', 'of another page');
      expect(storage.get('key')).toBe('of another page');
      storage.remove('key');
      expect(createPageStorage(window).get('key')).toBeNull();
    });

    test('forgets a removed value', () => {
      const { storage } = fill();
      storage.remove('key');
      expect(storage.get('key')).toBeNull();
    });
  });
});

// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { choosePlatform } from '#platform/index.ts';
import type { RemoteKey, Said } from '#platform/platform.ts';
import { installTizenGlobals, type TizenOptions } from '#tests/support/browser/tizen-globals.ts';
import { installWebosGlobals } from '#tests/support/browser/webos-globals.ts';

const restores: (() => void)[] = [];
afterEach(() => {
  restores.splice(0).forEach((restore) => restore());
  document.body.innerHTML = '';
});

function startTizen(options: TizenOptions = { version: '6.0' }) {
  const set = installTizenGlobals(window, options);
  restores.push(set.restore);
  return { set, platform: choosePlatform(window) };
}
/** Listens and returns what was heard; the app acts on everything but pauses. */
function listen({ platform }: { platform: ReturnType<typeof choosePlatform> }) {
  const heard: Said[] = [];
  const hear = (said: Said) => {
    heard.push(said);
    return said.type !== 'key' || said.key !== 'pause';
  };
  const stop = platform.voice!.listen({ place: () => 'player', hear });
  restores.push(stop);
  return { heard, stop };
}

test('a Samsung set before Tizen 6.0 has no voice', () => {
  expect(startTizen({ version: '5.5' }).platform.voice).toBeNull();
});

test('a Samsung set tells keys, seconds, names, screens and words, and acts itself on what the app leaves', () => {
  const started = startTizen();
  const { heard, stop } = listen(started);
  const { say } = started.set;
  expect(say('onupdatestate')).toBe('Player');
  expect(
    [
      say('onplay'),
      say('onskipbackward', 30),
      say('onsetplayposition', 90),
      say('onrestart'),
      say('onnavigation', 'NAV_DOWN'),
      say('onchangeappstate', 'Setting'),
      say('ontitleselection', ' 막차 '),
      say('onsearch', { utterance: '막차 찾아 줘', title: '막차' }),
      say('onsearch', { title: '막차' }),
    ].every((isUsed) => isUsed === true),
  ).toBe(true);
  expect(heard).toEqual([
    { type: 'key', key: 'play' },
    { type: 'seek-by', seconds: -30 },
    { type: 'seek-to', seconds: 90 },
    { type: 'seek-to', seconds: 0 },
    { type: 'key', key: 'down' },
    { type: 'go', place: 'settings' },
    { type: 'title', text: '막차', isPlay: false },
    { type: 'words', text: '막차 찾아 줘', subject: '막차' },
    { type: 'words', text: '막차', subject: '막차' },
  ]);
  for (const [name, value] of [
    ['onpause', undefined],
    ['onnavigation', 'NAV_UNKNOWN'],
    ['onchangeappstate', 'Unknown'],
    ['onsearch', {}],
  ] as const)
    expect(say(name, value)).toBe(false);
  stop();
  expect(say('onupdatestate')).toBe('None');
  expect(say('onplay')).toBeUndefined();
});

test('a spoken key is a press of the remote', () => {
  const { platform } = startTizen();
  const keys: [RemoteKey, string][] = [];
  restores.push(platform.keys.subscribe(({ key, phase }) => keys.push([key, phase])));
  platform.voice!.press('pause');
  expect(keys).toEqual([
    ['pause', 'down'],
    ['pause', 'up'],
  ]);
});

test('a Samsung set that refuses voice or tiles lists both, once each, with the privilege', () => {
  const started = startTizen({ version: '6.0', refused: ['voicecontrol', 'application.launch'] });
  listen(started);
  listen(started);
  started.platform.homeTiles!.show('{}');
  expect(started.platform.refusals.list()).toEqual([
    {
      call: 'webapis.voiceinteraction',
      permission: 'voicecontrol',
      reason: 'Permission denied: voicecontrol',
    },
    {
      call: 'tizen.application.launchAppControl',
      permission: 'application.launch',
      reason: 'Permission denied: application.launch',
    },
  ]);
});

test('tiles go to the service of the package, and a removal is an empty document', () => {
  const { set, platform } = startTizen();
  platform.homeTiles!.show('{"expires":1}');
  platform.homeTiles!.show(null);
  expect(set.launches()).toEqual([
    { id: 'BoraTvApp0.Tiles', data: { tiles: '{"expires":1}' } },
    { id: 'BoraTvApp0.Tiles', data: { tiles: '' } },
  ]);
});

test('an LG set gets marks on everything that can be pressed, while the app listens', async () => {
  const set = installWebosGlobals(window);
  restores.push(set.restore);
  const platform = choosePlatform(window);
  expect(platform.homeTiles).toBeNull();
  document.body.innerHTML = '<button data-focus-key="a">가</button>';
  const { heard, stop } = listen({ platform });
  document.body.insertAdjacentHTML('beforeend', '<div><button data-focus-key="b">나</button><p>다</p></div>');
  // The observer is called after the current task.
  await Promise.resolve();
  const marked = () =>
    Array.from(document.querySelectorAll('[data-webos-voice-intent]'), (element) => element.textContent);
  expect(marked().slice(1)).toEqual(['가', '나']);
  const say = (detail: unknown) => {
    const event = new CustomEvent('webOSVoice', { detail, cancelable: true });
    document.querySelector('[data-focus-key="b"]')!.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(say({ intent: 'PlayContent', value: '막차' })).toBe(true);
  expect(say({ intent: 'Scroll', scroll: 'left' })).toBe(true);
  expect(say({ intent: 'PlayListControl', control: 'next' })).toBe(true);
  for (const detail of [null, {}, { intent: 'Delete', value: '막차' }, { intent: 'Scroll', scroll: 'top' }])
    expect(say(detail)).toBe(false);
  expect(heard).toEqual([
    { type: 'title', text: '막차', isPlay: true },
    { type: 'key', key: 'left' },
    { type: 'key', key: 'next' },
  ]);
  stop();
  document.body.insertAdjacentHTML('beforeend', '<button data-focus-key="c">라</button>');
  await Promise.resolve();
  expect(marked()).toEqual([]);
  expect(say({ intent: 'PlayContent', value: '막차' })).toBe(false);
});

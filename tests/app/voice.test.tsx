import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readDeepLink } from '#contract/rules/deep-link.ts';
import { DEMO, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { createLgSet, createSamsungSet } from '../certification/set.ts';

/* Sets that hear the viewer, and Samsung's home: imitated, with the behaviour that the makers document. */

async function startSamsung() {
  const platform = createSamsungSet({ version: '6.0' });
  const app = await startAtHome({ platform, hash: '#/home' });
  await app.reach('home');
  await waitFor(() => expect(platform.set.say('onupdatestate')).toBe('Home'));
  const say = (name: string, value?: unknown) => act(async () => platform.set.say(name, value));
  return { app, set: platform.set, say };
}
const words = (utterance: string, title?: string) => ({ utterance, ...(title !== undefined && { title }) });
const path = () => window.location.hash;

async function playFirst(app: RunningApp) {
  await waitFor(() => expect(app.engines.at(-1)?.loads).toHaveLength(1));
  const engine = app.engines.at(-1)!;
  await act(async () => engine.report('playing', engine.loads[0]?.startAtSeconds ?? 0));
  await act(async () => engine.emit({ type: 'position', positionSeconds: 600 }));
  return engine;
}

describe('on a Samsung set, the viewer', () => {
  test('goes to screens, searches, and opens a title by saying so; Back returns', async () => {
    const { app, set, say } = await startSamsung();
    expect(await say('onchangeappstate', 'Setting')).toBe(true);
    await app.reach('settings');
    expect(set.say('onupdatestate')).toBe('Setting');
    await app.press('back');
    await app.reach('home');

    await say('onsearch', words('고래 검색해 줘', '고래'));
    await app.reach('search');
    await screen.findByText(/^‘고래’ 검색 결과 \d+개$/);
    expect(set.say('onupdatestate')).toBe('Search');

    await say('onsearch', words('남극 기지 이발소 보여 줘'));
    await app.reach('item');
    await screen.findByRole('heading', { name: '남극기지 이발소' });
    await app.press('back');
    await app.reach('search');

    // An unsure name is searched.
    await say('ontitleselection', '이발소');
    await screen.findByText(/^‘이발소’ 검색 결과/);
    // A name on the screen is pressed.
    await say('ontitleselection', '설정');
    await app.reach('settings');
  });

  test('plays a title, pauses it and seeks by saying so, as with the keys', async () => {
    const { app, set, say } = await startSamsung();
    await say('onsearch', words('남극기지 이발소 틀어 줘'));
    await app.reach('player');
    const engine = await playFirst(app);
    expect(set.say('onupdatestate')).toBe('Player');
    expect(await say('onskipbackward', 30)).toBe(true);
    await act(async () => engine.report('playing', 570));
    await say('onsearch', words('1분 앞으로'));
    await act(async () => engine.report('playing', 630));
    await say('onsetplayposition', 90);
    expect(engine.seeks).toEqual([570, 630, 90]);
    await say('onpause');
    expect(engine.calls.at(-1)).toBe('pause');
    await say('onplay');
    expect(engine.calls.at(-1)).toBe('play');
    await say('onchangeappstate', 'Home');
    await app.reach('home');
    // Without a player, the set itself answers.
    expect(set.say('onskipforward', 10)).toBe(false);
  });

  test('is not heard before a profile is chosen', async () => {
    const { app, set } = await startSamsung();
    await act(async () => app.stores.session.getState().leaveProfile());
    await app.reach('profiles');
    expect(set.say('onupdatestate')).toBe('None');
    expect(set.say('onchangeappstate', 'Setting')).toBe(false);
    expect(path()).toBe('#/home');
  });

  test('finds begun episodes on the set’s home, and nobody does after the profile is left', async () => {
    const { app, set } = await startSamsung();
    const documents = () => set.launches().map(({ data }) => data['tiles'] ?? '');
    await waitFor(() => expect(documents()).toHaveLength(1));
    const { sections } = JSON.parse(documents()[0]!) as {
      sections: { title: string; tiles: { action_data: string }[] }[];
    };
    expect(sections[0]?.title).toBe('이어보기');
    const link = sections[0]!.tiles[0]!.action_data;
    expect(readDeepLink(link)).toHaveProperty('episode');
    for (const token of [app.stores.session.getState().accountToken, app.stores.session.getState().lastProfile?.token])
      expect(documents()[0]).not.toContain(token);
    expect(documents()[0]).not.toContain(DEMO.email);

    await act(async () => set.launchWith(link));
    await app.reach('player');
    await act(async () => app.stores.session.getState().leaveProfile());
    expect(documents().at(-1)).toBe('');
  });
});

test('a set that refuses voice and tiles works without them, and lists the refusals', async () => {
  const platform = createSamsungSet({ version: '6.0', refused: ['voicecontrol', 'application.launch'] });
  const app = await startAtHome({ platform, hash: '#/home' });
  await app.reach('home');
  await waitFor(() =>
    expect(app.platform.refusals.list().map(({ permission }) => permission)).toEqual(
      expect.arrayContaining(['voicecontrol', 'application.launch']),
    ),
  );
});

test('a viewer of an LG set can name what has the focus keys, and a named title plays', async () => {
  const app = await startAtHome({ platform: createLgSet(), hash: '#/home' });
  await app.reach('home');
  const intent = (element: Element | null) => element?.getAttribute('data-webos-voice-intent');
  await waitFor(() => expect(intent(document.activeElement)).toBe('Select PlayContent'));
  expect(intent(document.body)).toBe('Scroll PlayListControl');
  const say = async (detail: object) => {
    const event = new CustomEvent('webOSVoice', { detail, cancelable: true });
    await act(async () => document.activeElement!.dispatchEvent(event));
    return event.defaultPrevented;
  };
  const before = app.focusKey();
  expect(await say({ intent: 'Scroll', scroll: 'down' })).toBe(true);
  await waitFor(() => expect(app.focusKey()).not.toBe(before));
  expect(await say({ intent: 'Delete', value: '남극기지 이발소' })).toBe(false);
  expect(await say({ intent: 'PlayContent', value: '남극기지 이발소' })).toBe(true);
  await app.reach('player');
});

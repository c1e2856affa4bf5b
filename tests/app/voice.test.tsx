import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { startAtHome } from '#tests/support/app.tsx';
import { createSamsungSet } from '../certification/set.ts';

/* A Samsung set that hears the viewer: imitated, with the behaviour that Samsung documents. */

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

  test('is not heard before a profile is chosen', async () => {
    const { app, set } = await startSamsung();
    await act(async () => app.stores.session.getState().leaveProfile());
    await app.reach('profiles');
    expect(set.say('onupdatestate')).toBe('None');
    expect(set.say('onchangeappstate', 'Setting')).toBe(false);
    expect(path()).toBe('#/home');
  });
});

test('a set that refuses voice and tiles works without them, and lists the refusal', async () => {
  const platform = createSamsungSet({ version: '6.0', refused: ['voicecontrol', 'application.launch'] });
  const app = await startAtHome({ platform, hash: '#/home' });
  await app.reach('home');
  await waitFor(() =>
    expect(app.platform.refusals.list().map(({ permission }) => permission)).toContain('voicecontrol'),
  );
});

import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '#src/api/accounts.ts';
import { DEMO, startApp, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { buildEpisode, buildItemSummary } from '#tests/support/build.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';
import { createFakeOfflineStore } from '#tests/support/app/fake-offline-store.ts';

/** A title for members. */
const ITEM = DEMO.lastTrain;

const open = (hash: string) => act(async () => void (window.location.hash = hash));

async function pressUntil(app: RunningApp, key: 'left' | 'right' | 'down', wanted: RegExp) {
  for (let press = 0; press < 12 && !wanted.test(app.focusKey() ?? ''); press += 1) await app.press(key);
  expect(app.focusKey()).toMatch(wanted);
}

test('a set without a disk for videos offers no download', async () => {
  const app = await startAtHome();
  await open(`#/items/${ITEM}`);
  await app.reach('item');
  expect(screen.queryByRole('button', { name: /저장/ })).toBeNull();
  await pressUntil(app, 'down', /^episodes\//);
  expect(app.focused()).not.toHaveAccessibleName(/저장/);
  await open('#/library');
  await app.reach('library');
  expect(screen.queryByRole('button', { name: /^저장한 영상/ })).toBeNull();
});

test('an account with one stream is warned that a download may end playback on another device', async () => {
  const offlineStore = createFakeOfflineStore();
  const platform = createFakePlatform({
    videoDisk: { freeBytes: () => Promise.resolve(null), persist: () => undefined },
  });
  const app = startApp({ platform, offlineStore, hash: '#/items/105' });
  await app.reach('sign-in');
  await act(async () => {
    const signInHere = () => signIn(app.api, 'free@bora.example', DEMO.password, { platform: 'web' });
    await signInHere();
    app.stores.session.getState().signIn((await signInHere()).token);
  });
  await app.reach('item');
  // The button comes when the store of videos has answered.
  await waitFor(() => expect(document.querySelector('[data-focus-key="item/download"]')).not.toBeNull());
  await pressUntil(app, 'right', /^item\/download$/);
  await app.press('ok');
  const asked = () => screen.queryByRole('dialog', { name: '저장할까요?' });
  await waitFor(() => expect(asked()).toContainElement(app.focused()));
  await app.press('back');
  expect(asked()).toBeNull();
  expect(app.wire.answered(/\/video-download\//)).toBe(0);

  // An accidental OK must not end playback: the harmless answer has the focus.
  await app.press('ok');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('닫기'));
  await app.press('ok');
  expect(asked()).toBeNull();
  expect(app.wire.answered(/\/video-download\//)).toBe(0);

  await app.press('ok');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('닫기'));
  await app.press('left');
  expect(app.focused()).toHaveAccessibleName('저장');
  await app.press('ok');
  await waitFor(() => expect(app.wire.answered(/\/video-download\//)).toBe(1));
  expect(asked()).toBeNull();
});

test('a download whose right ended says so and frees its disk space', async () => {
  const offlineStore = createFakeOfflineStore();
  const platform = createFakePlatform({
    videoDisk: { freeBytes: () => Promise.resolve(null), persist: () => undefined },
  });
  const app = await startAtHome({ platform, offlineStore });
  offlineStore.disk.set('offline:1', {
    uri: 'offline:1',
    sizeBytes: 1,
    record: {
      profile_id: app.stores.session.getState().lastProfile?.profile.id,
      downloaded_at: '2026-11-19T00:00:00Z',
      expires_at: '2026-11-19T12:00:00Z',
      episode: { ...buildEpisode(), item: buildItemSummary({ name: '바람' }), previous_id: null, next_id: null },
      video: {
        episode_id: 101,
        play_log_id: '00000000-0000-4000-8000-00000000000a',
        resume_offset: 0,
        expires_at: '2026-11-19T12:00:00Z',
        streams: [],
        subtitles: [],
        thumbnails: null,
        markers: { intro: null, outro: null },
        next_episode_id: null,
      },
    },
  });
  await open('#/library');
  await app.reach('library');
  await pressUntil(app, 'right', /^library\/shelves\/offline$/);
  await screen.findByText('볼 수 있는 기간이 끝났어요', { exact: false });
  expect(offlineStore.disk.size).toBe(0);
  await app.press('down');
  expect(app.focused()).toHaveAccessibleName(/바람, 1화, 볼 수 있는 기간이 끝났어요/);
  await app.press('ok');
  expect(screen.getByText(/기간이 끝나서 지웠어요/)).toBeVisible();
  await screen.findByText('저장한 영상이 없어요');
  await waitFor(() => expect(app.focusKey()).toBe('library/shelves/offline'));
});

import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { addWatchTime } from '#contract/profile-pins.ts';
import { updatePlayLog } from '#contract/play-logs.ts';
import { requestVideo } from '#src/api/playback.ts';
import { createProfile, openProfile, updateProfile } from '#src/api/profiles.ts';
import { startAtHome } from '#tests/support/app/app.tsx';
import { NEWCOMER_PASSWORD, startAsNewcomer } from '#tests/support/newcomer.ts';
import { FREE, PLAYER_STEPS } from './player-steps.ts';
import { expectUnnoticed, go, goHome, hide, LEAVINGS, press, rest, type } from './tour.ts';

/** The player logs reports and events that were lost, or refused after its play log ended. */
afterEach(() => {
  const { calls } = vi.mocked(console.warn).mock;
  expect(calls.filter(([what]) => what !== 'playback')).toEqual([]);
  vi.mocked(console.warn).mockClear();
  vi.useRealTimers();
});

test.each([...LEAVINGS, ['the page was hidden', hide] as const])(
  'nobody hears or notices the late answers of a player after %s',
  async (_name, leaving) => {
    const app = await startAsNewcomer(`player-${leaving.id}@bora.example`);
    await expectUnnoticed(app, PLAYER_STEPS, leaving);
    expect(app.engines.every(({ calls }) => calls.includes('destroy'))).toBe(true);
  },
);

test('nobody hears the late answers of players that the next one replaced', async () => {
  const app = await startAsNewcomer('player-replaced@bora.example');
  const leaving = { id: 'replaced', viewer: 'same', leave: goHome } as const;
  await expectUnnoticed(app, PLAYER_STEPS, leaving, () => Promise.resolve());
  expect(app.engines.every(({ calls }) => calls.includes('destroy'))).toBe(true);
});

test('more time that is given after the viewer left the player opens none', async () => {
  const app = await startAsNewcomer('late-time@bora.example');
  const { id } = await createProfile(app.api, { name: '아이', default_image_id: 3, max_rating: 'all' });
  await updateProfile(app.api, id, { daily_minutes: 1 }, null);
  const { token, profile } = await openProfile(app.api, id, null);
  await act(async () => app.stores.session.getState().chooseProfile(token, profile));
  await app.reach('home');
  const { play_log_id: playLogId } = await requestVideo(app.api, FREE, 'web');
  const body = { total_play_time: '00:01:00', play_end_offset: '00:00:00', is_player_exit: true };
  await app.api.call(updatePlayLog, { params: { id: playLogId }, body });
  await go(`#/play/${FREE}`);
  await press('watch-time/more');
  await waitFor(() => expect(app.focusKey()).toMatch(/^text-dialog/));
  await type(app, NEWCOMER_PASSWORD);
  const answers = app.wire.holdAnswer(addWatchTime);
  await app.press('fast-forward');
  await waitFor(() => expect(answers.count()).toBe(1));
  await app.press('back');
  await waitFor(() => expect(app.focusKey()).toMatch(/^watch-time/));
  await goHome(app);
  answers.release();
  await rest(app);
  expect(window.location.hash).toBe('#/home');
  expect(app.engines.flatMap(({ loads }) => loads)).toEqual([]);
});

test('an answer after a long absence does not replace the screen that the viewer opened', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const app = await startAtHome();
  const release = app.wire.hold(/episodes\/v2\/\d+\/$/);
  await app.press('ok');
  await app.reach('player');
  const awayMs = 5 * 3600_000;
  await act(async () => {
    app.platform.setHidden(true);
    vi.setSystemTime(Date.now() + awayMs);
    app.platform.setHidden(false, awayMs);
  });
  await app.press('stop');
  await app.reach('home');
  release();
  await rest(app);
  expect(document.querySelector('main')).toHaveAttribute('data-screen', 'home');
});

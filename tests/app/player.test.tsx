import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getVideo } from '#contract/playback.ts';
import { getProfileToken, listProfiles } from '#contract/profiles.ts';
import { signIn } from '#src/api/accounts.ts';
import type { Client } from '#src/api/client.ts';
import { PlaybackError } from '#src/player/index.ts';
import { DEMO, startAtHome } from '#tests/support/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { FakeEngine } from '#tests/support/fake-engine.ts';

/** The app in the player: the billboard's episode plays, `at` the second where it was left. */
async function startPlaying(options: Parameters<typeof startAtHome>[0] = {}) {
  const app = await startAtHome(options);
  await app.press('ok');
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0] as FakeEngine;
  const at = engine.loads[0]?.startAtSeconds ?? 0;
  await act(async () => engine.report('playing', at));
  return { app, engine, at };
}

const slider = () => screen.getByRole('slider', { name: '재생 위치' });
const isShown = () => slider().closest('[class*="shown"]') !== null;

test('OK pauses and plays', async () => {
  const { app, engine } = await startPlaying();
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('pause');
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('play');
});

test('nobody asks about advertisements for a member', async () => {
  const { app } = await startPlaying();
  expect(app.wire.answered(/\/video\//)).toBe(1);
  expect(app.wire.answered(/avods/)).toBe(0);
});

test('left and right seek by 10 s each, from where the viewer already is, with one seek', async () => {
  const clock = createFakeClock();
  const { app, engine, at } = await startPlaying({ clock });
  await app.press('right', 'right', 'left');
  expect(slider()).toHaveAttribute('aria-valuenow', String(at + 10));
  expect(engine.seeks).toEqual([]);
  await act(() => clock.pass(700));
  expect(engine.seeks).toEqual([at + 10]);
  // The decoder still tells the old place.
  await act(async () => engine.emit({ type: 'position', positionSeconds: at + 0.4 }));
  expect(slider()).toHaveAttribute('aria-valuenow', String(at + 10));
});

test('OK goes there at once, and Back stays where one was', async () => {
  const { app, engine, at } = await startPlaying();
  await app.press('right', 'ok');
  expect(engine.seeks).toEqual([at + 10]);
  await act(async () => engine.report('playing', at + 10));
  await app.press('left', 'left', 'back');
  expect(slider()).toHaveAttribute('aria-valuenow', String(at + 10));
  expect(engine.seeks).toEqual([at + 10]);
  expect(engine.calls).not.toContain('pause');
});

test('the remote`s media keys act', async () => {
  const { app, engine, at } = await startPlaying();
  await app.press('pause');
  expect(engine.calls.at(-1)).toBe('pause');
  await app.press('play');
  expect(engine.calls.at(-1)).toBe('play');
  await app.press('fast-forward', 'ok', 'rewind', 'rewind', 'ok', '5', 'ok');
  expect(engine.seeks).toEqual([at + 10, Math.max(0, at - 10), 720]);
  await app.press('stop');
  await app.reach('home');
});

test('Back hides the controls, then leaves to the tile one came from', async () => {
  const { app } = await startPlaying();
  await app.press('up');
  expect(isShown()).toBe(true);
  await app.press('back');
  expect(isShown()).toBe(false);
  await app.press('back');
  await app.reach('home');
  expect(app.focusKey()).toBe('home/play');
});

test('Back leaves at once while paused, when there is nothing to hide the controls for', async () => {
  const { app } = await startPlaying();
  await app.press('ok', 'back');
  await app.reach('home');
});

test('the screensaver is forbidden only while it plays', async () => {
  const { app, engine } = await startPlaying();
  expect(app.platform.screensaverCalls.at(-1)).toBe(false);
  await act(async () => engine.report('paused'));
  expect(app.platform.screensaverCalls.at(-1)).toBe(true);
  await act(async () => engine.report('playing'));
  await app.press('stop');
  await app.reach('home');
  expect(app.platform.screensaverCalls.at(-1)).toBe(true);
});

test('a picture that fails is told, and 다시 시도 goes on at the same second', async () => {
  const { app, engine, at } = await startPlaying();
  const error = new PlaybackError('gone', { kind: 'decode', severity: 'critical', category: 'media', code: 3016 });
  await act(async () => engine.emit({ type: 'error', error }));
  // Once the decoder is made anew at the same second without a word.
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.loads[1]?.startAtSeconds).toBe(at);
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => engine.emit({ type: 'error', error }));
  expect(screen.getByRole('dialog', { name: '재생할 수 없어요' })).toContainElement(app.focused());
  expect(app.focused()).toHaveAccessibleName('다시 시도');
  await app.press('ok');
  await waitFor(() => expect(engine.loads).toHaveLength(3));
  expect(engine.loads[2]?.startAtSeconds).toBe(at);
  await act(async () => engine.report('playing', at));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.focused()).toBe(slider());
});

test('subtitles are drawn as they come', async () => {
  const { engine } = await startPlaying();
  const cue = {
    key: '1',
    text: '눈이 온다.\n막차가 떠난다.',
    startSeconds: 99,
    endSeconds: 103,
    placement: 'bottom' as const,
  };
  await act(async () => engine.emit({ type: 'cues', cues: [cue] }));
  expect(screen.getByText('막차가 떠난다.')).toBeVisible();
  await act(async () => engine.emit({ type: 'cues', cues: [] }));
  expect(screen.queryByText('막차가 떠난다.')).toBeNull();
});

test('the end offers what comes next, with the focus on it', async () => {
  const { app, engine } = await startPlaying();
  await act(async () => engine.report('ended', 1440));
  expect(screen.getByRole('dialog', { name: '끝까지 봤어요' })).toContainElement(app.focused());
  const hash = window.location.hash;
  await app.press('ok');
  await waitFor(() => expect(app.engines.length).toBeGreaterThan(1));
  expect(window.location.hash).not.toBe(hash);
  await app.press('stop');
  await app.reach('home');
});

test('hidden, the decoder is given back; visible again, it plays on at the same second', async () => {
  const { app, engine, at } = await startPlaying();
  await act(async () => app.platform.setHidden(true));
  expect(engine.calls).toContain('unload');
  await act(async () => app.platform.setHidden(false));
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.loads[1]?.startAtSeconds).toBe(at);
});

/** Plays the same episode on four other televisions of the account: more than it may watch on at once. */
async function playElsewhere(api: Client, episodeId: string) {
  for (let television = 0; television < 4; television += 1) {
    const { token } = await signIn(api, DEMO.email, DEMO.password, { platform: 'tizen' });
    const { results } = await api.call(listProfiles, {}, { token });
    const profile = await api.call(getProfileToken, { params: { id: results[0]?.id ?? '' } }, { token });
    await api.call(getVideo, { params: { id: episodeId }, query: { device: 'tizen' } }, { token: profile.token });
  }
}

test('when other televisions take over, the player closes and says so; 여기서 보기 takes it back at the same second', async () => {
  const clock = createFakeClock();
  const { app, engine, at } = await startPlaying({ clock });
  await playElsewhere(app.api, window.location.hash.split('/').pop() ?? '');
  // The report that is due after a minute is answered with the kick. Short of the ending, where the next one would play.
  await act(async () => engine.playOn(at, 3));
  await act(() => clock.pass(60_000));
  await waitFor(() => expect(screen.getByRole('dialog', { name: '다른 기기에서 재생하고 있어요' })).toBeVisible());
  expect(engine.calls.at(-1)).toBe('unload');
  expect(app.focused()).toHaveAccessibleName('여기서 보기');

  await app.press('ok');
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.loads[1]?.startAtSeconds).toBe(at + 3);
  expect(screen.queryByRole('dialog')).toBeNull();
  await app.press('stop');
  await app.reach('home');
});

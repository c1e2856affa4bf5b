import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { getVideo } from '#contract/playback.ts';
import { getProfileToken, listProfiles } from '#contract/profiles.ts';
import { signIn } from '#src/api/accounts.ts';
import type { Client } from '#src/api/client/client.ts';
import { NO_TRACKS } from '#src/player/engine/engine.ts';
import { PlaybackError } from '#src/player/index.ts';
import { DEMO, startAtHome } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';
import { buildCue, buildRun } from '#tests/support/media/subtitle-cues.ts';

/** The player with the billboard's episode; `at` is its resume offset in seconds. */
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

const forbidden = () =>
  new PlaybackError('test', { kind: 'forbidden', severity: 'critical', category: 'network', code: 1001 });
const slider = () => screen.getByRole('slider', { name: '재생 위치' });
const isShown = () => slider().closest('[class*="shown"]') !== null;

test('OK toggles between pause and play', async () => {
  const clock = createFakeClock();
  const { app, engine } = await startPlaying({ clock });
  await act(() => clock.pass(1_000));
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('pause');
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('play');
});

describe('a second OK on what opened the player', () => {
  /** Presses play on home once more after `ms`, while the server opens the video. */
  const startTwice = async (ms: number) => {
    const clock = createFakeClock();
    const app = await startAtHome({ clock });
    const release = app.wire.hold(/episodes\/v2\/\d+\/video/);
    await app.press('ok');
    await act(() => clock.pass(ms));
    await app.press('ok');
    release();
    await app.reach('player');
    await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
    return { app, engine: app.engines[0] as FakeEngine, clock };
  };

  test.each([0, 40, 250, 2_000])('pauses nothing before the first frame, %i ms later', async (ms) => {
    const { app, engine, clock } = await startTwice(ms);
    await act(async () => engine.report('playing', 0));
    expect(engine.calls).not.toContain('pause');
    await act(() => clock.pass(1_000));
    await app.press('ok');
    expect(engine.calls.at(-1)).toBe('pause');
  });

  test.each(['ok', 'play-pause'] as const)('pauses nothing within half a second, by the key %s', async (key) => {
    const clock = createFakeClock();
    const { app, engine } = await startPlaying({ clock });
    await act(() => clock.pass(1));
    await act(async () => clock.advance(449));
    await app.press(key);
    expect(engine.calls).not.toContain('pause');
    await act(async () => clock.advance(51));
    await app.press(key);
    expect(engine.calls.at(-1)).toBe('pause');
  });

  test('plays on if the viewer paused before the first frame', async () => {
    const app = await startAtHome();
    await app.press('ok');
    await app.reach('player');
    await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
    const engine = app.engines[0] as FakeEngine;
    await app.press('pause');
    await act(async () => engine.report('paused', 0));
    await app.press('ok');
    expect(engine.calls.at(-1)).toBe('play');
  });
});

test('the quality of a playback is sent once, when the viewer leaves', async () => {
  const { app } = await startPlaying();
  // The first one hides the controls.
  await app.press('back', 'back');
  await app.reach('home');
  await waitFor(() => expect(app.wire.answered(/quality/)).toBe(1));
  expect(app.platform.storage.get('pendingQuality')).toBeNull();
});

test('a member sees no question about advertisements', async () => {
  const { app } = await startPlaying();
  expect(app.wire.answered(/\/video\//)).toBe(1);
  expect(app.wire.answered(/avods/)).toBe(0);
});

test('left and right add up steps of 10 s to one seek', async () => {
  const clock = createFakeClock();
  const { app, engine, at } = await startPlaying({ clock });
  await app.press('right', 'right', 'left');
  expect(slider()).toHaveAttribute('aria-valuenow', String(at + 10));
  expect(engine.seeks).toEqual([]);
  await act(() => clock.pass(700));
  expect(engine.seeks).toEqual([at + 10]);
  // The decoder still reports the old position.
  await act(async () => engine.emit({ type: 'position', positionSeconds: at + 0.4 }));
  expect(slider()).toHaveAttribute('aria-valuenow', String(at + 10));
});

test('OK seeks to the target at once, and Back cancels the seek', async () => {
  const { app, engine, at } = await startPlaying();
  await app.press('right', 'ok');
  expect(engine.seeks).toEqual([at + 10]);
  await act(async () => engine.report('playing', at + 10));
  await app.press('left', 'left', 'back');
  expect(slider()).toHaveAttribute('aria-valuenow', String(at + 10));
  expect(engine.seeks).toEqual([at + 10]);
  expect(engine.calls).not.toContain('pause');
});

test("the remote's media keys control playback", async () => {
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

test('Back hides the controls, then returns to the tile', async () => {
  const { app } = await startPlaying();
  await app.press('up');
  expect(isShown()).toBe(true);
  await app.press('back');
  expect(isShown()).toBe(false);
  await app.press('back');
  await app.reach('home');
  expect(app.focusKey()).toBe('home/play');
});

test('Back leaves at once while paused', async () => {
  const clock = createFakeClock();
  const { app } = await startPlaying({ clock });
  await act(() => clock.pass(1_000));
  await app.press('ok', 'back');
  await app.reach('home');
});

test('Back leaves at once, too, when a slow decoder has not paused yet', async () => {
  const clock = createFakeClock();
  const { app, engine } = await startPlaying({ clock });
  await act(() => clock.pass(1_000));
  engine.pause = () => undefined;
  await app.press('up', 'pause');
  expect(isShown()).toBe(true);
  await app.press('back');
  await app.reach('home');
});

test('the screensaver is blocked only during playback', async () => {
  const { app, engine } = await startPlaying();
  expect(app.platform.screensaverCalls.at(-1)).toBe(false);
  await act(async () => engine.report('paused'));
  expect(app.platform.screensaverCalls.at(-1)).toBe(true);
  await act(async () => engine.report('playing'));
  await app.press('stop');
  await app.reach('home');
  expect(app.platform.screensaverCalls.at(-1)).toBe(true);
});

test('an episode that is left and opened at once resumes where it was left, though the last report is on its way', async () => {
  const { app, engine, at } = await startPlaying({ clock: createFakeClock() });
  await act(async () => engine.playOn(at, 30));
  const release = app.wire.hold(/play_logs/);
  await app.press('stop');
  await app.reach('home');
  await app.press('ok');
  await app.reach('player');
  await act(async () => release());
  await waitFor(() => expect(app.engines[1]?.loads[0]?.startAtSeconds).toBe(at + 30));
});

test('a decoder failure is shown, and 다시 시도 resumes at the same second', async () => {
  const { app, engine, at } = await startPlaying();
  const error = new PlaybackError('gone', { kind: 'decode', severity: 'critical', category: 'media', code: 3016 });
  await act(async () => engine.emit({ type: 'error', error }));
  // The player first recreates the decoder silently, at the same second.
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.loads[1]?.startAtSeconds).toBe(at);
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => engine.emit({ type: 'error', error }));
  expect(screen.getByRole('dialog', { name: '재생할 수 없어요' })).toContainElement(app.focused());
  expect(app.focused()).toHaveAccessibleName('다시 시도');
  // What failed is named over its art, not over black.
  expect(document.querySelector('[class*="art"] img')).not.toBeNull();
  expect(screen.getByText(/\d화/, { selector: '[class*="episode"]' })).toBeVisible();
  await app.press('ok');
  await waitFor(() => expect(document.querySelector('[class*="art"] img')).toBeNull());
  await waitFor(() => expect(engine.loads).toHaveLength(3));
  expect(engine.loads[2]?.startAtSeconds).toBe(at);
  await act(async () => engine.report('playing', at));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.focused()).toBe(slider());
});

test('downloads are retried as soon as the television reports that the network is back', async () => {
  const { app, engine } = await startPlaying();
  await act(async () => engine.emit({ type: 'network', isGone: true }));
  await act(async () => app.platform.setOnline(false));
  expect(engine.calls).not.toContain('try network');
  await act(async () => app.platform.setOnline(true));
  expect(engine.calls.filter((call) => call === 'try network')).toHaveLength(1);
});

test('subtitles appear with their cues', async () => {
  const { engine } = await startPlaying();
  const lines = [[buildRun('눈이 온다.')], [buildRun('막차가 떠난다.', { isItalic: true })]];
  const cue = buildCue('눈이 온다.\n막차가 떠난다.', { lines, startSeconds: 99, endSeconds: 103 });
  await act(async () => engine.emit({ type: 'cues', cues: [cue] }));
  expect(screen.getByText('막차가 떠난다.')).toBeVisible();
  await act(async () => engine.emit({ type: 'cues', cues: [] }));
  expect(screen.queryByText('막차가 떠난다.')).toBeNull();
});

test('subtitles that are pictures show their part of the sheet, as large as the viewer wants, and are not read aloud', async () => {
  const { app, engine } = await startPlaying();
  const subtitles = { available: [{ key: 'ko', label: '한국어 (그림)' }], active: 'ko' };
  await act(async () => engine.emit({ type: 'tracks', tracks: { ...NO_TRACKS, subtitles } }));
  const picture = {
    sheet: { url: '/disc-1.webp', size: { width: 800, height: 400 } },
    part: { x: 100, y: 300, width: 400, height: 50 },
    place: { left: 25, top: 80, width: 50, height: 10 },
  };
  await act(async () => engine.emit({ type: 'cues', cues: [buildCue('', { lines: [], picture })] }));
  const shown = document.querySelector<HTMLElement>('[style*="disc-1.webp"]');
  expect(shown?.style.backgroundSize).toBe('200% 800%');
  expect(shown?.style.backgroundPosition).toBe('25% 85.71428571428571%');
  expect(shown?.parentElement).toHaveStyle({ width: '50vw', height: '10vh' });
  expect(shown?.closest('[aria-hidden="true"]')).not.toBeNull();
  await app.press('red');
  expect(await screen.findByRole('radio', { name: /한국어 \(그림\)/ })).toBeChecked();
  await act(async () => app.stores.settings.getState().changeSubtitle({ size: 'small' }));
  expect(document.querySelector('[style*="disc-1.webp"]')?.parentElement).toHaveStyle({ width: '37.5vw' });
  // A sample in the viewer's looks would be no sample of these.
  expect(screen.queryByText('자막이 이렇게 보여요')).toBeNull();
});

test('the end offers the next episode, with the focus on it', async () => {
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

test('a hidden player releases the decoder and resumes at the same second when it is visible', async () => {
  const { app, engine, at } = await startPlaying();
  await act(async () => app.platform.setHidden(true));
  expect(engine.calls).toContain('unload');
  await act(async () => app.platform.setHidden(false));
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.loads[1]?.startAtSeconds).toBe(at);
});

/** Plays the same episode on four other televisions, which exceeds the account's streams. */
async function playElsewhere(api: Client, episodeId: string) {
  for (let television = 0; television < 4; television += 1) {
    const { token } = await signIn(api, DEMO.email, DEMO.password, { platform: 'tizen' });
    const { results } = await api.call(listProfiles, {}, { token });
    const profile = await api.call(getProfileToken, { params: { id: results[0]?.id ?? '' } }, { token });
    await api.call(getVideo, { params: { id: episodeId }, query: { device: 'tizen' } }, { token: profile.token });
  }
}

test('the player closes with a message when other televisions take over, and 여기서 보기 resumes at the same second', async () => {
  const clock = createFakeClock();
  const { app, engine, at } = await startPlaying({ clock });
  await playElsewhere(app.api, window.location.hash.split('/').pop() ?? '');
  // The report after a minute is answered with the kick. Stay before the ending, which would start the next episode.
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

test('an arrow held while other televisions take over neither seeks nor moves in the dialog', async () => {
  const clock = createFakeClock();
  const { app, engine, at } = await startPlaying({ clock });
  await playElsewhere(app.api, window.location.hash.split('/').pop() ?? '');
  await act(async () => engine.playOn(at, 3));
  await act(() => clock.pass(59_000));
  await act(async () => app.platform.keyDown('right'));
  await act(() => clock.pass(1_000));
  await waitFor(() => expect(screen.getByRole('dialog', { name: '다른 기기에서 재생하고 있어요' })).toBeVisible());
  await act(() => clock.pass(100));
  await act(async () => app.platform.keyDown('right'));
  expect(app.focused()).toHaveAccessibleName('여기서 보기');
  await act(() => clock.pass(10_000));
  await act(async () => app.platform.keyUp('right'));
  await act(() => clock.pass(1_000));
  expect(engine.seeks).toEqual([]);
  await app.press('ok');
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.loads[1]?.startAtSeconds).toBe(at + 3);
  await app.press('stop');
  await app.reach('home');
});

test('the player stops with a message when another browser window plays, and 여기서 보기 resumes', async () => {
  const clock = createFakeClock();
  const { app, engine, at } = await startPlaying({ clock });
  const episodeId = window.location.hash.split('/').pop() ?? '';
  // Another window opens a video with the same sign-in and claims the shared storage.
  const { play_log_id: other } = await app.api.call(getVideo, { params: { id: episodeId }, query: { device: 'web' } });
  app.platform.storage.set('currentPlayLog', other);
  await act(async () => engine.playOn(at, 3));
  await act(() => clock.pass(60_000));
  await waitFor(() => expect(screen.getByRole('dialog', { name: '다른 창에서 재생하고 있어요' })).toBeVisible());
  expect(app.wire.answered(/\/video\//)).toBe(2);
  expect(app.focused()).toHaveAccessibleName('여기서 보기');

  await app.press('ok');
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.loads[1]?.startAtSeconds).toBe(at + 3);
  expect(screen.queryByRole('dialog')).toBeNull();
  await app.press('stop');
  await app.reach('home');
});

/** Expects one log entry per cause, regardless of retries. */
function takeWarnings() {
  const causes = vi.mocked(console.warn).mock.calls.map(([cause]: unknown[]) => cause);
  vi.mocked(console.warn).mockClear();
  // The final report, its copy from the disk, and the video call.
  expect(causes).toEqual(['playback', 'pending report', 'playback']);
}

test('refused media shows no failure while the server is unreachable, and playback resumes when it is back', async () => {
  const clock = createFakeClock();
  const { app, engine, at } = await startPlaying({ clock });
  app.wire.isCut = true;
  await act(async () => engine.emit({ type: 'error', error: forbidden() }));
  await act(() => clock.pass(5_000));
  expect(screen.queryByRole('dialog')).toBeNull();
  app.wire.isCut = false;
  await act(() => clock.pass(10_000));
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.loads[1]?.startAtSeconds).toBe(at);
  expect(screen.queryByRole('dialog')).toBeNull();
  takeWarnings();
});

test('media that stays refused without the server ends in an error after 20 s', async () => {
  const clock = createFakeClock();
  const { app, engine } = await startPlaying({ clock });
  app.wire.isCut = true;
  await act(async () => engine.emit({ type: 'error', error: forbidden() }));
  await act(() => clock.pass(21_000));
  await waitFor(() => expect(screen.getByRole('dialog', { name: '재생할 수 없어요' })).toBeVisible());
  app.wire.isCut = false;
  expect(app.focused()).toHaveAccessibleName('다시 시도');
  await app.press('ok');
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  takeWarnings();
});

test('a link to a number that no episode can have says that nothing can be watched there, without a retry', async () => {
  const app = await startAtHome();
  await act(async () => void (window.location.hash = '#/play/4294967296'));
  const dialog = await screen.findByRole('dialog', { name: '볼 수 없는 작품이에요' });
  expect(dialog).toHaveTextContent('찾는 회차가 없거나 더는 볼 수 없어요.');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('뒤로'));
  expect(screen.queryByRole('button', { name: '다시 시도' })).toBeNull();
  await app.press('ok');
  await app.reach('home');
});

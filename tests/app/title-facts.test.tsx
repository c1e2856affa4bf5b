import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { startAtHome, type RunningApp, type StartOptions } from '#tests/support/app/app.tsx';
import { NO_TRACKS } from '#src/player/engine/engine.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';
import { PlaybackError } from '#src/player/index.ts';

/** A title that is rated 7 for its theme and has a trailer. */
const EPISODE = `#/play/${DEMO.lastTrainFirst}`;
const TITLE = `#/items/${DEMO.lastTrain}`;

const engineOf = async (app: RunningApp): Promise<FakeEngine> => {
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  return app.engines[0]!;
};

describe('the age rating', () => {
  const notice = () => screen.queryByText('7세 이상 시청가');

  test('stands over the first four seconds of the picture with its reasons, and takes no key', async () => {
    const clock = createFakeClock();
    const app = await startAtHome({ hash: EPISODE, clock });
    await app.reach('player');
    const engine = await engineOf(app);
    const focused = app.focused();
    await waitFor(() => expect(notice()).not.toBeNull());
    expect(notice()!.closest('[role="status"]')).toHaveTextContent('7세 이상 시청가 주제');
    expect(app.focused()).toBe(focused);
    // Sooner, OK would be a bounce of the one that opened the app here.
    await act(() => clock.pass(500));
    await app.press('ok');
    expect(engine.calls.at(-1)).toBe('pause');
    await act(() => clock.pass(60_000));
    expect(notice()).not.toBeNull();
    await app.press('ok');
    await act(() => clock.pass(4000));
    expect(notice()).toBeNull();
    await app.press('ok', 'ok');
    expect(notice()).toBeNull();
  });
});

test('the subtitles chosen for a series show in its next episode, and in no other series', async () => {
  const app = await startAtHome({ hash: EPISODE });
  await app.reach('player');
  const engine = await engineOf(app);
  await act(async () => engine.report('playing', 1));
  const subtitles = { available: [{ key: 'ko', label: '한국어' }], active: 'ko' };
  await act(async () => engine.emit({ type: 'tracks', tracks: { ...NO_TRACKS, subtitles } }));
  await app.press('red', 'up', 'ok');
  expect(engine.calls.at(-1)).toBe('subtitle off');
  expect(app.stores.settings.getState().settings.subtitlesBySeries).toEqual({ [`item:${DEMO.lastTrain}`]: null });
  await act(async () => app.stores.settings.getState().changeSubtitle({ language: 'ko' }));

  const callsOf = async (episodeId: number, count: number) => {
    await act(async () => void (window.location.hash = `#/play/${episodeId}`));
    await waitFor(() => expect(app.engines[count - 1]?.loads).toHaveLength(1));
    await screen.findByText(episodeId === 10302 ? '막차는 눈을 싣고' : '구름항로 9번 부두');
    return app.engines[count - 1]!.calls;
  };
  const next = await callsOf(10302, 2);
  await waitFor(() => expect(next).toContain('subtitle off'));
  expect(await callsOf(10901, 3)).not.toContain('subtitle off');
});

describe("a title's screen", () => {
  const startAtTitle = async (options: StartOptions = {}) => {
    const app = await startAtHome({ hash: TITLE, ...options });
    await app.reach('item');
    return app;
  };
  const openTrailer = async (app: RunningApp) => {
    for (let press = 0; press < 8 && app.focusKey() !== 'item/trailer'; press += 1) await app.press('right');
    expect(app.focusKey()).toBe('item/trailer');
    await app.press('ok');
    await screen.findByRole('dialog');
  };
  const dialog = () => screen.queryByRole('dialog', { name: '막차는 눈을 싣고 예고편' });

  test('shows the original name under its name, and all other names in its details', async () => {
    const app = await startAtTitle();
    expect(screen.getByText('終電は雪をのせて')).toHaveAttribute('lang', 'ja');
    for (let press = 0; press < 8 && app.focusKey() !== 'item/more'; press += 1) await app.press('right');
    await app.press('ok');
    const details = await screen.findByRole('dialog', { name: '막차는 눈을 싣고 정보' });
    expect(details).toHaveTextContent('Shuuden wa Yuki o Nosete · The Last Train Carries Snow');
  });

  test('shows its sounds and subtitles as badges, and names them in its details', async () => {
    const app = await startAtTitle();
    expect(screen.getAllByText('더빙')[0]).toBeVisible();
    expect(screen.getAllByText('자막')[0]).toBeVisible();
    expect(screen.queryByText('화면해설')).toBeNull();
    for (let press = 0; press < 8 && app.focusKey() !== 'item/more'; press += 1) await app.press('right');
    if (app.focusKey() !== 'item/more') return;
    await app.press('ok');
    expect(screen.getByText('일본어, 한국어, 한국어 더빙 · 자막 영어, 한국어')).toBeVisible();
    expect(screen.getByText('7세 이상 시청가 · 주제')).toBeVisible();
  });

  test('plays its trailer without a play log, and Back returns to the button', async () => {
    const app = await startAtTitle();
    await openTrailer(app);
    expect(dialog()).toContainElement(app.focused());
    const engine = await engineOf(app);
    expect(engine.loads[0]?.streams[0]?.url).toMatch(/night-train-trailer\/manifest\.mpd$/);
    await act(async () => engine.report('playing', 0));
    await app.press('ok');
    expect(engine.calls.at(-1)).toBe('pause');
    await app.press('play-pause');
    expect(engine.calls.at(-1)).toBe('play');
    await app.press('back');
    expect(dialog()).toBeNull();
    expect(app.focusKey()).toBe('item/trailer');
    expect(engine.calls.at(-1)).toBe('destroy');
    expect(document.querySelector('video')).toBeNull();
    expect(app.wire.answered(/\/video\/|play_logs/)).toBe(0);
  });

  test('closes its trailer at the end, and when the app is left', async () => {
    const app = await startAtTitle();
    await openTrailer(app);
    const engine = await engineOf(app);
    await act(async () => engine.report('playing', 11));
    await act(async () => engine.report('ended', 12));
    expect(dialog()).toBeNull();
    await openTrailer(app);
    await waitFor(() => expect(app.engines).toHaveLength(2));
    await act(async () => app.platform.setHidden(true));
    expect(dialog()).toBeNull();
    await act(async () => app.platform.setHidden(false));
    expect(app.focusKey()).toBe('item/trailer');
  });

  test('says that a trailer fails, and tries again with a new address', async () => {
    const app = await startAtTitle();
    await openTrailer(app);
    const engine = await engineOf(app);
    const error = new PlaybackError('test', {
      kind: 'forbidden',
      severity: 'critical',
      category: 'network',
      code: 1001,
    });
    await act(async () => engine.emit({ type: 'error', error }));
    expect(within(dialog()!).getByRole('alert')).toHaveTextContent('예고편을 재생하지 못했어요');
    expect(app.focused()).toHaveAccessibleName('다시 시도');
    const answered = app.wire.answered(/\/items\/v1\/103\/$/);
    await app.press('ok');
    await waitFor(() => expect(app.engines[1]?.loads).toHaveLength(1));
    expect(app.wire.answered(/\/items\/v1\/103\/$/)).toBe(answered + 1);
    await waitFor(() => expect(app.focused()).toHaveAccessibleName('일시정지'));
  });
});

describe('the trailer of the billboard', () => {
  const start = async (settings: { billboardTrailers?: boolean; reduceMotion?: boolean } = {}) => {
    const clock = createFakeClock();
    const app = await startAtHome({ clock });
    await act(async () => {
      app.stores.settings.getState().change({ billboardTrailers: true, ...settings });
      app.stores.pace.setState({ pace: 'quick' });
    });
    // The script of the trailer loads in its own time.
    await act(() => import('#src/features/playback/trailer/trailer-parts.ts').then(() => undefined));
    const rest = async (ms: number) => {
      await act(() => clock.pass(ms));
      await waitFor(() => expect(app.wire.pending()).toBe(0));
    };
    return { app, rest };
  };
  const film = () => document.querySelector('video');

  test('plays without sound after three seconds of rest, and stops when the focus leaves', async () => {
    const { app, rest } = await start();
    await rest(2000);
    expect(film()).toBeNull();
    await app.press('right');
    await rest(2000);
    expect(film()).toBeNull();
    await rest(1000);
    await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
    expect(film()!.muted).toBe(true);
    expect(app.wire.answered(/\/video\/|play_logs/)).toBe(0);
    await app.press('down');
    expect(film()).toBeNull();
    expect(app.engines[0]!.calls.at(-1)).toBe('destroy');
  });

  test.each([
    ['turned off', { billboardTrailers: false }, 'quick'],
    ['on a slow set', {}, 'slow'],
    ['with less motion', { reduceMotion: true }, 'quick'],
  ] as const)('does not play where it is %s', async (_, settings, pace) => {
    const { app, rest } = await start(settings);
    await act(async () => app.stores.pace.setState({ pace }));
    await rest(10_000);
    expect(film()).toBeNull();
    expect(app.engines).toHaveLength(0);
  });
});

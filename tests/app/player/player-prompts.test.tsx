import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { NO_TRACKS } from '#src/player/engine/engine.ts';
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';

/**
 * The first of ten episodes. The clip's opening is at 9-21 s and its ending starts at 52 s; the fake engine plays it for
 * 1,440 s.
 */
const EPISODE = '10501';

interface Playing {
  readonly app: RunningApp;
  readonly engine: FakeEngine;
  readonly clock: FakeClock;
  readonly markers: { intro: { start: number; end: number }; outro: { start: number } };
  at(seconds: number): Promise<void>;
}

async function startPlaying(options: Parameters<typeof startAtHome>[0] = {}): Promise<Playing> {
  const clock = createFakeClock();
  const app = await startAtHome({ hash: `#/play/${EPISODE}`, clock, ...options });
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0] as FakeEngine;
  // An earlier test may have left a resume offset; every test starts before the opening.
  await act(async () => engine.report('playing', engine.loads[0]?.startAtSeconds ?? 0));
  await act(async () => engine.emit({ type: 'position', positionSeconds: 1 }));
  await screen.findByText('월하기갑 라온');
  const markers = { intro: { start: 6, end: 16 }, outro: { start: 53 } };
  return {
    app,
    engine,
    clock,
    markers,
    at: (seconds) => act(async () => engine.emit({ type: 'position', positionSeconds: seconds })),
  };
}

/** Opens another episode of which the player knows the series before it loads the video. */
async function playKnown(app: Playing['app'], episodeId: number, engine: number): Promise<FakeEngine> {
  const release = app.wire.hold(new RegExp(`/episodes/v2/${episodeId}/video/`));
  const answered = () => app.wire.answered(new RegExp(`/episodes/v2/${episodeId}/$`));
  const before = answered();
  await act(async () => void (window.location.hash = `#/play/${episodeId}`));
  await waitFor(() => expect(answered()).toBeGreaterThan(before));
  await act(async () => release());
  await waitFor(() => expect(app.engines[engine]?.loads).toHaveLength(1));
  return app.engines[engine] as FakeEngine;
}

/** Waits until the controls hide by themselves. */
const hideControls = ({ clock }: Playing) => act(() => clock.pass(4_000));
const slider = () => screen.getByRole('slider', { name: '재생 위치' });
const nextCard = () => screen.queryByRole('button', { name: /^다음 화,/ });
const buttons = () => screen.queryByRole('button', { name: /^자막/ });

test('OK skips the opening while the controls are hidden, and Back first dismisses the button', async () => {
  const playing = await startPlaying();
  const { app, engine, at, markers } = playing;
  await hideControls(playing);
  expect(app.focused()).toBe(slider());
  await at(markers.intro.start + 1);
  expect(app.focused()).toHaveAccessibleName('오프닝 건너뛰기');
  await app.press('ok');
  expect(engine.seeks).toEqual([markers.intro.end]);
  expect(app.focused()).toBe(slider());

  await at(markers.intro.start + 2);
  await act(async () => engine.report('playing', markers.intro.end));
  await at(markers.intro.end + 30);
  await app.press('left', 'left', 'left', 'left', 'ok');
  await act(async () => engine.report('playing', markers.intro.end - 6));
  expect(app.focused()).toBe(slider());
  await hideControls(playing);
  expect(app.focused()).toHaveAccessibleName('오프닝 건너뛰기');
  await app.press('back');
  expect(screen.queryByRole('button', { name: '오프닝 건너뛰기' })).toBeNull();
  expect(app.focused()).toBe(slider());
  await app.reach('player');
});

test('left and right seek while a prompt has the focus, which moves to the timeline', async () => {
  const playing = await startPlaying();
  const { app, engine, at, markers } = playing;
  await hideControls(playing);
  await at(markers.intro.start + 1);
  await app.press('right');
  expect(app.focused()).toBe(slider());
  await app.press('ok');
  expect(engine.seeks).toEqual([markers.intro.start + 11]);
});

test('the setting skips an opening once, and no opening when it is off', async () => {
  const { app, engine, at, markers } = await startPlaying();
  await at(markers.intro.start + 1);
  expect(engine.seeks).toEqual([]);
  await act(async () => app.stores.settings.getState().setSkip('series:2', 'opening', 'always'));
  await at(markers.intro.start + 1.25);
  expect(engine.seeks).toEqual([markers.intro.end]);
  await act(async () => engine.report('playing', markers.intro.end));
  // A viewer who seeks back wants to see the opening.
  await app.press('left', 'ok');
  await act(async () => engine.report('playing', markers.intro.start + 1));
  await at(markers.intro.start + 2);
  expect(engine.seeks).toHaveLength(2);
});

test('the next episode plays after 10 s of the ending', async () => {
  const playing = await startPlaying();
  const { app, clock, engine, at, markers } = playing;
  await hideControls(playing);
  await at(markers.outro.start);
  expect(app.focused()).toBe(nextCard());
  await act(() => clock.pass(6_000));
  await app.press('pause');
  await act(() => clock.pass(60_000));
  expect(app.engines).toHaveLength(1);
  await app.press('play');
  await act(async () => engine.report('playing', markers.outro.start + 6));
  await act(() => clock.pass(3_999));
  expect(app.engines).toHaveLength(1);
  await act(() => clock.pass(1));
  await waitFor(() => expect(app.engines).toHaveLength(2));
  expect(window.location.hash).toBe('#/play/10502');
});

test('the card waits for OK and the end shows a question where autoplay is off', async () => {
  const playing = await startPlaying();
  const { app, clock, engine, at, markers } = playing;
  await act(async () => app.stores.settings.getState().change({ autoplayNext: false }));
  await hideControls(playing);
  await at(markers.outro.start);
  expect(app.focused()).toBe(nextCard());
  await act(() => clock.pass(60_000));
  await act(async () => engine.report('ended', 1_440));
  expect(app.engines).toHaveLength(1);
  expect(screen.getByRole('dialog', { name: '끝까지 봤어요' })).toContainElement(app.focused());
});

test('a dismissed card plays nothing', async () => {
  const playing = await startPlaying();
  const { app, clock, engine, at, markers } = playing;
  await hideControls(playing);
  await at(markers.outro.start);
  await app.press('back');
  expect(nextCard()).toBeNull();
  await act(() => clock.pass(60_000));
  await act(async () => engine.report('ended', 1_440));
  expect(app.engines).toHaveLength(1);
});

test('the player asks whether anybody is watching after three episodes without a key', async () => {
  const { app, clock } = await startPlaying();
  for (let episode = 0; episode < 3; episode += 1) {
    await waitFor(() => expect(app.engines[episode]?.loads).toHaveLength(1));
    const engine = app.engines[episode] as FakeEngine;
    await act(async () => engine.report('playing', engine.loads[0]?.startAtSeconds ?? 0));
    await act(async () => engine.emit({ type: 'position', positionSeconds: 1 }));
    await act(() => clock.pass(5_000));
    await act(async () => engine.emit({ type: 'position', positionSeconds: 1_400 }));
    await waitFor(() => expect(nextCard()).not.toBeNull());
    await act(() => clock.pass(10_000));
  }
  expect(screen.getByRole('dialog', { name: '아직 보고 계신가요?' })).toContainElement(app.focused());
  expect(app.engines).toHaveLength(3);
  expect(app.engines[2]?.calls).toContain('pause');
  await app.press('ok');
  await waitFor(() => expect(app.engines).toHaveLength(4));
});

test('hidden controls cannot be focused or pressed; the first key only shows them', async () => {
  const playing = await startPlaying();
  const { app, engine } = playing;
  expect(buttons()).not.toBeNull();
  await hideControls(playing);
  expect(buttons()).toBeNull();
  await app.press('down');
  expect(app.focused()).toBe(slider());
  await app.press('down');
  expect(app.focused()).toBe(buttons());
  await hideControls(playing);
  expect(app.focused()).toBe(slider());
  expect(engine.calls).not.toContain('pause');
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('pause');
});

test('coloured keys open the menus, which keep the controls visible and return the focus', async () => {
  const playing = await startPlaying();
  const { app, engine, clock } = playing;
  const subtitles = { available: [{ key: 'ko', label: '한국어' }], active: 'ko' };
  const audio = {
    available: [
      { key: 'ko', label: '한국어' },
      { key: 'ja', label: '일본어' },
    ],
    active: 'ja',
  };
  const quality = { available: [720, 360], active: null };
  await act(async () => engine.emit({ type: 'tracks', tracks: { ...NO_TRACKS, subtitles, audio, quality } }));
  await hideControls(playing);
  await app.press('red');
  expect(screen.getByRole('dialog', { name: '자막' })).toContainElement(app.focused());
  expect(screen.getByText('자막이 이렇게 보여요')).toBeVisible();
  await app.press('up', 'ok');
  expect(engine.calls.at(-1)).toBe('subtitle off');
  await act(() => clock.pass(60_000));
  await app.press('back');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.focused()).toBe(slider());
  expect(app.stores.settings.getState().settings.subtitle.language).toBeNull();

  await app.press('yellow', 'down', 'ok');
  expect(engine.calls.at(-1)).toBe('quality 720');
  await app.press('green', 'down', 'ok');
  expect(engine.calls.at(-1)).toBe('speed 2');
  await app.press('down', 'right', 'ok', 'up', 'ok');
  expect(engine.calls.at(-1)).toBe('audio ko');
  expect(app.stores.settings.getState().settings.audioBySeries).toEqual({ 'series:2': 'ko' });
});

test('the subtitle menu turns signs in the picture off and on, and the profile remembers it', async () => {
  const playing = await startPlaying();
  const { app, engine } = playing;
  const subtitles = { available: [{ key: 'ko', label: '한국어' }], active: 'ko' };
  const tellDrawing = (active: string | null) =>
    act(async () => {
      const drawings = { available: [{ key: 'ko', label: '한국어' }], active };
      engine.emit({ type: 'tracks', tracks: { ...NO_TRACKS, subtitles, drawings } });
    });
  const remembered = () => app.stores.settings.getState().settings.drawings;
  await tellDrawing('ko');
  await hideControls(playing);
  await app.press('red', 'down');
  expect(app.focused()).toHaveAccessibleName('그림 자막');
  expect(app.focused()).toBeChecked();
  expect(remembered()).toBeUndefined();
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('drawing off');
  expect(remembered()).toBeNull();
  await tellDrawing(null);
  expect(app.focused()).not.toBeChecked();
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('drawing ko');
  expect(remembered()).toBe('ko');
});

test('subtitles that also write sounds down are preferred from then on, in every series', async () => {
  const playing = await startPlaying();
  const { app, engine } = playing;
  const available = [
    { key: 'ko', label: '한국어' },
    { key: 'ko/caption', label: '한국어 (청각 장애인용)' },
  ];
  const tell = (active: string) =>
    act(async () => engine.emit({ type: 'tracks', tracks: { ...NO_TRACKS, subtitles: { available, active } } }));
  const preferred = () => app.stores.settings.getState().settings.subtitle;
  await tell('ko');
  await hideControls(playing);
  await app.press('red', 'down', 'ok');
  expect(preferred()).toMatchObject({ language: 'ko', isForDeaf: true });
  await tell('ko/caption');
  await app.press('up', 'ok');
  expect(preferred()).toMatchObject({ language: 'ko', isForDeaf: false });
});

test('transport keys work while a menu is open, which stays open', async () => {
  const { app, engine, clock } = await startPlaying();
  const dialog = () => screen.queryByRole('dialog', { name: '자막' });
  // Longer than a bounce of the key that opened the player.
  await act(() => clock.pass(500));
  await app.press('red');
  const focused = app.focused();
  await app.press('pause');
  expect(engine.calls.at(-1)).toBe('pause');
  await app.press('play');
  expect(engine.calls.at(-1)).toBe('play');
  await app.press('play-pause');
  expect(engine.calls.at(-1)).toBe('pause');
  await app.press('fast-forward');
  await act(() => clock.pass(1_000));
  expect(engine.seeks).toEqual([11]);
  await act(async () => engine.report('playing', 11));
  await app.press('rewind');
  await act(() => clock.pass(1_000));
  expect(engine.seeks).toEqual([11, 1]);
  // Keys of the menu and of the rest of the player stay theirs.
  await app.press('green', '5');
  expect([dialog(), app.focused()]).toEqual([dialog(), focused]);
  expect(dialog()).toContainElement(focused);
  await app.press('next');
  await waitFor(() => expect(app.engines[1]?.loads).toHaveLength(1));
});

test('stop leaves the player from an open menu', async () => {
  const { app } = await startPlaying();
  await app.press('red', 'stop');
  await waitFor(() => expect(document.querySelector('main')).not.toHaveAttribute('data-screen', 'player'));
});

test('the audio language and the skipped openings apply to the next season and to no other series', async () => {
  const { app, engine } = await startPlaying();
  const audio = {
    available: [
      { key: 'ko', label: '한국어' },
      { key: 'ja', label: '일본어' },
    ],
    active: 'ja',
  };
  const none = { available: [], active: null };
  await act(async () =>
    engine.emit({ type: 'tracks', tracks: { ...NO_TRACKS, subtitles: none, audio, quality: none } }),
  );
  await app.press('down', 'right', 'ok', 'up', 'ok');
  await app.press('right', 'right', 'ok', 'down', 'down', 'down');
  expect(app.focused()).toHaveAccessibleName('오프닝');
  await app.press('ok', 'back');

  const play = async (episodeId: number, engines: number) => {
    const next = await playKnown(app, episodeId, engines);
    await act(async () => next.report('playing', next.loads[0]?.startAtSeconds ?? 0));
    await act(async () => next.emit({ type: 'position', positionSeconds: 10 }));
    return next;
  };
  const nextSeason = await play(10601, 1);
  expect(nextSeason.loads[0]?.audioKey).toBe('ko');
  expect(nextSeason.seeks).toHaveLength(1);
  const other = await play(DEMO.lastTrainFirst, 2);
  expect(other.loads[0]?.audioKey).toBeUndefined();
  expect(other.seeks).toEqual([]);
});

test('the chosen role of sound and subtitles applies to the next season', async () => {
  const { app, engine } = await startPlaying();
  const subtitles = {
    available: [
      { key: 'ko', label: '한국어' },
      { key: 'ko/caption', label: '한국어 (청각 장애인용)' },
    ],
    active: 'ko',
  };
  const audio = {
    available: [
      { key: 'ja', label: '원어 (일본어)' },
      { key: 'ja/description', label: '일본어 화면 해설' },
    ],
    active: 'ja',
  };
  const quality = { available: [], active: null };
  await act(async () => engine.emit({ type: 'tracks', tracks: { ...NO_TRACKS, subtitles, audio, quality } }));
  await app.press('red', 'down', 'ok', 'back');
  expect(engine.calls.at(-1)).toBe('subtitle ko/caption');
  await app.press('down', 'right', 'ok', 'down', 'ok');
  expect(engine.calls.at(-1)).toBe('audio ja/description');

  const next = await playKnown(app, 10601, 1);
  expect(next.loads[0]).toMatchObject({ subtitleKey: 'ko/caption', audioKey: 'ja/description' });
});

test('a television with one playback speed has no speed menu, and OK acts at once', async () => {
  const platform = createFakePlatform();
  const slow = createFakePlatform({ device: { ...platform.device, playbackRates: [1] } });
  const { app, engine, clock } = await startPlaying({ platform: slow });
  await act(() => clock.pass(500));
  expect(screen.queryByRole('button', { name: /^속도/ })).toBeNull();
  await app.press('green');
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => slow.keyDown('ok'));
  expect(engine.calls.at(-1)).toBe('pause');
});

test('holding OK plays at double speed until it is released and never pauses', async () => {
  const { app, engine, clock } = await startPlaying();
  await act(async () => app.platform.keyDown('ok'));
  await act(() => clock.pass(500));
  expect(engine.calls.at(-1)).toBe('speed 2');
  expect(screen.getByText('2배속으로 재생 중')).toBeVisible();
  await act(async () => app.platform.keyUp('ok'));
  expect(engine.calls.at(-1)).toBe('speed 1');
  expect(engine.calls).not.toContain('pause');
});

test('the last episode of a season continues with the first of the next', async () => {
  const { app } = await startPlaying({ hash: '#/play/10510' });
  await waitFor(() => expect(screen.queryByRole('button', { name: '다음 화' })).not.toBeNull());
  await app.press('blue');
  await waitFor(() => expect(window.location.hash).toBe('#/play/10601'));
});

test('the sleep timer fades the sound and leaves; a key during the fade only wakes', async () => {
  const { app, engine, clock } = await startPlaying();
  const video = document.querySelector('video')!;
  const sleepIn15Minutes = async () => {
    await app.press('down', 'down');
    for (let press = 0; press < 8 && app.focused()?.textContent !== '재생 설정'; press += 1) await app.press('right');
    await app.press('ok', 'down', 'right', 'right');
    expect(app.focused()).toHaveAccessibleName('취침 타이머');
    expect(app.focused()).toHaveAttribute('aria-valuetext', '15분 뒤');
    await app.press('back');
  };
  await sleepIn15Minutes();
  await act(async () => clock.advance(15 * 60_000 + 10_000));
  expect(app.focused()).toHaveAccessibleName('곧 재생을 마쳐요. 아무 버튼이나 누르면 계속 볼 수 있어요');
  expect(video.volume).toBeCloseTo(0.5, 1);
  const calls = engine.calls.length;
  await app.press('left');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(video.volume).toBe(1);
  expect([engine.calls.length, engine.seeks]).toEqual([calls, []]);

  await sleepIn15Minutes();
  await act(async () => clock.advance(15 * 60_000 + 20_000));
  await waitFor(() => expect(window.location.hash).not.toContain('/play/'));
  expect(engine.calls).toContain('pause');
  expect(app.engines).toHaveLength(1);
});
